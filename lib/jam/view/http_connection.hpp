// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A connection of an HttpServer: one request and its answer. All members are called by the thread that
// serves, unless they say otherwise.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/thread_pool.hpp>
#include <functional>
#include <memory>
#include <string>

#include "jam/view/http_server.hpp"

namespace jam::view {

class HttpConnection;

/// Data that a server shares with its connections, which it outlives.
struct HttpService {
  explicit HttpService(const HttpLimits& bounds) : limits(bounds) {}

  const HttpLimits limits;
  boost::asio::io_context io{1};
  boost::asio::thread_pool workers{static_cast<std::size_t>(limits.workers)};
  HttpHandler* handler = nullptr;
  std::string extra;     ///< Lines of header fields of every answer.
  bool closing = false;  ///< The server ends.
  std::function<void(const HttpConnection& connection)> closed;
};

class HttpConnection {
 public:
  virtual ~HttpConnection() = default;
  /// Reads a request, answers it, and closes.
  virtual void start() = 0;
  /// Whether the client is awaited: its request is incomplete, or it has its answer. Such a connection may be
  /// closed for another one.
  [[nodiscard]] virtual bool waits_for_client() const = 0;
  /// Ends at once, and tells the service.
  virtual void close() = 0;
  /// Destroys the stream, if there is one: after the thread that serves has ended.
  virtual void leave_stream() = 0;
};

[[nodiscard]] std::shared_ptr<HttpConnection> make_connection(HttpService& service,
                                                              boost::asio::ip::tcp::socket socket);

}  // namespace jam::view
