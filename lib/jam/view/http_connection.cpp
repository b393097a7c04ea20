// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The only source that includes Boost.Beast, which takes long to compile.
#include "jam/view/http_connection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace jam::view {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;
using tcp = asio::ip::tcp;

constexpr std::size_t piece = 64 << 10;  ///< Length of a part of an answer that is written at once [bytes].
constexpr double heartbeat = 2;          ///< Interval of signs of life in a stream without text [s].

std::chrono::steady_clock::duration duration(double seconds) {
  return std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(seconds));
}

std::string text_of(beast::string_view text) { return {text.data(), text.size()}; }

char in_small_letters(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

HttpRequest head_of(const http::request_header<>& header) {
  HttpRequest head;
  head.method = text_of(header.method_string());
  const std::string target = text_of(header.target());
  const std::size_t mark = std::min(target.find('?'), target.size());
  head.path = target.substr(0, mark);
  head.query = target.substr(std::min(mark + 1, target.size()));
  for (const auto& field : header) {
    std::string name = text_of(field.name_string());
    std::transform(name.begin(), name.end(), name.begin(), in_small_letters);
    head.fields.emplace_back(std::move(name), text_of(field.value()));
  }
  return head;
}

/// One request and its answer. A handler that waits for the socket keeps its connection alive.
class Connection : public HttpConnection, public std::enable_shared_from_this<Connection> {
 public:
  Connection(HttpService& service, tcp::socket socket)
      : service_(service),
        socket_(std::move(socket)),
        timer_(service.io),
        buffer_(service.limits.head + service.limits.body) {}

  void start() override {
    error_code error;
    socket_.socket().set_option(tcp::no_delay(true), error);
    socket_.expires_after(duration(service_.limits.request_seconds));
    head_.header_limit(static_cast<std::uint32_t>(service_.limits.head));
    head_.body_limit(std::numeric_limits<std::uint64_t>::max());  // Looked at where the request is admitted.
    http::async_read_header(socket_, buffer_, head_,
                            [self = shared_from_this()](error_code ec, std::size_t) { self->on_head(ec); });
  }

  [[nodiscard]] bool waits_for_client() const override {
    return stage_ == Stage::reading || stage_ == Stage::lingering;
  }

  void close() override {
    if (stage_ == Stage::closed) return;
    stage_ = Stage::closed;
    stream_.reset();
    timer_.cancel();
    socket_.close();
    service_.closed(*this);
  }

  void leave_stream() override { stream_.reset(); }

 private:
  enum class Stage { reading, answering, writing, streaming, lingering, closed };

  void on_head(error_code ec) {
    if (stage_ == Stage::closed) return;
    if (ec == http::error::header_limit) return send(service_.handler->refuse(431));
    // A client that ended its side within a head is told so; one that has gone is not.
    if (ec && ec != http::error::end_of_stream &&
        ec.category() == make_error_code(http::error::bad_method).category())
      return send(service_.handler->refuse(400));
    if (ec) return close();
    request_ = head_of(head_.get());
    one_one_ = head_.get().version() == 11;
    head_only_ = request_.method == "HEAD";
    if (std::optional<HttpAnswer> answer = service_.handler->screen(request_))
      return send(std::move(*answer));
    if (request_.field_count("transfer-encoding") > 0) return send(service_.handler->refuse(411));
    if (request_.method == "GET" || head_only_) return work();
    const auto length = head_.content_length();
    if (!length) return send(service_.handler->refuse(411));
    if (*length > service_.limits.body) return send(service_.handler->refuse(413));
    const std::string_view expected = request_.field("expect");
    if (expected.empty() || !one_one_) return read_body();
    if (!beast::iequals({expected.data(), expected.size()}, "100-continue"))
      return send(service_.handler->refuse(417));
    text_ = "HTTP/1.1 100 Continue\r\n\r\n";
    asio::async_write(socket_, asio::buffer(text_),
                      [self = shared_from_this()](error_code error, std::size_t) {
                        if (error) return self->close();
                        self->read_body();
                      });
  }

  void read_body() {
    body_.emplace(std::move(head_));
    body_->body_limit(service_.limits.body);
    http::async_read(socket_, buffer_, *body_, [self = shared_from_this()](error_code ec, std::size_t) {
      if (self->stage_ == Stage::closed) return;
      if (ec == http::error::partial_message) return self->send(self->service_.handler->refuse(400));
      if (ec) return self->close();
      self->request_.body = std::move(self->body_->get().body());
      self->work();
    });
  }

  void work() {
    stage_ = Stage::answering;
    asio::post(service_.workers, [self = shared_from_this()]() mutable {
      HttpAnswer answer;
      try {
        answer = self->service_.handler->answer(self->request_);
      } catch (const std::exception&) {
        answer = self->service_.handler->refuse(500);
      }
      asio::io_context& io = self->service_.io;
      asio::post(io, [self = std::move(self), answer = std::move(answer)]() mutable {
        self->send(std::move(answer));
      });
    });
  }

  // Answers.

  void send(HttpAnswer answer) {
    if (stage_ == Stage::closed) return;
    if (answer.open && buffer_.size() > 0)
      answer = service_.handler->refuse(400);  // More than a page would send.
    if (answer.open) {
      stream_ = answer.open([weak = weak_from_this(), &io = service_.io] {
        asio::post(io, [weak] {
          if (const auto self = weak.lock()) self->continue_stream();
        });
      });
      if (!stream_) answer = service_.handler->refuse(503);
    }
    stage_ = Stage::writing;
    const auto reason = http::obsolete_reason(static_cast<http::status>(answer.status));
    text_ =
        fmt::format("HTTP/1.1 {} {}\r\nConnection: close\r\nContent-Type: {}\r\nAccept-Ranges: none\r\n{}",
                    answer.status, text_of(reason), answer.type, service_.extra);
    if (!answer.allow.empty()) text_ += "Allow: " + answer.allow + "\r\n";
    if (stream_) {
      if (one_one_) text_ += "Transfer-Encoding: chunked\r\n";
    } else {
      text_ += fmt::format("Content-Length: {}\r\n", answer.body->size());
      if (!head_only_) content_ = std::move(answer.body);
    }
    text_ += "\r\n";
    write([](Connection& self) {
      if (self.stream_) return self.start_stream();
      if (!self.content_) return self.linger();
      self.rest_ = *self.content_;
      self.write_rest([](Connection& it) { it.linger(); });
    });
  }

  /// Writes `text_`, then calls `then`.
  template <class Then>
  void write(Then then) {
    rest_ = text_;
    write_rest(then);
  }

  /// Writes `rest_`. A client that takes nothing for a while loses its connection.
  template <class Then>
  void write_rest(Then then) {
    if (rest_.empty()) return then(*this);
    socket_.expires_after(duration(service_.limits.progress_seconds));
    socket_.async_write_some(asio::buffer(rest_.data(), std::min(rest_.size(), piece)),
                             [self = shared_from_this(), then](error_code error, std::size_t count) {
                               if (error) return self->close();
                               if (self->stage_ == Stage::closed) return;
                               self->rest_.remove_prefix(count);
                               self->write_rest(then);
                             });
  }

  /// Ends the answer, and drops what the client still sends: to close at once would discard the answer on its
  /// way (RFC 9112, 9.6).
  void linger() {
    error_code error;
    socket_.socket().shutdown(tcp::socket::shutdown_send, error);
    if (error || service_.closing) return close();
    stage_ = Stage::lingering;
    socket_.expires_after(duration(service_.limits.linger_seconds));
    drop(0);
  }

  void drop(std::size_t dropped) {
    buffer_.clear();
    if (dropped >= service_.limits.linger) return close();
    socket_.async_read_some(buffer_.prepare(service_.limits.body),
                            [self = shared_from_this(), dropped](error_code error, std::size_t count) {
                              if (error) return self->close();
                              if (self->stage_ != Stage::closed) self->drop(dropped + count);
                            });
  }

  // Streams.

  void start_stream() {
    stage_ = Stage::streaming;
    // A page that sends anything more, or ends its side, has left.
    buffer_.clear();
    socket_.expires_never();
    socket_.async_read_some(buffer_.prepare(1),
                            [self = shared_from_this()](error_code, std::size_t) { self->close(); });
    continue_stream();
  }

  void continue_stream() {
    if (stage_ != Stage::streaming || writing_) return;
    std::optional<std::string> text = stream_->take();
    if (text && text->empty()) return wait_for_text();
    timer_.cancel();
    if (!text) {
      text_ = one_one_ ? "0\r\n\r\n" : "";
      writing_ = true;
      stream_.reset();
      return write([](Connection& self) { self.close(); });
    }
    send_text(std::move(*text));
  }

  void send_text(std::string text) {
    text_ = one_one_ ? fmt::format("{:x}\r\n{}\r\n", text.size(), text) : std::move(text);
    writing_ = true;
    write([](Connection& self) {
      self.writing_ = false;
      self.continue_stream();
    });
  }

  void wait_for_text() {
    timer_.expires_after(duration(heartbeat));
    timer_.async_wait([self = shared_from_this()](error_code error) {
      if (!error && self->stage_ == Stage::streaming && !self->writing_) self->send_text(":\n\n");
    });
  }

  HttpService& service_;
  beast::tcp_stream socket_;
  asio::steady_timer timer_;
  beast::flat_buffer buffer_;
  http::request_parser<http::empty_body> head_;
  std::optional<http::request_parser<http::string_body>> body_;
  HttpRequest request_;
  Stage stage_ = Stage::reading;
  bool one_one_ = true;  ///< HTTP/1.1, not 1.0.
  bool head_only_ = false;
  std::string text_;  ///< Bytes to write: the head of an answer, or a part of a stream.
  std::shared_ptr<const std::string> content_;  ///< Body of the answer.
  std::string_view rest_;                       ///< Part of either that is not written yet.
  std::unique_ptr<HttpStream> stream_;
  bool writing_ = false;  ///< Whether a part of the stream is being written.
};

}  // namespace

std::string_view HttpRequest::field(std::string_view name) const {
  const auto found =
      std::find_if(fields.begin(), fields.end(), [&](const auto& one) { return one.first == name; });
  return found == fields.end() ? std::string_view() : found->second;
}

int HttpRequest::field_count(std::string_view name) const {
  return static_cast<int>(
      std::count_if(fields.begin(), fields.end(), [&](const auto& one) { return one.first == name; }));
}

std::string_view HttpRequest::parameter(std::string_view name) const {
  std::string_view rest = query;
  while (!rest.empty()) {
    const std::string_view one = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    if (one.size() > name.size() && one.starts_with(name) && one[name.size()] == '=')
      return one.substr(name.size() + 1);
  }
  return {};
}

std::shared_ptr<HttpConnection> make_connection(HttpService& service, tcp::socket socket) {
  return std::make_shared<Connection>(service, std::move(socket));
}

}  // namespace jam::view
