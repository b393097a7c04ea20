// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/view/guard.hpp"

#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <utility>

using namespace jam;

namespace {

const std::string secret = "0123456789abcdef0123456789abcdef";

/// The fields of a request; empty: not given.
struct Fields {
  std::string host, origin, site, mode, token;
};

/// Why a request to a server on 127.0.0.1:8080 is refused; empty where it is not.
std::string reason(const Fields& given, bool any_host = false) {
  view::HttpRequest request;
  for (const auto& [name, value] :
       {std::pair("host", given.host), std::pair("origin", given.origin),
        std::pair("sec-fetch-site", given.site), std::pair("sec-fetch-mode", given.mode),
        std::pair("x-jam-token", given.token)}) {
    if (!value.empty()) request.fields.emplace_back(name, value);
  }
  const auto rejection = view::Guard("127.0.0.1", 8080, secret, any_host).check(request);
  return rejection ? rejection->reason : "";
}

}  // namespace

TEST_CASE("the own page, with the secret, is answered under every name of this machine") {
  for (const char* host : {"127.0.0.1:8080", "localhost:8080", "[::1]:8080"}) {
    CHECK(reason({host, "", "", "", secret}).empty());
    CHECK(reason({host, std::string("http://") + host, "same-origin", "cors", secret}).empty());
    CHECK(reason({host, "", "none", "navigate", secret}).empty());
  }
}

TEST_CASE("without the whole secret nothing is answered, whatever the address") {
  for (const bool any_host : {false, true}) {
    for (const std::string& token :
         {std::string(), secret.substr(1), secret.substr(0, 31), secret + "0", secret + secret,
          std::string(32, '0'), std::string(32, '\0'), std::string("0123456789ABCDEF0123456789ABCDEF")}) {
      CHECK(reason({"127.0.0.1:8080", "", "", "", token}, any_host) == "token");
    }
  }
}

TEST_CASE("other hosts, origins and sites are refused though they know the secret") {
  for (const char* host : {"", "evil.example", "evil.example:8080", "127.0.0.1", "127.0.0.1:80",
                           "127.0.0.1:8080 ", "localhost:80800"}) {
    CHECK(reason({host, "", "", "", secret}) == "origin");
  }
  for (const char* origin : {"http://evil.example", "null", "https://127.0.0.1:8080", "http://127.0.0.1:1",
                             "http://localhost:8080"}) {
    CHECK(reason({"127.0.0.1:8080", origin, "", "", secret}) == "origin");
  }
  for (const char* site : {"cross-site", "same-site", "x"}) {
    CHECK(reason({"127.0.0.1:8080", "", site, "no-cors", secret}) == "origin");
  }
}

TEST_CASE("where other machines reach the server any host name is accepted, and no other origin") {
  CHECK(reason({"name.example:8080", "", "", "", secret}, true).empty());
  CHECK(reason({"", "", "", "", secret}, true) == "origin");
  CHECK(reason({"name.example:8080", "http://other.example:8080", "", "", secret}, true) == "origin");
}

TEST_CASE("secrets are 32 digits, never the same twice") {
  std::set<std::string> drawn;
  for (int k = 0; k < 1000; ++k) {
    const std::string token = view::random_token();
    REQUIRE(token.size() == 32);
    REQUIRE(token.find_first_not_of("0123456789abcdef") == std::string::npos);
    drawn.insert(token);
  }
  CHECK(drawn.size() == 1000);
}
