// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Plain values as bytes, in the byte order of this machine: the state of a search on its way into a
// checkpoint and back, and messages between the ranks of a search. Values are read in the order in which they
// were written. The bytes are protected elsewhere (checkpoint_file.hpp has checksums); only their number is
// checked here.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "jam/core/error.hpp"

namespace jam::io {

/// The bytes of a checkpoint are no state of this search: too few, a length or a value that cannot be,
/// another search. The shell names the file.
class StateError : public InputError {
 public:
  using InputError::InputError;
};

/// Types that may be written as their bytes in memory: numbers, enums, and structs of them without pointers
/// or gaps.
template <class Value>
concept PlainValue = std::is_trivially_copyable_v<Value> && !std::is_pointer_v<Value>;

/// Appends values to a string of bytes.
class StateWriter {
 public:
  /// The bytes of the value in memory.
  template <PlainValue Value>
  void write(const Value& value) {
    append(&value, sizeof(Value));
  }

  /// The length, then the elements.
  template <PlainValue Value>
  void write(const std::vector<Value>& values) {
    write(values, values.size());
  }

  /// Writes the first `count` elements of `values`, which must have at least `count`.
  template <PlainValue Value>
  void write(const std::vector<Value>& values, std::size_t count) {
    write(static_cast<std::uint64_t>(count));
    append(values.data(), count * sizeof(Value));
  }
  /// The length in bytes, then the bytes of the text.
  void write(std::string_view text) {
    write(static_cast<std::uint64_t>(text.size()));
    append(text.data(), text.size());
  }

  /// The bytes; nothing may be written afterwards.
  [[nodiscard]] std::string finish() { return std::move(bytes_); }

 private:
  void append(const void* data, std::size_t size) {
    if (size > 0) bytes_.append(static_cast<const char*>(data), size);
  }

  std::string bytes_;
};

/// Reads values from a string of bytes, which must outlive the reader. Throws StateError if there are too few
/// bytes, or if a length is impossible.
class StateReader {
 public:
  explicit StateReader(std::string_view bytes) : bytes_(bytes) {}

  /// A truth value must be 0 or 1. Enumerations are not checked.
  template <PlainValue Value>
  [[nodiscard]] Value read() {
    if constexpr (std::is_same_v<Value, bool>) {
      const auto value = read<std::uint8_t>();
      if (value > 1) fail();
      return value == 1;
    } else {
      Value value;
      copy(&value, sizeof(Value));
      return value;
    }
  }
  /// Reads a vector that StateWriter wrote. Memory is taken only once its bytes are known to be there.
  template <PlainValue Value>
  [[nodiscard]] std::vector<Value> read_vector() {
    std::vector<Value> values(length(sizeof(Value)));
    copy(values.data(), values.size() * sizeof(Value));
    return values;
  }
  /// read() and read_vector() by the type of the variable.
  template <PlainValue Value>
  void read_into(Value& value) {
    value = read<Value>();
  }
  template <PlainValue Value>
  void read_into(std::vector<Value>& values) {
    values = read_vector<Value>();
  }
  /// The number of elements that follow, each of at least `element` bytes: no more than the remaining bytes
  /// hold. For elements that are read one by one.
  [[nodiscard]] std::size_t read_count(std::size_t element) { return length(element); }

  /// Bytes that were not read yet.
  [[nodiscard]] std::size_t remaining() const { return bytes_.size(); }

  /// Reads a text that StateWriter wrote; any bytes, not checked as UTF-8.
  [[nodiscard]] std::string read_text() {
    std::string text(length(1), '\0');
    copy(text.data(), text.size());
    return text;
  }

  /// Throws StateError unless everything was read.
  void finish() const {
    if (!bytes_.empty()) fail();
  }

 private:
  [[noreturn]] static void fail() {
    throw StateError(
        "the state in the checkpoint has another size than this version writes: resume with the version that "
        "wrote it");
  }
  [[nodiscard]] std::size_t length(std::size_t element) {
    const auto count = read<std::uint64_t>();
    if (count > bytes_.size() / element) fail();
    return static_cast<std::size_t>(count);
  }
  void copy(void* data, std::size_t size) {
    if (size > bytes_.size()) fail();
    if (size > 0) std::memcpy(data, bytes_.data(), size);
    bytes_.remove_prefix(size);
  }

  std::string_view bytes_;
};

/// Several values and vectors, one after the other: the same list writes and reads the fields of an object.
template <class... Values>
void write_all(StateWriter& state, const Values&... values) {
  (state.write(values), ...);
}
template <class... Values>
void read_all(StateReader& state, Values&... values) {
  (state.read_into(values), ...);
}

/// Largest count of work or of rounds in a state: sums of a few still fit.
inline constexpr long long state_count_limit = 1'000'000'000'000'000'000;

/// Whether a count of work or of rounds can be.
[[nodiscard]] inline bool is_count(long long value) { return value >= 0 && value <= state_count_limit; }

/// Throws the StateError for a state that does not fit the search that reads it; `what` is a clause such as
/// "it has other circles".
[[noreturn]] void fail_state(std::string_view what);

/// The tag begins the state of a search: its name, a space, and the version of the state's layout, for
/// example "multistart 4". Reading throws StateError for the state of another search, and for one of another
/// version.
void write_tag(StateWriter& state, std::string_view tag);
void read_tag(StateReader& state, std::string_view tag);

}  // namespace jam::io
