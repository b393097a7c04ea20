// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/view/feed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>

#include "jam/io/json_writer.hpp"

namespace jam::view {
namespace {

/// How long a client waits for the end of the writer's stream.
constexpr auto patience = std::chrono::milliseconds(500);

}  // namespace

class Feed::Stream {
 public:
  Stream(std::string name, std::function<void()> on_wake)
      : client(std::move(name)), wake(std::move(on_wake)) {}

  /// Adds an event, in place of one of its kind that has not left yet.
  void add(const std::string& kind, const std::string& text) {
    const bool idle = waiting.empty();
    std::erase_if(waiting, [&](const auto& event) { return event.first == kind; });
    waiting.emplace_back(kind, fmt::format("event: {}\ndata: {}\n\n", kind, text));
    if (idle) wake();
  }

  /// Adds an event after all that have not left yet.
  void append(const std::string& kind, const std::string& text) {
    std::size_t bytes = text.size();
    for (const auto& event : waiting) bytes += event.second.size();
    if (bytes > backlog_limit) {
      too_slow = true;
      waiting.clear();
    }
    const bool idle = waiting.empty();
    if (!too_slow) waiting.emplace_back(kind, fmt::format("event: {}\ndata: {}\n\n", kind, text));
    if (idle) wake();
  }

  std::string client;
  std::function<void()> wake;
  bool too_slow = false;
  std::deque<std::pair<std::string, std::string>> waiting;  ///< Kind and text.
};

void Feed::publish(const std::string& kind, std::string data) {
  std::replace(data.begin(), data.end(), '\n', ' ');
  const std::lock_guard lock(mutex_);
  for (const auto& stream : streams_) stream->add(kind, data);
}

void Feed::append(const std::string& kind, std::string data) {
  std::replace(data.begin(), data.end(), '\n', ' ');
  const std::lock_guard lock(mutex_);
  for (const auto& stream : streams_) stream->append(kind, data);
}

void Feed::close(const std::string& reason, double seconds) {
  const std::string text = io::JsonObject("reason", reason).text();
  std::unique_lock lock(mutex_);
  closed_ = true;
  for (const auto& stream : streams_) stream->add("bye", text);
  change_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return streams_.empty(); });
}

std::shared_ptr<Feed::Stream> Feed::open(const std::string& client, long long revision,
                                         std::function<void()> wake) {
  const std::lock_guard lock(mutex_);
  if (closed_ || streams_.size() >= stream_limit) return nullptr;
  auto stream = std::make_shared<Stream>(client, std::move(wake));
  stream->add("hello", io::JsonObject("client", client).add("revision", revision).text());
  streams_.push_back(stream);
  return stream;
}

void Feed::leave(const std::shared_ptr<Stream>& stream) {
  const std::lock_guard lock(mutex_);
  std::erase(streams_, stream);
  change_.notify_all();
  if (stream->client == writer_ && !has_stream(writer_)) {
    writer_.clear();
    report_writer();
  }
}

std::optional<std::string> Feed::take(Stream& stream) {
  const std::lock_guard lock(mutex_);
  if (stream.too_slow || (stream.waiting.empty() && closed_)) return std::nullopt;
  std::string text;
  for (const auto& [kind, event] : stream.waiting) text += event;
  stream.waiting.clear();
  return text;
}

bool Feed::claim(const std::string& client) {
  std::unique_lock lock(mutex_);
  if (writer_ == client) return true;
  const auto free = [this] { return writer_.empty() || !has_stream(writer_); };
  if (!change_.wait_for(lock, patience, free)) return false;
  writer_ = client;
  report_writer();
  return true;
}

std::optional<bool> Feed::is_writer(const std::string& client) const {
  const std::lock_guard lock(mutex_);
  return is_writer_locked(client);
}

bool Feed::has_stream(const std::string& client) const {
  return std::any_of(streams_.begin(), streams_.end(),
                     [&](const auto& stream) { return stream->client == client; });
}

std::optional<bool> Feed::is_writer_locked(const std::string& client) const {
  return io::json_if(!writer_.empty() && has_stream(writer_), writer_ == client);
}

void Feed::report_writer() {
  for (const auto& stream : streams_)
    stream->add("writer", io::JsonObject("writer", is_writer_locked(stream->client)).text());
}

}  // namespace jam::view
