// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/io/pictures/png.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace jam::io {
namespace {

/// Four bytes, the highest one first.
std::string big_endian(std::uint32_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xff);
  return bytes;
}

/// The cyclic redundancy check of PNG: the polynomial of ISO 3309.
std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t crc = 0xffffffffU;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xedb88320U : 0);
  }
  return ~crc;
}

/// The checksum of zlib streams (RFC 1950).
std::uint32_t adler32(std::string_view bytes) {
  std::uint32_t low = 1, high = 0;
  for (const char byte : bytes) {
    low = (low + static_cast<unsigned char>(byte)) % 65521;
    high = (high + low) % 65521;
  }
  return high << 16 | low;
}

std::string chunk(std::string_view name, std::string_view data) {
  const std::string body = std::string(name) + std::string(data);
  return big_endian(static_cast<std::uint32_t>(data.size())) + body + big_endian(crc32(body));
}

/// Bits of a Deflate stream.
class BitWriter {
 public:
  /// The lowest `count` bits, the lowest one first.
  void add(std::uint32_t bits, int count) {
    held_ |= static_cast<std::uint64_t>(bits) << held_count_;
    held_count_ += count;
    for (; held_count_ >= 8; held_count_ -= 8, held_ >>= 8) bytes_ += static_cast<char>(held_ & 0xff);
  }
  /// A Huffman code, its highest bit first.
  void add_code(std::uint32_t code, int count) {
    for (int bit = count - 1; bit >= 0; --bit) add(code >> bit & 1, 1);
  }
  /// A literal, a length or the end of a block in the fixed code.
  void add_symbol(int symbol) {
    if (symbol < 144) add_code(0x30 + symbol, 8);
    else if (symbol < 256) add_code(0x190 + symbol - 144, 9);
    else if (symbol < 280) add_code(symbol - 256, 7);
    else add_code(0xc0 + symbol - 280, 8);
  }
  [[nodiscard]] std::string finish() {
    if (held_count_ > 0) add(0, 8 - held_count_);
    return std::move(bytes_);
  }

 private:
  std::uint64_t held_ = 0;
  int held_count_ = 0;
  std::string bytes_;
};

/// A code with extra bits for each of the values from `first` on.
struct Band {
  int first, extra;
};

/// Number of the band that holds a value. Bands double their widths after each `group` bands; the first ones
/// hold one value each.
int band_of(int value, const std::vector<Band>& bands) {
  const auto next = std::upper_bound(bands.begin(), bands.end(), value,
                                     [](int v, const Band& band) { return v < band.first; });
  return static_cast<int>(next - bands.begin()) - 1;
}

std::vector<Band> bands(int first, int plain, int group, int count) {
  std::vector<Band> all;
  for (int k = 0; k < count; ++k) {
    const int extra = k < plain ? 0 : (k - plain) / group + 1;
    all.push_back({first, extra});
    first += 1 << extra;
  }
  return all;
}

constexpr int least_match = 4, longest_match = 258, farthest = 32768;

/// One block with the fixed codes. A hash of four bytes finds the last place where they occurred.
std::string deflate(std::string_view data) {
  static const std::vector<Band> lengths = [] {
    std::vector<Band> all = bands(3, 8, 4, 28);
    all.push_back({longest_match, 0});  // The longest one has a code of its own.
    return all;
  }();
  static const std::vector<Band> distances = bands(1, 4, 2, 30);
  const auto byte = [&](std::size_t at) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(data[at]));
  };
  constexpr int hash_bits = 15;
  std::vector<std::ptrdiff_t> last(1 << hash_bits, -1);
  BitWriter bits;
  bits.add(1, 1);  // The last block,
  bits.add(1, 2);  // with fixed codes.
  std::size_t at = 0;
  while (at < data.size()) {
    int length = 0;
    std::ptrdiff_t from = -1;
    if (at + least_match <= data.size()) {
      const std::uint32_t four = byte(at) | byte(at + 1) << 8 | byte(at + 2) << 16 | byte(at + 3) << 24;
      std::ptrdiff_t& place = last[(four * 2654435761U) >> (32 - hash_bits)];
      from = place;
      place = static_cast<std::ptrdiff_t>(at);
      if (from >= 0 && static_cast<std::ptrdiff_t>(at) - from <= farthest) {
        const int limit = static_cast<int>(std::min<std::size_t>(longest_match, data.size() - at));
        while (length < limit && data[from + length] == data[at + length]) ++length;
      }
    }
    if (length < least_match) {
      bits.add_symbol(static_cast<int>(byte(at++)));
      continue;
    }
    const int band = band_of(length, lengths);
    bits.add_symbol(257 + band);
    bits.add(length - lengths[band].first, lengths[band].extra);
    const int distance = static_cast<int>(static_cast<std::ptrdiff_t>(at) - from);
    const int code = band_of(distance, distances);
    bits.add_code(code, 5);
    bits.add(distance - distances[code].first, distances[code].extra);
    at += length;
  }
  bits.add_symbol(256);
  return bits.finish();
}

}  // namespace

std::string png_file(const std::vector<std::uint8_t>& pixels, int width, int height) {
  const std::size_t row = 3 * static_cast<std::size_t>(width);
  std::string rows;
  rows.reserve((row + 1) * height);
  for (int y = 0; y < height; ++y) {
    const std::uint8_t* own = pixels.data() + y * row;
    rows += static_cast<char>(2);  // Differences from the row above.
    for (std::size_t k = 0; k < row; ++k) {
      const std::uint8_t above =
          y > 0 ? own[static_cast<std::ptrdiff_t>(k) - static_cast<std::ptrdiff_t>(row)] : std::uint8_t{0};
      rows += static_cast<char>(own[k] - above);
    }
  }
  std::string header = big_endian(width) + big_endian(height);
  header += {8, 2, 0, 0, 0};  // Eight bits, red, green and blue; not interlaced.
  const std::string data = "\x78\x01" + deflate(rows) + big_endian(adler32(rows));
  return "\x89PNG\r\n\x1a\n" + chunk("IHDR", header) + chunk("IDAT", data) + chunk("IEND", {});
}

}  // namespace jam::io
