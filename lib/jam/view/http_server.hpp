// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A small HTTP/1.1 server (RFC 9112) for requests that cannot be trusted. A connection carries one request:
// no byte that follows it is ever taken for another one. Heads, bodies, the time for a request and the
// number of connections are limited. Ranges, chunked bodies and compression are not offered. One thread reads
// and writes for all connections and never blocks; workers compute the answers.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jam::view {

struct HttpLimits {
  std::size_t head = 8 << 10;   ///< Request line and fields [bytes].
  std::size_t body = 64 << 10;  ///< Body of a request [bytes].
  /// Open at the same time; one more closes the oldest that waits for its client.
  std::size_t connections = 128;
  double request_seconds = 5;    ///< Time for a whole request, from the connection on [s].
  double progress_seconds = 10;  ///< Time in which a client must take some of an answer [s].
  double linger_seconds = 1;     ///< Time for reading and dropping data after a request [s].
  std::size_t linger = 1 << 20;  ///< Longest data that is dropped [bytes].
  /// Longest time that the server, when it closes, waits for answers that are still being sent [s].
  double closing_seconds = 2;
  int workers = 8;  ///< Number of threads that compute answers.
};

struct HttpRequest {
  std::string method;
  std::string path;                                         ///< Target up to a question mark.
  std::string query;                                        ///< Target after it.
  std::vector<std::pair<std::string, std::string>> fields;  ///< Names in small letters, and values.
  std::string body;

  /// The first field of this name (in small letters); empty: there is none.
  [[nodiscard]] std::string_view field(std::string_view name) const;
  [[nodiscard]] int field_count(std::string_view name) const;
  /// The first parameter `name=value` of the query, unchanged; empty: there is none.
  [[nodiscard]] std::string_view parameter(std::string_view name) const;
};

/// A text without a known end. It is destroyed when it has been sent, and when the client has gone.
class HttpStream {
 public:
  virtual ~HttpStream() = default;
  /// Removes and returns the text that waits; empty: none does; nothing: the stream has ended. Must not
  /// block.
  [[nodiscard]] virtual std::optional<std::string> take() = 0;
};

/// Opens a stream; null if it cannot. The stream has to call `wake` when take() has text again or has
/// ended; from any thread.
using OpenStream = std::function<std::unique_ptr<HttpStream>(std::function<void()> wake)>;

struct HttpAnswer {
  int status = 200;
  std::string type = "application/json";
  std::shared_ptr<const std::string> body;
  std::string allow;  ///< Methods, with status 405.
  OpenStream open;    ///< Instead of a body.
};

class HttpHandler {
 public:
  virtual ~HttpHandler() = default;
  /// Judges a request before its body is read: a refusal; nothing: answer() will be called. Called in the
  /// thread that serves all connections, so it must not block.
  [[nodiscard]] virtual std::optional<HttpAnswer> screen(const HttpRequest& head) = 0;
  /// Called in the threads of workers. An exception is answered by 500.
  [[nodiscard]] virtual HttpAnswer answer(const HttpRequest& request) = 0;
  /// The answer to a request that is malformed (400), without length (411), too long (413, 431), with an
  /// unknown expectation (417), or that failed (500, 503).
  [[nodiscard]] virtual HttpAnswer refuse(int status) = 0;
};

/// Serves while it lives.
class HttpServer {
 public:
  /// Listens; connections wait until start(). Throws InputError if the port is in use or the address
  /// cannot be listened on.
  [[nodiscard]] static std::unique_ptr<HttpServer> listen(const std::string& address, int port,
                                                          const HttpLimits& limits);
  HttpServer() = default;
  /// Closes connections that wait for their clients, and lets others finish their answers for closing_seconds
  /// at most.
  virtual ~HttpServer() = default;
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// `extra`: lines of header fields that every answer has. Called once; the handler outlives the server.
  virtual void start(HttpHandler& handler, std::string extra) = 0;

  [[nodiscard]] virtual int port() const = 0;
  /// Whether only this machine can reach the address.
  [[nodiscard]] virtual bool is_local() const = 0;
  /// The address that was given; if that means all networks, the loopback address.
  [[nodiscard]] virtual std::string own_host() const = 0;
  /// Addresses under which other machines reach the server: the given address; if that means all networks,
  /// the addresses of all interfaces. Empty if no machine can reach it.
  [[nodiscard]] virtual std::vector<std::string> network_hosts() const = 0;
};

}  // namespace jam::view
