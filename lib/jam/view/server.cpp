// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/view/server.hpp"

#include <fmt/format.h>
#include <httplib.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/io/json_text.hpp"
#include "jam/view/guard.hpp"

namespace jam::view {
namespace {

using httplib::Request;
using httplib::Response;

constexpr std::size_t body_limit = 64 << 10;  ///< Of a command [bytes].
constexpr double heartbeat = 2;               ///< Between two signs of life in a stream [s].
constexpr double look = 0.1;                  ///< Interval of checks for closed pages [s].
constexpr double patience = 0.5;              ///< For the last events, at the end [s].
constexpr std::size_t worker_count = stream_limit + 8;

constexpr const char* json_type = "application/json";

/// The page runs what stands in it, and talks with this server alone.
constexpr const char* content_policy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

void refuse(Response& response, int status, std::string_view reason, std::string_view message) {
  response.status = status;
  response.set_content(fmt::format("{{\"error\": {}, \"reason\": {}}}\n", io::json_string(message), io::json_string(reason)), json_type);
}

/// What went wrong where no handler said so.
const char* status_text(int status) {
  switch (status) {
    case 404: return "there is nothing at this address";
    case 413: return "the command is too long";
    case 414: return "the address is too long";
    default: return "the request is malformed";
  }
}

}  // namespace

class Server::Http {
 public:
  Http(const ServerOptions& options, Session& session, Feed& feed, std::string page)
      : session_(session), feed_(feed), page_(std::move(page)) {
    server_.new_task_queue = [] { return new httplib::ThreadPool(worker_count); };
    server_.set_payload_max_length(body_limit);
    server_.set_keep_alive_timeout(1);
    server_.set_keep_alive_max_count(100);
    server_.set_read_timeout(5);
    server_.set_write_timeout(2);
    server_.set_tcp_nodelay(true);
    // Not SO_REUSEPORT, with which two servers share a port without a word.
    server_.set_socket_options([](auto socket) {
      const int on = 1;
      ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    });
    add_routes();
    errno = 0;
    port_ = options.port;
    const bool bound =
        options.port == 0 ? (port_ = server_.bind_to_any_port(options.address)) > 0 : server_.bind_to_port(options.address, options.port);
    if (!bound) {
      const int error = errno;
      if (error == EADDRINUSE)
        throw InputError(fmt::format("port {} is in use: end the program that has it, or take another port", options.port));
      throw InputError(fmt::format("{}, port {}, cannot be listened on: {}", options.address, options.port,
                                   error == 0 ? "no such address" : std::strerror(error)));
    }
    guard_.emplace(options.address, port_, options.token);
    listener_ = std::thread([this] { server_.listen_after_bind(); });
    while (!server_.is_running()) std::this_thread::yield();  // stop() before that would be in vain.
  }

  ~Http() {
    session_.give_up();
    feed_.close("the program ended", patience);
    server_.stop();
    listener_.join();
  }

  [[nodiscard]] int port() const { return port_; }

 private:
  void add_routes() {
    server_.set_default_headers({{"Cache-Control", "no-store"},
                                 {"X-Content-Type-Options", "nosniff"},
                                 {"Referrer-Policy", "no-referrer"},
                                 {"Cross-Origin-Resource-Policy", "same-origin"},
                                 {"Content-Security-Policy", content_policy}});
    server_.set_pre_routing_handler([this](const Request& request, Response& response) {
      return admits(request, response) ? httplib::Server::HandlerResponse::Unhandled : httplib::Server::HandlerResponse::Handled;
    });
    server_.set_error_handler([](const Request& /*request*/, Response& response) {
      if (response.body.empty())
        refuse(response, response.status, response.status == 404 ? "route" : "request", status_text(response.status));
    });
    server_.set_exception_handler([](const Request& /*request*/, Response& response, const std::exception_ptr& /*error*/) {
      refuse(response, 500, "internal", "the program could not answer");
    });
    server_.Get("/", [this](const Request& /*request*/, Response& response) { send(response, page_, "text/html; charset=utf-8"); });
    server_.Get("/api/document", [this](const Request& request, Response& response) {
      const std::string writer = feed_.writer_text(request.get_param_value("client"));
      send(response, fmt::format("{{{},\n\"writer\": {}}}\n", session_.document(), writer), json_type);
    });
    server_.Get("/api/events", [this](const Request& request, Response& response) { stream(request, response); });
    server_.Post("/api/edit", [this](const Request& request, Response& response) {
      answer(request, response, [this](const io::JsonNode& command) {
        session_.edit(command);
        return std::string();
      });
    });
    server_.Post("/api/save", [this](const Request& request, Response& response) {
      answer(request, response,
             [this](const io::JsonNode& command) { return fmt::format(", \"file\": {}", io::json_string(session_.save(command))); });
    });
  }

