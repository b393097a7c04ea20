// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/archive/fingerprint.hpp"

#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/string_generator.hpp>
#include <boost/uuid/uuid_io.hpp>

namespace jam::archive {

std::string fingerprint(std::string_view text) {
  static const boost::uuids::uuid space = boost::uuids::string_generator()(fingerprint_namespace);
  return boost::uuids::to_string(boost::uuids::name_generator_sha1(space)(text.data(), text.size()));
}

std::string fingerprint(std::initializer_list<std::string_view> fields) {
  std::string text;
  for (const std::string_view field : fields) {
    text += std::to_string(field.size()) + ":";
    text += field;
    text += ",";
  }
  return fingerprint(text);
}

}  // namespace jam::archive
