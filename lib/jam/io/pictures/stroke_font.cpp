// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/io/pictures/stroke_font.hpp"

#include <algorithm>

namespace jam::io {
namespace {

/// The printable characters of ASCII from the space on. Each pair of digits is a point: x from 0 to 4, y from
/// 0 (below the base line) over 2 (base line) and 6 (small letters) to 8 (capitals). A blank lifts the pen.
constexpr std::string_view glyphs[] = {
    "",                                  // space
    "0203 0508",                         // !
    "0708 2728",                         // "
    "1218 3238 0444 0646",               // #
    "473818070615354443321203 2921",     // $
    "0248 0718 3243",                    // %
    "42161728370403122244",              // &
    "0708",                              // '
    "18060412",                          // (
    "08161402",                          // )
    "0545 1337 1733",                    // *
    "0545 2327",                         // +
    "1301",                              // ,
    "0535",                              // -
    "0203",                              // .
    "0248",                              // /
    "183847433212030718",                // 0
    "062822",                            // 1
    "07183847460242",                    // 2
    "07183847463525 354443321203",       // 3
    "380444 3832",                       // 4
    "480805354443321203",                // 5
    "473818070312324344351504",          // 6
    "084812",                            // 7
    "15060718384746351504031232434435",  // 8
    "031232434738180706153546",          // 9
    "0203 0506",                         // :
    "1301 1516",                         // ;
    "470543",                            // <
    "0444 0646",                         // =
    "074503",                            // >
    "071838474624 2322",                 // ?
    "34353626242333444738180703122242",  // @
    "022842 1434",                       // A
    "02083847463505 3544433202",         // B
    "4738180703123243",                  // C
    "02082846442202",                    // D
    "42020848 0535",                     // E
    "020848 0535",                       // F
    "47381807031232434525",              // G
    "0208 4248 0545",                    // H
    "0222 1218 0828",                    // I
    "4843321203",                        // J
    "0208 480542",                       // K
    "080242",                            // L
    "0208254842",                        // M
    "02084248",                          // N
    "183847433212030718",                // O
    "02083847463505",                    // P
    "183847433212030718 2442",           // Q
    "02083847463505 2542",               // R
    "473818070615354443321203",          // S
    "0848 2822",                         // T
    "080312324348",                      // U
    "082248",                            // V
    "0812253248",                        // W
    "0248 0842",                         // X
    "082548 2522",                       // Y
    "08480242",                          // Z
    "18080212",                          // [
    "0842",                              // backslash
    "08181202",                          // ]
    "062846",                            // ^
    "0242",                              // _
    "0817",                              // `
    "4642 4536160503123243",             // a
    "0802 0516364543321203",             // b
    "4536160503123243",                  // c
    "4842 4536160503123243",             // d
    "04444536160503123243",              // e
    "38281712 0636",                     // f
    "4641301001 4536160503123243",       // g
    "0802 0516364542",                   // h
    "0206 0708",                         // i
    "161100 1718",                       // j
    "0802 360432",                       // k
    "0802",                              // l
    "0602 05162522 25364542",            // m
    "0602 0516364542",                   // n
    "163645433212030516",                // o
    "0600 0516364543321203",             // p
    "4640 4536160503123243",             // q
    "0602 051636",                       // r
    "45361605143443321203",              // s
    "18132232 0636",                     // t
    "0603123243 4642",                   // u
    "062246",                            // v
    "0612253246",                        // w
    "0246 0642",                         // x
    "0622 461000",                       // y
    "06460242",                          // z
    "28171605141322",                    // {
    "0109",                              // |
    "08171625141302",                    // }
    "05163445",                          // ~
};
constexpr std::string_view frame = "0206464202";  ///< For all other characters.
constexpr double steps_of_size = 0.72 / 6, gap = 1.7, blank = 2;

/// Calls visit(glyph) for each character of the text.
template <class Visit>
void for_each_glyph(std::string_view text, const Visit& visit) {
  for (const char character : text) {
    const auto code = static_cast<unsigned char>(character);
    if (code >= 0x80 && code < 0xc0) continue;  // The rest of a character in UTF-8.
    visit(code >= ' ' && code <= '~' ? glyphs[code - ' '] : frame);
  }
}

double advance(std::string_view glyph) {
  int widest = 0;
  for (std::size_t k = 0; k + 1 < glyph.size(); k += 2) {
    if (glyph[k] == ' ') ++k;
    widest = std::max(widest, glyph[k] - '0');
  }
  return glyph.empty() ? blank + gap : widest + gap;
}

}  // namespace

std::vector<std::vector<DrawnPoint>> text_strokes(std::string_view text, DrawnPoint at, double size) {
  const double step = size * steps_of_size;
  std::vector<std::vector<DrawnPoint>> strokes;
  for_each_glyph(text, [&](std::string_view glyph) {
    bool down = false;
    for (std::size_t k = 0; k < glyph.size(); k += 2) {
      if (glyph[k] == ' ') {
        down = false;
        ++k;
      }
      if (!down) strokes.emplace_back();
      down = true;
      strokes.back().push_back({at.x + (glyph[k] - '0') * step, at.y - (glyph[k + 1] - '2') * step});
    }
    at.x += advance(glyph) * step;
  });
  return strokes;
}

double text_width(std::string_view text, double size) {
  double width = 0;
  for_each_glyph(text, [&](std::string_view glyph) { width += advance(glyph) * size * steps_of_size; });
  return width;
}

}  // namespace jam::io
