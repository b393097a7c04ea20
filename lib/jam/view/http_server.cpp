// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/view/http_server.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <net/if.h>

#include <algorithm>
#include <array>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>
#include <thread>

#include "jam/core/error.hpp"
#include "jam/view/http_connection.hpp"

namespace jam::view {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using tcp = asio::ip::tcp;

/// Pause before the next attempt to accept if no descriptors are left.
constexpr auto accept_pause = std::chrono::milliseconds(100);

/// A browser that is started must not keep a port open.
template <class Any>
void close_on_exec(Any& socket) {
  ::fcntl(socket.native_handle(), F_SETFD, FD_CLOEXEC);
}

/// The address as text; empty if other machines cannot use it.
std::string text_of(const sockaddr& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (address.sa_family == AF_INET) {
    const in_addr& four = reinterpret_cast<const sockaddr_in&>(address).sin_addr;
    const bool link_local = ntohl(four.s_addr) >> 16 == 0xa9fe;  // 169.254.0.0/16
    return link_local ? "" : ::inet_ntop(AF_INET, &four, text.data(), text.size());
  }
  const in6_addr& six = reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
  return IN6_IS_ADDR_LINKLOCAL(&six) ? "" : ::inet_ntop(AF_INET6, &six, text.data(), text.size());
}

/// Addresses of this machine in its networks, IPv4 first: neither loopback nor link-local ones. With `six`
/// also IPv6.
std::vector<std::string> network_addresses(bool six) {
  ifaddrs* first = nullptr;
  if (::getifaddrs(&first) != 0) return {};
  const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> list(first, ::freeifaddrs);
  std::vector<std::string> found;
  for (const int family : {AF_INET, AF_INET6}) {
    if (family == AF_INET6 && !six) continue;
    for (const ifaddrs* one = first; one != nullptr; one = one->ifa_next) {
      if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != family) continue;
      if ((one->ifa_flags & IFF_UP) == 0 || (one->ifa_flags & IFF_LOOPBACK) != 0) continue;
      if (std::string text = text_of(*one->ifa_addr); !text.empty()) found.push_back(std::move(text));
    }
  }
  return found;
}

class AsioServer final : public HttpServer {
 public:
  AsioServer(const std::string& address, int port, const HttpLimits& limits)
      : service_(limits), address_(address) {
    error_code error;
    const auto flags = tcp::resolver::passive | tcp::resolver::numeric_service;
    for (const auto& found :
         tcp::resolver(service_.io).resolve(address, std::to_string(port), flags, error)) {
      open(found.endpoint(), error);
      if (!error || error == asio::error::address_in_use) break;
    }
    if (error == asio::error::address_in_use)
      throw InputError(
          fmt::format("port {} is in use: end the program that has it, or take another port", port));
    if (error)
      throw InputError(fmt::format("{}, port {}, cannot be listened on: {}", address, port, error.message()));
    endpoint_ = acceptor_.local_endpoint();
    service_.closed = [this](const HttpConnection& connection) {
      std::erase_if(connections_, [&](const auto& one) { return one.get() == &connection; });
      tell_when_empty();
    };
  }

  ~AsioServer() override {
    if (thread_.joinable()) {
      asio::post(service_.io, [this] { close_waiting(); });
      {
        std::unique_lock lock(mutex_);
        done_.wait_for(lock, std::chrono::duration<double>(service_.limits.closing_seconds),
                       [this] { return empty_; });
      }
      service_.io.stop();
      thread_.join();
    }
    service_.workers.stop();
    service_.workers.join();
    for (const auto& connection : connections_) connection->leave_stream();
  }
  AsioServer(const AsioServer&) = delete;
  AsioServer& operator=(const AsioServer&) = delete;

  void start(HttpHandler& handler, std::string extra) override {
    service_.handler = &handler;
    service_.extra = std::move(extra);
    accept();
    thread_ = std::thread([this] {
      for (;;) {
        try {
          service_.io.run();
          return;
        } catch (const std::exception&) {
          // For want of memory: that connection waits for its end, the others go on.
        }
      }
    });
  }

  [[nodiscard]] int port() const override { return endpoint_.port(); }
  [[nodiscard]] bool is_local() const override { return endpoint_.address().is_loopback(); }
  [[nodiscard]] std::string own_host() const override {
    if (!endpoint_.address().is_unspecified()) return address_;
    return endpoint_.address().is_v6() ? "::1" : "127.0.0.1";
  }
  [[nodiscard]] std::vector<std::string> network_hosts() const override {
    if (is_local()) return {};
    if (!endpoint_.address().is_unspecified()) return {address_};
    return network_addresses(endpoint_.address().is_v6());
  }

 private:
  void open(const tcp::endpoint& endpoint, error_code& error) {
    error_code ignored;
    acceptor_.close(ignored);
    acceptor_.open(endpoint.protocol(), error);
    if (error) return;
    close_on_exec(acceptor_);
    // Not SO_REUSEPORT, with which two servers share a port without a word.
    acceptor_.set_option(tcp::acceptor::reuse_address(true), ignored);
    acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
  }

  void accept() {
    acceptor_.async_accept([this](error_code error, tcp::socket socket) {
      if (service_.closing) return;
      if (!error) {
        accept();
        return admit(std::move(socket));
      }
      if (close_oldest()) return accept();
      pause_.expires_after(accept_pause);
      pause_.async_wait([this](error_code) {
        if (!service_.closing) accept();
      });
    });
  }

  void admit(tcp::socket socket) {
    close_on_exec(socket);
    if (connections_.size() >= service_.limits.connections && !close_oldest()) return;
    connections_.push_back(make_connection(service_, std::move(socket)));
    connections_.back()->start();
  }

  /// Returns whether there was one that waits for its client.
  bool close_oldest() {
    const auto found = std::find_if(connections_.begin(), connections_.end(),
                                    [](const auto& connection) { return connection->waits_for_client(); });
    if (found == connections_.end()) return false;
    const auto kept = *found;  // close() removes it from the list.
    kept->close();
    return true;
  }

  void close_waiting() {
    service_.closing = true;
    acceptor_.close();
    pause_.cancel();
    while (close_oldest()) {
    }
    tell_when_empty();
  }

  void tell_when_empty() {
    if (!service_.closing || !connections_.empty()) return;
    const std::lock_guard lock(mutex_);
    empty_ = true;
    done_.notify_all();
  }

  // All but the condition, the address and the endpoint belongs to the thread that serves.
  HttpService service_;
  std::string address_;
  tcp::endpoint endpoint_;
  tcp::acceptor acceptor_{service_.io};
  asio::steady_timer pause_{service_.io};
  /// Answers of workers are sent though the server accepts nothing any more.
  asio::executor_work_guard<asio::io_context::executor_type> work_{service_.io.get_executor()};
  std::list<std::shared_ptr<HttpConnection>> connections_;  ///< The oldest first.
  std::mutex mutex_;
  std::condition_variable done_;
  bool empty_ = false;  ///< Whether the server ends, and its last connection has gone.
  std::thread thread_;
};

}  // namespace

std::unique_ptr<HttpServer> HttpServer::listen(const std::string& address, int port,
                                               const HttpLimits& limits) {
  return std::make_unique<AsioServer>(address, port, limits);
}

}  // namespace jam::view
