// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Damaged requests to the server of pages: each connection gets one well-formed answer or none, and at most
// one command is done. Without the secret none is, whatever the bytes. Environment as in test_readers.cpp;
// 2000 requests at least.
#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "jam/view/server.hpp"
#include "mutator.hpp"
#include "support/raw_client.hpp"

using namespace jam;

namespace {

/// Counts what is asked of it.
class CountingSession : public view::Session {
 public:
  [[nodiscard]] long long revision() const override { return edits; }
  [[nodiscard]] io::JsonObject document() override {
    ++documents;
    return io::JsonObject("schema", "jampack/view/1");
  }
  void edit(const io::JsonNode& command) override {
    if (command.at("do").text() != "undo") throw view::Refusal(409, "nothing", "nothing is to be undone");
    ++edits;
  }
  std::string save(const io::JsonNode& command) override {
    static_cast<void>(command.find("over"));
    ++saves;
    return "a.box";
  }

  std::atomic<int> documents{0}, edits{0}, saves{0};
};

unsigned long long setting(const char* name, unsigned long long otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// Requests of pages and of those who attack them. `lock` is the line with the secret.
std::vector<std::string> requests(int port, const std::string& lock, const std::string& token) {
  const std::string host = "Host: 127.0.0.1:" + std::to_string(port) + "\r\n";
  const std::string command = host + lock + "Content-Type: application/json\r\nX-Jam-Client: page-one\r\n";
  const std::string save =
      "POST /api/save HTTP/1.1\r\n" + command + "Content-Length: 14\r\n\r\n{\"over\": true}";
  const std::string get = " HTTP/1.1\r\n" + host + lock;
  std::string ranges = "0-0";
  for (int k = 0; k < 500; ++k) ranges += ",0-";
  return {
      "POST /api/edit HTTP/1.1\r\n" + command + "Content-Length: 14\r\n\r\n{\"do\": \"undo\"}",
      save,
      "GET /" + get + "\r\n",
      "GET /?token=" + token + " HTTP/1.1\r\n" + host + "Origin: http://127.0.0.1:" + std::to_string(port) +
          "\r\n\r\n",
      "HEAD /api/document?client=page-one&token=" + token + get + "Accept-Encoding: gzip, br\r\n\r\n",
      "GET /api/events?client=page-one&token=" + token + get +
          "Accept: text/event-stream\r\nLast-Event-ID: 3\r\n\r\n",
      "GET /api/document?client=page-one" + get + "Range: bytes=7000-7200\r\n\r\n",
      "GET /" + get + "Range: bytes=" + ranges + "\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 400\r\n\r\n" + save,
      "POST /api/save HTTP/1.1\r\n" + command +
          "Transfer-Encoding: chunked\r\n\r\ne\r\n{\"over\": true}\r\n0\r\n\r\n" + save,
      "POST /api/save HTTP/1.1\r\n" + command +
          "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + save,
      "POST /api/save HTTP/1.1\r\n" + command +
          "Expect: 100-continue\r\nContent-Length: 14\r\n\r\n{\"over\": true}",
      "GET /api/document HTTP/1.0\r\nConnection: keep-alive\r\n" + host + lock + "\r\n" + save,
      "OPTIONS /api/save HTTP/1.1\r\n" + host +
          "Origin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\n\r\n",
  };
}

/// What is wrong with everything that a connection brought; empty where all is well.
std::string fault_of(std::string text) {
  const std::string interim = "HTTP/1.1 100 Continue\r\n\r\n";
  if (text.starts_with(interim)) text.erase(0, interim.size());
  if (text.empty()) return {};
  const std::size_t end = text.find("\r\n\r\n");
  if (!text.starts_with("HTTP/1.1 ") || end == std::string::npos) return "no answer";
  const std::string head = text.substr(0, end + 2), body = text.substr(end + 4);
  const int status = std::atoi(text.c_str() + 9);
  constexpr int known[] = {200, 400, 403, 404, 405, 409, 411, 413, 415, 417, 423, 431, 503};
  if (std::find(std::begin(known), std::end(known), status) == std::end(known))
    return "status " + std::to_string(status);
  if (head.find("\r\nConnection: close\r\n") == std::string::npos) return "no end of the connection";
  const std::size_t length = head.find("\r\nContent-Length: ");
  // A stream ends where its client does.
  if (length == std::string::npos)
    return head.find("text/event-stream") == std::string::npos ? "no length" : "";
  if (!body.empty() && body.size() != std::stoul(head.substr(length + 18)))
    return "another length than stated";
  if (!body.empty() && head.find("application/json") != std::string::npos && !nlohmann::json::accept(body))
    return "no JSON";
  if (text.find("HTTP/1.1 ", 1) != std::string::npos) return "two answers";
  return {};
}

}  // namespace

TEST_CASE("every damaged request gets one answer or none, and nothing is done without the secret") {
  const auto count = std::max(setting("JAM_FUZZ_COUNT", 0), 2000ULL);
  const auto first_seed = setting("JAM_FUZZ_SEED", 1);
  CountingSession session;
  view::Feed feed;
  const view::Server server({.address = "127.0.0.1", .port = 0}, session, feed, "<!DOCTYPE html>\n");
  const std::string url = server.url();
  const int port = std::stoi(url.substr(url.rfind(':') + 1));
  const std::string token = url.substr(url.find('=') + 1);
  for (const bool knows : {true, false}) {
    const std::string given = knows ? token : std::string(32, '0');
    const std::vector<std::string> corpus = requests(port, "X-Jam-Token: " + given + "\r\n", given);
    unsigned long long fault_count = 0;
    session.documents = session.edits = session.saves = 0;
    int answered = 0;
    for (auto seed = first_seed; seed < first_seed + count; ++seed) {
      const std::string request =
          seed < first_seed + corpus.size() ? corpus[seed - first_seed] : fuzz::mutated(corpus, seed);
      const int before = session.edits + session.saves;
      const std::string answer = test::raw_answer(port, request);
      answered += answer.starts_with("HTTP/1.1 200") ? 1 : 0;
      std::string fault = fault_of(answer);
      if (session.edits + session.saves > before + 1) fault = "two commands";
      if (fault.empty()) continue;
      ++fault_count;
      INFO("seed " << seed << ": " << fault << ": " << request.substr(0, 2000) << " ANSWER "
                   << answer.substr(0, 2000));
      CHECK(fault.empty());
    }
    std::printf("%-16s %8llu inputs %6llu faults\n", knows ? "requests" : "without secret", count,
                fault_count);
    // Some are sound, so that what lies behind the first checks is tried, too.
    CHECK((answered > 0) == knows);
    CHECK((session.documents > 0) == knows);
    CHECK((session.edits > 0) == knows);
    CHECK((session.saves > 0) == knows);
  }
}