  /// A long text, as it is: the library would compress it by Brotli at its highest level, which takes a second for a megabyte.
  static void send(Response& response, std::string text, const char* type) {
    const auto kept = std::make_shared<const std::string>(std::move(text));
    response.set_content_provider(kept->size(), type, [kept](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
      return sink.write(kept->data() + offset, length);
    });
  }

  /// Whether a request is looked at; else it is answered here.
  bool admits(const Request& request, Response& response) const {
    const std::string in_header = request.get_header_value("X-Jam-Token");
    const std::optional<Rejection> rejection =
        guard_->check({request.get_header_value("Host"), request.get_header_value("Origin"), request.get_header_value("Sec-Fetch-Site"),
                       request.get_header_value("Sec-Fetch-Mode"), in_header.empty() ? request.get_param_value("token") : in_header});
    if (rejection) {
      refuse(response, rejection->status, rejection->reason, rejection->message);
      return false;
    }
    const bool reads = request.path == "/" || request.path == "/api/document" || request.path == "/api/events";
    const bool writes = request.path == "/api/edit" || request.path == "/api/save";
    if ((reads && request.method != "GET" && request.method != "HEAD") || (writes && request.method != "POST")) {
      response.set_header("Allow", reads ? "GET, HEAD" : "POST");
      refuse(response, 405, "method", fmt::format("{} is not accepted here", request.method));
      return false;
    }
    if (writes && !request.get_header_value("Content-Type").starts_with(json_type)) {
      refuse(response, 415, "type", "a command is application/json");
      return false;
    }
    return true;
  }

  void stream(const Request& request, Response& response) {
    const std::string client = request.get_param_value("client");
    if (!is_client_name(client)) return refuse(response, 400, "command", "client: 8 to 64 letters and digits are accepted");
    const std::shared_ptr<Feed::Stream> stream = feed_.open(client, session_.revision());
    if (stream == nullptr) return refuse(response, 503, "streams", "too many pages look at this document");
    response.set_chunked_content_provider(
        "text/event-stream",
        [this, stream, silence = 0.0](std::size_t /*offset*/, httplib::DataSink& sink) mutable {
          std::optional<std::string> text = feed_.next(*stream, look);
          if (!text) {
            sink.done();
            return true;
          }
          silence = text->empty() ? silence + look : 0;
          if (silence > heartbeat) {
            *text = ":\n\n";
            silence = 0;
          }
          return text->empty() ? sink.is_writable() : sink.write(text->data(), text->size());
        },
        [this, stream](bool /*whole*/) { feed_.leave(stream); });
  }

  template <class Do>
  void answer(const Request& request, Response& response, Do&& act) {
    const std::string client = request.get_header_value("X-Jam-Client");
    if (!is_client_name(client)) return refuse(response, 400, "command", "header X-Jam-Client: 8 to 64 letters and digits are accepted");
    try {
      const io::JsonNode command = io::JsonNode::parse(request.body, "command");
      if (!feed_.claim(client)) throw Refusal(423, "writer", "another page changes this document; close it first");
      const std::string more = act(command);
      response.set_content(fmt::format("{{\"revision\": {}{}}}\n", session_.revision(), more), json_type);
    } catch (const Refusal& refusal) {
      refuse(response, refusal.status(), refusal.reason(), refusal.what());
    } catch (const Error& error) {
      refuse(response, 400, "command", error.what());
    }
  }

  Session& session_;
  Feed& feed_;
  std::string page_;
  httplib::Server server_;
  std::optional<Guard> guard_;
  int port_ = 0;
  std::thread listener_;
};

bool has_server() { return true; }

void require_server() {}

Server::Server(const ServerOptions& options, Session& session, Feed& feed, std::string page)
    : http_(std::make_unique<Http>(options, session, feed, std::move(page))) {
  const bool six = options.address.find(':') != std::string::npos;
  url_ = fmt::format("http://{}{}{}:{}/", six ? "[" : "", options.address, six ? "]" : "", http_->port());
  if (!options.token.empty()) url_ += "?token=" + options.token;
}

Server::~Server() = default;

std::string Server::url() const { return url_; }

}  // namespace jam::view
