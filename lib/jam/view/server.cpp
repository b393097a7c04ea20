// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/view/server.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/io/json_writer.hpp"
#include "jam/view/guard.hpp"
#include "jam/view/http_server.hpp"

namespace jam::view {
namespace {

constexpr double last_events_time = 0.5;  ///< Time at the end for the last events [s].

constexpr std::string_view json_type = "application/json";

/// Fields of every answer. The page runs the code that it contains, and talks with this server alone.
constexpr const char* common_fields =
    "Cache-Control: no-store\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action "
    "'none'\r\n";

/// Fields that this server reads. A request that has one of them twice means two things.
constexpr std::array single_fields = {"host",         "origin",      "sec-fetch-site", "sec-fetch-mode",
                                      "content-type", "x-jam-token", "x-jam-client",   "expect"};

HttpAnswer answer_of(std::string text) {
  HttpAnswer answer;
  answer.body = std::make_shared<const std::string>(std::move(text));
  return answer;
}

HttpAnswer refusal(int status, std::string_view reason, std::string_view message) {
  HttpAnswer answer = answer_of(io::JsonObject("error", message).add("reason", reason).text() + "\n");
  answer.status = status;
  return answer;
}

/// The events of a page.
class PageStream : public HttpStream {
 public:
  PageStream(Feed& feed, std::shared_ptr<Feed::Stream> stream) : feed_(feed), stream_(std::move(stream)) {}
  ~PageStream() override { feed_.leave(stream_); }
  [[nodiscard]] std::optional<std::string> take() override { return feed_.take(*stream_); }

 private:
  Feed& feed_;
  std::shared_ptr<Feed::Stream> stream_;
};

}  // namespace

class Server::Routes : public HttpHandler {
 public:
  Routes(const ServerOptions& options, Session& session, Feed& feed, std::string page)
      : session_(session),
        feed_(feed),
        page_(std::make_shared<const std::string>(std::move(page))),
        token_(random_token()),
        http_(HttpServer::listen(options.address, options.port, HttpLimits())),
        guard_(options.address, http_->port(), token_, !http_->is_local()) {
    http_->start(*this, common_fields);
  }

  ~Routes() override {
    session_.give_up();
    feed_.close("the program ended", last_events_time);
    http_.reset();
  }

  [[nodiscard]] std::string url_of(const std::string& host) const {
    const bool six = host.find(':') != std::string::npos;
    return fmt::format("http://{}{}{}:{}/?token={}", six ? "[" : "", host, six ? "]" : "", http_->port(),
                       token_);
  }

  [[nodiscard]] const HttpServer& http() const { return *http_; }

  [[nodiscard]] std::optional<HttpAnswer> screen(const HttpRequest& head) override {
    for (const char* name : single_fields) {
      if (head.field_count(name) > 1)
        return refusal(400, "request", fmt::format("header {} is there more than once", name));
    }
    if (const std::optional<Rejection> rejection = guard_.check(head))
      return refusal(403, rejection->reason, rejection->message);
    const std::vector<std::string> methods = methods_of(head.path);
    if (methods.empty()) return refusal(404, "route", "there is nothing at this address");
    if (std::find(methods.begin(), methods.end(), head.method) == methods.end()) {
      HttpAnswer answer = refusal(405, "method", fmt::format("{} is not accepted here", head.method));
      answer.allow = fmt::format("{}", fmt::join(methods, ", "));
      return answer;
    }
    if (head.method == "POST" && !head.field("content-type").starts_with(json_type))
      return refusal(415, "type", "a command is application/json");
    return std::nullopt;
  }

  [[nodiscard]] HttpAnswer answer(const HttpRequest& request) override {
    if (request.path == "/") {
      HttpAnswer answer;
      answer.type = "text/html; charset=utf-8";
      answer.body = page_;
      return answer;
    }
    if (request.path == "/api/document") {
      const std::optional<bool> writer = feed_.is_writer(std::string(request.parameter("client")));
      return answer_of(session_.document().add("writer", writer).text() + "\n");
    }
    if (request.path == "/api/events") return stream(request);
    return command(request);
  }

  [[nodiscard]] HttpAnswer refuse(int status) override {
    switch (status) {
      case 411: return refusal(status, "request", "a command needs its length (Content-Length)");
      case 413: return refusal(status, "request", "the command is too long");
      case 417: return refusal(status, "request", "Expect: 100-continue is accepted");
      case 431: return refusal(status, "request", "the address or the header is too long");
      case 500: return refusal(status, "internal", "the program could not answer");
      case 503: return refusal(status, "streams", "too many pages look at this document");
      default: return refusal(status, "request", "the request is malformed");
    }
  }

 private:
  /// None: there is nothing at this path.
  static std::vector<std::string> methods_of(std::string_view path) {
    if (path == "/" || path == "/api/document") return {"GET", "HEAD"};
    if (path == "/api/events") return {"GET"};
    if (path == "/api/edit" || path == "/api/save") return {"POST"};
    return {};
  }

  HttpAnswer stream(const HttpRequest& request) {
    const std::string client(request.parameter("client"));
    if (!is_client_name(client))
      return refusal(400, "command", "client: 8 to 64 letters and digits are accepted");
    HttpAnswer answer;
    answer.type = "text/event-stream";
    answer.open = [this, client, revision = session_.revision()](
                      std::function<void()> wake) -> std::unique_ptr<HttpStream> {
      std::shared_ptr<Feed::Stream> stream = feed_.open(client, revision, std::move(wake));
      return stream ? std::make_unique<PageStream>(feed_, std::move(stream)) : nullptr;
    };
    return answer;
  }

  HttpAnswer command(const HttpRequest& request) {
    const std::string client(request.field("x-jam-client"));
    if (!is_client_name(client))
      return refusal(400, "command", "header X-Jam-Client: 8 to 64 letters and digits are accepted");
    try {
      const io::JsonNode command = io::JsonNode::parse(request.body, "command");
      if (!feed_.claim(client))
        throw Refusal(423, "writer", "another page changes this document; close it first");
      std::string file;
      if (request.path == "/api/save") file = session_.save(command);
      else session_.edit(command);
      io::JsonObject done;
      done.add("revision", session_.revision());
      if (!file.empty()) done.add("file", file);
      return answer_of(done.text() + "\n");
    } catch (const Refusal& refused) {
      return refusal(refused.status(), refused.reason(), refused.what());
    } catch (const Error& error) {
      return refusal(400, "command", error.what());
    }
  }

  Session& session_;
  Feed& feed_;
  std::shared_ptr<const std::string> page_;
  std::string token_;
  std::unique_ptr<HttpServer> http_;
  Guard guard_;
};

Server::Server(const ServerOptions& options, Session& session, Feed& feed, std::string page)
    : routes_(std::make_unique<Routes>(options, session, feed, std::move(page))) {}

Server::~Server() = default;

std::string Server::url() const { return routes_->url_of(routes_->http().own_host()); }

std::vector<std::string> Server::network_urls() const {
  std::vector<std::string> urls;
  for (const std::string& host : routes_->http().network_hosts()) urls.push_back(routes_->url_of(host));
  return urls;
}

}  // namespace jam::view
