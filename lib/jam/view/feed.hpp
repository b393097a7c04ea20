// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The messages of a server to all pages that show a document: server-sent events (HTML Living Standard,
// section 9.2), and which page may write. A publisher never waits for a page: a slow page gets the last
// event of each kind, unless events continue each other.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace jam::view {

/// Largest number of pages that may be open at the same time.
inline constexpr std::size_t stream_limit = 32;

/// Largest number of bytes in waiting events that continue each other; a page with more is too slow.
inline constexpr std::size_t backlog_limit = 32U << 20;

/// All members may be called from any thread.
class Feed {
 public:
  class Stream;

  /// Sends an event to all pages. `data` is JSON; line breaks in it become blanks.
  void publish(const std::string& kind, std::string data);
  /// Sends an event to all pages that continues the last event of its kind; no page skips it. If too much
  /// waits for a page, its stream ends: the page then opens another one, and asks for the document again.
  void append(const std::string& kind, std::string data);

  /// Tells all pages that no event follows, and ends their streams; waits until they have left, `seconds` at
  /// most.
  void close(const std::string& reason, double seconds);

  /// A stream for a page, whose first event is `hello`; null if there are stream_limit of them, or after
  /// close(). `wake` is called when the first event waits, and when the stream ends, by any
  /// thread; it must not call the feed.
  [[nodiscard]] std::shared_ptr<Stream> open(const std::string& client, long long revision,
                                             std::function<void()> wake);
  /// Ends the stream of a page that has gone.
  void leave(const std::shared_ptr<Stream>& stream);

  /// Removes and returns the events that wait to be sent on this stream; empty if none wait. Returns nothing
  /// if the stream has ended.
  [[nodiscard]] std::optional<std::string> take(Stream& stream);

  /// Makes this page the writer, unless another page that is still open is; waits for half a second for its
  /// stream to end, as one that was closed may not have been noticed. Returns whether it may write.
  [[nodiscard]] bool claim(const std::string& client);

  /// `true` or `false`: whether this page may write; `null`: nobody writes yet.
  [[nodiscard]] std::optional<bool> is_writer(const std::string& client) const;

 private:
  [[nodiscard]] bool has_stream(const std::string& client) const;
  [[nodiscard]] std::optional<bool> is_writer_locked(const std::string& client) const;
  void report_writer();

  mutable std::mutex mutex_;
  std::condition_variable change_;
  std::vector<std::shared_ptr<Stream>> streams_;
  std::string writer_;
  bool closed_ = false;
};

}  // namespace jam::view
