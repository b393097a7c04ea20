// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A document as the server sees it: text that pages get, commands that they send. docs/packview.md, "For
// programs", defines both.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "jam/io/json.hpp"
#include "jam/io/json_writer.hpp"

namespace jam::view {

/// A command that is understood and not done.
class Refusal : public std::runtime_error {
 public:
  /// `status` is that of HTTP; `reason` a word for programs: `revision`, `changed`, `illegal`, `nothing`,
  /// `command`.
  Refusal(int status, std::string reason, const std::string& message)
      : std::runtime_error(message), status_(status), reason_(std::move(reason)) {}
  [[nodiscard]] int status() const { return status_; }
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  int status_;
  std::string reason_;
};

/// Throws Refusal if a command has a member `revision` that is not the present one.
inline void require_revision(const io::JsonNode& command, long long present) {
  const auto known = command.find("revision");
  if (known && known->whole(0, 1ULL << 62) != static_cast<unsigned long long>(present))
    throw Refusal(409, "revision", "the document has changed since");
}

/// All members are called from any thread.
class Session {
 public:
  virtual ~Session() = default;

  /// Grows by every change.
  [[nodiscard]] virtual long long revision() const = 0;
  /// The document (schema jampack/view/1).
  [[nodiscard]] virtual io::JsonObject document() = 0;
  /// Does a command. Throws Refusal, and InputError for what is no command.
  virtual void edit(const io::JsonNode& command) = 0;
  /// Shows the best result of the search that feeds the document, if there is one, and tells pages its state.
  /// Called every quarter of a second.
  virtual void publish_live() {}
  /// The server ends: commands under way are to be given up.
  virtual void give_up() {}
  /// Saves; returns the name of the file.
  virtual std::string save(const io::JsonNode& command) = 0;
};

/// A document that pages cannot change.
class ReadOnlySession : public Session {
 public:
  [[nodiscard]] long long revision() const override { return 0; }
  void edit(const io::JsonNode& /*command*/) override {
    throw Refusal(409, "command", "this document cannot be changed");
  }
  std::string save(const io::JsonNode& /*command*/) override {
    throw Refusal(409, "command", "this document cannot be changed");
  }
};

/// One that stays as it is.
class FixedSession : public ReadOnlySession {
 public:
  explicit FixedSession(io::JsonObject document) : document_(std::move(document)) {}
  [[nodiscard]] io::JsonObject document() override { return document_; }

 private:
  io::JsonObject document_;
};

}  // namespace jam::view
