// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A client that sends bytes to a server on 127.0.0.1 and takes what comes back.
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace jam::test {

class RawClient {
 public:
  explicit RawClient(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const timeval limit{.tv_sec = 120, .tv_usec = 0};  // A hang must end; nothing is timed.
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<in_port_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
      throw std::runtime_error("the server cannot be reached");
  }
  ~RawClient() { ::close(socket_); }
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  /// Returns whether all of it was taken.
  bool send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count <= 0) return false;
      bytes.remove_prefix(count);
    }
    return true;
  }

  void end_sending() const { ::shutdown(socket_, SHUT_WR); }

  /// What comes next, at least one byte; empty: the server has closed the connection. Throws where it does
  /// neither.
  [[nodiscard]] std::string receive_some() const {
    std::string bytes(1 << 16, '\0');
    const ssize_t count = ::recv(socket_, bytes.data(), bytes.size(), 0);
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
      throw std::runtime_error("the server neither answers nor closes");
    bytes.resize(count < 0 ? 0 : count);
    return bytes;
  }

  /// Everything up to the end of the connection.
  [[nodiscard]] std::string receive_all() const {
    std::string text;
    for (std::string some = receive_some(); !some.empty(); some = receive_some()) text += some;
    return text;
  }

 private:
  int socket_;
};

/// The answer to a request, after which the client ends its side of the connection.
inline std::string raw_answer(int port, std::string_view request) {
  const RawClient client(port);
  client.send(request);
  client.end_sending();
  return client.receive_all();
}

}  // namespace jam::test
