// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "row_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "jam/core/error.hpp"

namespace jam::app {
namespace {

namespace fs = std::filesystem;

constexpr double flush_interval = 1;  // [s]

fs::path partial(fs::path file) { return file += ".partial"; }

/// Whether the first `bytes` of a file end with this row.
bool has_rows(const fs::path& file, std::uint64_t bytes, const std::string& last_row) {
  std::error_code error;
  if (!fs::is_regular_file(file, error) || fs::file_size(file, error) < bytes || error) return false;
  std::ifstream stream(file, std::ios::binary);
  stream.seekg(static_cast<std::streamoff>(bytes - last_row.size()));
  std::string found(last_row.size(), '\0');
  stream.read(found.data(), static_cast<std::streamsize>(found.size()));
  return stream && found == last_row;
}

}  // namespace

void RowFile::fail(const std::string& what) const { throw InputError(fmt::format("--csv {}: {}", file_.string(), what)); }

void RowFile::open() {
  std::error_code error;
  const bool exists = fs::exists(file_, error);
  // /dev/stdout may well be an ordinary file, but one that others hold open.
  direct_ = exists && (!fs::is_regular_file(file_, error) || file_.string().starts_with("/dev/"));
  // Of a link, the file it points to is replaced.
  target_ = direct_ ? file_ : partial(exists ? fs::canonical(file_, error) : file_);
  const fs::path source = source_;
  if (bytes_ > 0 && source != target_ && !direct_) {
    fs::copy_file(source, target_, fs::copy_options::overwrite_existing, error);
    if (error) fail(fmt::format("the rows so far cannot be taken over from {}: {}", source.string(), error.message()));
  }
  if (bytes_ > 0 && !direct_) {
    fs::resize_file(target_, bytes_, error);
    if (error) fail(error.message());
  }
  stream_.open(target_, direct_ || bytes_ > 0 ? std::ios::binary | std::ios::app : std::ios::binary);
  if (!stream_) fail("it cannot be written");
  if (direct_ && bytes_ > 0) {
    std::ifstream rows(source, std::ios::binary);
    std::string block(1 << 16, '\0');
    for (std::uint64_t left = bytes_; left > 0 && rows;) {
      rows.read(block.data(), static_cast<std::streamsize>(std::min<std::uint64_t>(left, block.size())));
      stream_.write(block.data(), rows.gcount());
      left -= static_cast<std::uint64_t>(rows.gcount());
    }
  }
  source_ = fs::absolute(target_).string();
  if (bytes_ == 0) {
    pending_ = heading_;
    bytes_ = heading_.size();
    last_row_ = heading_;
  }
}

void RowFile::flush() {
  stream_ << pending_ << std::flush;
  pending_.clear();
  flushed_at_ = clock_.elapsed();
  if (!stream_) fail("it cannot be written: the disk may be full");
}

void RowFile::add(const std::string& row) {
  if (file_.empty()) return;
  if (!stream_.is_open()) open();
  pending_ += row;
  bytes_ += row.size();
  last_row_ = row;
  if (clock_.elapsed() - flushed_at_ > flush_interval) flush();
}

void RowFile::finish() {
  if (file_.empty()) return;
  if (!stream_.is_open()) open();
  flush();
  stream_.close();
  if (direct_) return;
  fs::path name = target_;
  name.replace_extension();
  std::error_code error;
  fs::rename(target_, name, error);
  if (error) fail(fmt::format("{} cannot be renamed: {}", target_.string(), error.message()));
}

void RowFile::write(io::StateWriter& state) {
  if (stream_.is_open()) flush();
  // What went into a pipe cannot be read again.
  state.write(std::string_view(direct_ ? "" : source_));
  state.write(direct_ ? 0 : bytes_);
  state.write(std::string_view(direct_ ? "" : last_row_));
}

bool RowFile::read(io::StateReader& state) {
  source_ = state.read_text();
  bytes_ = state.read<std::uint64_t>();
  last_row_ = state.read_text();
  if (bytes_ == 0 || file_.empty()) return bytes_ > 0;
  if (has_rows(source_, bytes_, last_row_)) return true;
  // The run before gave the file its name.
  fs::path name = source_;
  name.replace_extension();
  if (!has_rows(name, bytes_, last_row_)) {
    fail(fmt::format("the rows up to the checkpoint are no longer in {} or {}; without --csv the run goes on", source_,
                     name.filename().string()));
  }
  source_ = name.string();
  return true;
}

}  // namespace jam::app
