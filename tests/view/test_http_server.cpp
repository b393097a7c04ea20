// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/view/http_server.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

#include "jam/core/error.hpp"
#include "support/raw_client.hpp"
#include "support/refusal.hpp"

using namespace jam;
using test::raw_answer;
using test::RawClient;

namespace {

constexpr double never = 3600;  // Far longer than a test that hangs may take [s].

/// Limits without any time.
view::HttpLimits patient() {
  view::HttpLimits limits;
  limits.request_seconds = limits.progress_seconds = limits.linger_seconds = never;
  return limits;
}

/// Waits until a condition holds that needs no help from here; a hang ends with the time limit of the test.
template <class Condition>
void wait_until(Condition condition) {
  while (!condition()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

/// A stream whose texts the test supplies.
struct Source {
  std::mutex mutex;
  std::string text;
  bool ended = false;
  std::function<void()> wake;
  std::atomic<int> open{0};

  void add(const std::string& more, bool last = false) {
    const std::lock_guard lock(mutex);
    text += more;
    ended = last;
    if (wake) wake();
  }
};

class SourceStream : public view::HttpStream {
 public:
  explicit SourceStream(Source& source) : source_(source) { ++source_.open; }
  ~SourceStream() override {
    const std::lock_guard lock(source_.mutex);
    source_.wake = nullptr;
    --source_.open;
  }
  std::optional<std::string> take() override {
    const std::lock_guard lock(source_.mutex);
    if (source_.text.empty() && source_.ended) return std::nullopt;
    return std::exchange(source_.text, {});
  }

 private:
  Source& source_;
};

/// Answers with what it was asked; `/wait` once release() is called, `/long` at length, `/stream` by the
/// source, `/bad` by an exception.
class Echo : public view::HttpHandler {
 public:
  std::optional<view::HttpAnswer> screen(const view::HttpRequest& head) override {
    if (head.path == "/refused") return refuse(403);
    return std::nullopt;
  }

  view::HttpAnswer answer(const view::HttpRequest& request) override {
    ++count;
    if (request.path == "/bad") throw std::runtime_error("bad");
    if (request.path == "/wait") {
      std::unique_lock lock(mutex_);
      ++waiting;
      change_.wait(lock, [this] { return released_; });
    }
    view::HttpAnswer answer;
    if (request.path == "/long") {
      answer.body = std::shared_ptr<const std::string>(&long_text,
                                                       [this](const std::string*) { ++long_answers_ended; });
    } else if (request.path == "/stream") {
      answer.open = [this](std::function<void()> wake) {
        auto stream = std::make_unique<SourceStream>(source);
        const std::lock_guard lock(source.mutex);
        source.wake = std::move(wake);
        return stream;
      };
    } else {
      answer.body =
          std::make_shared<const std::string>(request.method + " " + request.path + "?" + request.query +
                                              " " + std::string(request.field("x-odd")) + request.body);
    }
    return answer;
  }

  view::HttpAnswer refuse(int status) override {
    view::HttpAnswer answer;
    answer.status = status;
    answer.body = std::make_shared<const std::string>("refused");
    return answer;
  }

  void release() {
    const std::lock_guard lock(mutex_);
    released_ = true;
    change_.notify_all();
  }

  std::atomic<int> count{0};    ///< Calls of answer().
  std::atomic<int> waiting{0};  ///< Requests for `/wait` that have arrived.
  const std::string long_text = std::string(std::size_t{64} << 20U, 'x');
  std::atomic<int> long_answers_ended{0};
  Source source;

 private:
  std::mutex mutex_;
  std::condition_variable change_;
  bool released_ = false;
};

/// A server with such a handler.
struct Served {
  explicit Served(const view::HttpLimits& limits = patient())
      : server(view::HttpServer::listen("127.0.0.1", 0, limits)) {
    server->start(echo, "X-Extra: 1\r\n");
  }
  ~Served() { echo.release(); }

  [[nodiscard]] std::string ask(const std::string& request) const {
    return raw_answer(server->port(), request);
  }

  Echo echo;
  std::unique_ptr<view::HttpServer> server;
};

std::string get(const std::string& path) { return "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n"; }

std::string post(const std::string& body) {
  return "POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

std::string body_of(const std::string& answer) {
  return answer.substr(std::min(answer.find("\r\n\r\n"), answer.size() - 4) + 4);
}

}  // namespace

TEST_CASE("a request is taken apart, and its answer says how long it is and that nothing follows") {
  Served served;
  const std::string answer = served.ask("GET /a/b?x=1&y=2 HTTP/1.1\r\nHost: a\r\nX-ODD:  value \r\n\r\n");
  CHECK_THAT(answer,
             Catch::StartsWith("HTTP/1.1 200 OK\r\n") && Catch::Contains("\r\nConnection: close\r\n") &&
                 Catch::Contains("\r\nX-Extra: 1\r\n") && Catch::Contains("\r\nContent-Length: 22\r\n"));
  CHECK(body_of(answer) == "GET /a/b?x=1&y=2 value");
  CHECK(body_of(served.ask(post("body"))) == "POST /p? body");
  const std::string head = served.ask("HEAD /a HTTP/1.1\r\nHost: a\r\n\r\n");
  CHECK_THAT(head, Catch::Contains("Content-Length: 9\r\n") && Catch::EndsWith("\r\n\r\n"));
}

TEST_CASE("parameters of a query are found by their whole name, the first of each") {
  view::HttpRequest request;
  request.query = "aa=1&a=2&a=3&b&=4&c=&token=x=y";
  CHECK(request.parameter("a") == "2");
  CHECK(request.parameter("aa") == "1");
  CHECK(request.parameter("b").empty());
  CHECK(request.parameter("c").empty());
  CHECK(request.parameter("d").empty());
  CHECK(request.parameter("token") == "x=y");
}

TEST_CASE("what follows a request is never a request, whether it was answered or refused") {
  Served served;
  for (const std::string& first :
       {get("/a"), get("/refused"), post("body"),
        std::string("POST /refused HTTP/1.1\r\nContent-Length: 40\r\n\r\n"),
        std::string("POST /p HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        std::string("bad\r\n\r\n")}) {
    served.echo.count = 0;
    const std::string answer = served.ask(first + get("/second") + post("third"));
    CHECK(answer.find("HTTP/1.1 ", 1) == std::string::npos);
    CHECK(served.echo.count <= 1);
    CHECK_THAT(answer, !Catch::Contains("second"));
  }
}

TEST_CASE("a request that is not complete in time ends its connection, whatever it sends in between") {
  view::HttpLimits limits = patient();
  limits.request_seconds = 0.2;
  Served served(limits);
  for (const std::string& start : {std::string(), std::string("GET / HT"), post("body").substr(0, 50)}) {
    const RawClient client(served.server->port());
    client.send(start);
    CHECK(client.receive_all().empty());
  }
  const RawClient dripping(served.server->port());
  dripping.send("GET / HTTP/1.1\r\nX-Long: ");
  while (dripping.send("x")) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  CHECK(served.echo.count == 0);
}

TEST_CASE("one connection more than are served ends the oldest that waits for its client") {
  view::HttpLimits limits = patient();
  limits.connections = 3;
  Served served(limits);
  const RawClient first(served.server->port()), second(served.server->port()), third(served.server->port());
  for (const RawClient* one : {&first, &second, &third}) one->send("GET /late HTTP/1.1\r\n");
  CHECK(body_of(served.ask(get("/new"))) == "GET /new? ");
  CHECK(first.receive_all().empty());
  third.send("Host: a\r\n\r\n");
  third.end_sending();
  CHECK(body_of(third.receive_all()) == "GET /late? ");
}

TEST_CASE("where all connections await their answers a new one is closed, and they are answered") {
  view::HttpLimits limits = patient();
  limits.connections = 2;
  Served served(limits);
  const RawClient first(served.server->port()), second(served.server->port());
  for (const RawClient* one : {&first, &second}) one->send(get("/wait"));
  wait_until([&] { return served.echo.waiting == 2; });
  CHECK(served.ask(get("/new")).empty());
  served.echo.release();
  for (const RawClient* one : {&first, &second}) {
    one->end_sending();
    CHECK(body_of(one->receive_all()) == "GET /wait? ");
  }
}

TEST_CASE("a client that does not take its answer is left") {
  view::HttpLimits limits = patient();
  limits.progress_seconds = 0.2;
  Served served(limits);
  const RawClient client(served.server->port());
  client.send(get("/long"));
  wait_until([&] { return served.echo.long_answers_ended == 1; });
  CHECK(client.receive_all().size() < served.echo.long_text.size());
}

TEST_CASE("a long answer arrives whole") {
  Served served;
  CHECK(body_of(served.ask(get("/long"))) == served.echo.long_text);
}

TEST_CASE("after a refusal what a client still sends is read, so that the refusal arrives, up to a limit") {
  view::HttpLimits limits = patient();
  limits.body = 1000;
  limits.linger = 200'000;
  Served served(limits);
  CHECK_THAT(served.ask(post(std::string(100'000, 'x'))), Catch::StartsWith("HTTP/1.1 413 "));
  const RawClient endless(served.server->port());
  endless.send("POST /p HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n");
  std::size_t sent = 0;
  while (sent < std::size_t{1} << 30U && endless.send(std::string(1 << 16, 'x'))) sent += 1 << 16;
  CHECK(sent < std::size_t{1} << 30U);
}

TEST_CASE("an exception of a handler is an answer with status 500") {
  Served served;
  CHECK_THAT(served.ask(get("/bad")), Catch::StartsWith("HTTP/1.1 500 "));
  CHECK_THAT(served.ask(get("/a")), Catch::StartsWith("HTTP/1.1 200 "));
}

TEST_CASE("a stream sends what its source has, in chunks, up to its end") {
  Served served;
  const RawClient client(served.server->port());
  client.send(get("/stream"));
  CHECK_THAT(client.receive_some(), Catch::Contains("Transfer-Encoding: chunked\r\n"));
  served.echo.source.add("some text");
  std::string text;
  while (text.find("text") == std::string::npos) text += client.receive_some();
  CHECK_THAT(text, Catch::EndsWith("9\r\nsome text\r\n"));
  served.echo.source.add("more", true);
  CHECK_THAT(client.receive_all(), Catch::EndsWith("4\r\nmore\r\n0\r\n\r\n"));
  wait_until([&] { return served.echo.source.open == 0; });
}

TEST_CASE("a stream is left when its client goes, or sends anything more") {
  Served served;
  for (const std::string& last : {std::string(), std::string("x"), get("/a")}) {
    const RawClient client(served.server->port());
    client.send(get("/stream"));
    static_cast<void>(client.receive_some());
    CHECK(served.echo.source.open == 1);
    if (last.empty()) client.end_sending();
    else client.send(last);
    wait_until([&] { return served.echo.source.open == 0; });
    CHECK_THAT(client.receive_all(), !Catch::Contains("HTTP/1.1"));
  }
  CHECK_THAT(served.ask(get("/stream") + get("/a")), Catch::StartsWith("HTTP/1.1 400 "));
}

TEST_CASE("a server that ends closes half requests and streams, and lets answers arrive") {
  Echo echo;
  view::HttpLimits limits = patient();
  limits.closing_seconds = never;
  auto server = view::HttpServer::listen("127.0.0.1", 0, limits);
  server->start(echo, "");
  const RawClient half(server->port()), waiting(server->port());
  half.send("GET / HT");
  waiting.send(get("/wait"));
  wait_until([&] { return echo.waiting == 1; });
  std::thread ending([&] { server.reset(); });
  CHECK(half.receive_all().empty());
  echo.release();
  CHECK(body_of(waiting.receive_all()) == "GET /wait? ");
  ending.join();
}

TEST_CASE("a server that ends leaves clients that do not read, and streams") {
  Echo echo;
  view::HttpLimits limits = patient();
  limits.closing_seconds = 0.1;
  auto server = view::HttpServer::listen("127.0.0.1", 0, limits);
  server->start(echo, "");
  const RawClient deaf(server->port()), listening(server->port());
  deaf.send(get("/long"));
  listening.send(get("/stream"));
  static_cast<void>(listening.receive_some());
  server.reset();
  CHECK(echo.source.open == 0);
  echo.source.add("to nobody");
}

TEST_CASE("a port in use and an address that is none are refused") {
  Served served;
  const int port = served.server->port();
  CHECK_THAT(test::refusal_of([&] { return view::HttpServer::listen("127.0.0.1", port, {})->port(); }),
             Catch::Contains("port " + std::to_string(port) + " is in use"));
  CHECK_THAT(test::refusal_of([] { return view::HttpServer::listen("not an address", 0, {})->port(); }),
             Catch::StartsWith("not an address, port 0, cannot be"));
}

TEST_CASE("addresses for other machines are none of this one alone") {
  const auto local = view::HttpServer::listen("127.0.0.1", 0, {});
  CHECK(local->is_local());
  CHECK(local->network_hosts().empty());
  CHECK(local->own_host() == "127.0.0.1");
  const auto all = view::HttpServer::listen("0.0.0.0", 0, {});
  CHECK_FALSE(all->is_local());
  CHECK(all->own_host() == "127.0.0.1");
  for (const std::string& host : all->network_hosts()) {
    INFO(host);
    CHECK_FALSE(
        (host.empty() || host.starts_with("127.") || host.starts_with("0.") || host.starts_with("169.254.")));
  }
}
