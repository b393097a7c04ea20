// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Plain values as bytes, in the byte order of this machine: the state of a search on its way into a checkpoint and back. What is read must
// be asked for in the order in which it was written. Where the bytes come from is checked elsewhere (checkpoint_file.hpp has checksums);
// here only their number is.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "jam/core/error.hpp"

namespace jam::io {

/// What may be written as it lies in memory: numbers, enums, and structs of them without pointers or gaps.
template <class Value>
concept PlainValue = std::is_trivially_copyable_v<Value> && !std::is_pointer_v<Value>;

/// Appends values to a string of bytes.
class StateWriter {
 public:
  template <PlainValue Value>
  void put(const Value& value) {
    append(&value, sizeof(Value));
  }

  /// The length, then the elements.
  template <PlainValue Value>
  void put(const std::vector<Value>& values) {
    put(values, values.size());
  }

  /// The same of the first `count` elements, of which there must be so many.
  template <PlainValue Value>
  void put(const std::vector<Value>& values, std::size_t count) {
    put(static_cast<std::uint64_t>(count));
    append(values.data(), count * sizeof(Value));
  }
  void put(std::string_view text) {
    put(static_cast<std::uint64_t>(text.size()));
    append(text.data(), text.size());
  }

  /// The bytes; nothing may be put afterwards.
  [[nodiscard]] std::string take() { return std::move(bytes_); }

 private:
  void append(const void* data, std::size_t size) {
    if (size > 0) bytes_.append(static_cast<const char*>(data), size);
  }

  std::string bytes_;
};

/// Takes values from a string of bytes, which must outlive it. Throws InputError where there are too few, and for a length that cannot be.
class StateReader {
 public:
  explicit StateReader(std::string_view bytes) : bytes_(bytes) {}

  template <PlainValue Value>
  [[nodiscard]] Value take() {
    Value value;
    copy(&value, sizeof(Value));
    return value;
  }
  template <PlainValue Value>
  [[nodiscard]] std::vector<Value> take_vector() {
    std::vector<Value> values(length(sizeof(Value)));
    copy(values.data(), values.size() * sizeof(Value));
    return values;
  }
  [[nodiscard]] std::string take_text() {
    std::string text(length(1), '\0');
    copy(text.data(), text.size());
    return text;
  }

  /// Throws InputError unless everything was taken.
  void finish() const {
    if (!bytes_.empty()) fail();
  }

 private:
  [[noreturn]] static void fail() {
    throw InputError("the state in the checkpoint has another size than this version writes: resume with the version that wrote it");
  }
  [[nodiscard]] std::size_t length(std::size_t element) {
    const auto count = take<std::uint64_t>();
    if (count > bytes_.size() / element) fail();
    return static_cast<std::size_t>(count);
  }
  void copy(void* data, std::size_t size) {
    if (size > bytes_.size()) fail();
    if (size > 0) std::memcpy(data, bytes_.data(), size);
    bytes_.remove_prefix(size);
  }

  std::string_view bytes_;
};

}  // namespace jam::io
