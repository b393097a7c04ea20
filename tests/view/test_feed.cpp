// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/view/feed.hpp"

#include <catch2/catch.hpp>
#include <string>

using namespace jam;

namespace {

/// A page that counts how often it is woken.
struct Listener {
  explicit Listener(view::Feed& feed, const std::string& name = "page-one")
      : stream(feed.open(name, 1, [this] { ++wakes; })) {}

  int wakes = 0;
  std::shared_ptr<view::Feed::Stream> stream;
};

}  // namespace

TEST_CASE("a page is woken once for all events that it has not taken") {
  view::Feed feed;
  Listener page(feed);
  CHECK(page.wakes == 1);  // For hello.
  CHECK(feed.take(*page.stream)->starts_with("event: hello\n"));
  CHECK(feed.take(*page.stream)->empty());
  for (const char* text : {"1", "2", "3"}) feed.append("frames", text);
  feed.publish("live", "{}");
  CHECK(page.wakes == 2);
  CHECK(*feed.take(*page.stream) ==
        "event: frames\ndata: 1\n\nevent: frames\ndata: 2\n\nevent: frames\ndata: 3\n\nevent: live\ndata: "
        "{}\n\n");
  feed.publish("live", "{}");
  CHECK(page.wakes == 3);
}

TEST_CASE("of events that replace each other a slow page gets the last one") {
  view::Feed feed;
  const Listener page(feed);
  for (const char* text : {"1", "2", "3"}) feed.publish("changed", text);
  CHECK_THAT(*feed.take(*page.stream),
             Catch::EndsWith("event: changed\ndata: 3\n\n") && !Catch::Contains("data: 2"));
}

TEST_CASE("a page that is too slow for events that continue each other is woken, and its stream ends") {
  view::Feed feed;
  Listener page(feed);
  static_cast<void>(feed.take(*page.stream));
  const int before = page.wakes;
  for (int k = 0; k < 3; ++k) feed.append("frames", std::string(view::backlog_limit / 2, '1'));
  CHECK(page.wakes > before);
  CHECK_FALSE(feed.take(*page.stream));
}

TEST_CASE("after the end a page gets the last events, then nothing") {
  view::Feed feed;
  Listener page(feed);
  static_cast<void>(feed.take(*page.stream));
  feed.close("over", 0);
  CHECK(page.wakes == 2);
  CHECK_THAT(*feed.take(*page.stream), Catch::Contains("event: bye"));
  CHECK_FALSE(feed.take(*page.stream));
  CHECK(Listener(feed, "page-two").stream == nullptr);
}
