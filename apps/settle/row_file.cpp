// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "row_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "jam/core/error.hpp"
#include "jam/io/output_place.hpp"

namespace jam::app {
namespace {

namespace fs = std::filesystem;

constexpr double flush_interval = 1;  // [s]

/// Whether the first `bytes` of a file end with this row.
bool has_rows(const fs::path& file, std::uint64_t bytes, const std::string& last_row) {
  std::error_code error;
  if (file.empty() || !fs::is_regular_file(file, error) || fs::file_size(file, error) < bytes || error)
    return false;
  std::ifstream stream(file, std::ios::binary);
  stream.seekg(static_cast<std::streamoff>(bytes - last_row.size()));
  std::string found(last_row.size(), '\0');
  stream.read(found.data(), static_cast<std::streamsize>(found.size()));
  return stream && found == last_row;
}

/// The last line of `text`, with its end.
std::string last_line(const std::string& text) {
  const std::size_t end = text.size() > 1 ? text.rfind('\n', text.size() - 2) : std::string::npos;
  return end == std::string::npos ? text : text.substr(end + 1);
}

}  // namespace

RowFile::RowFile(fs::path file, std::string heading, OutputFaults& faults)
    : file_(std::move(file)), heading_(std::move(heading)), faults_(faults) {}

void RowFile::flush() {
  flushed_at_ = clock_.elapsed();
  if (!std::exchange(begun_, true)) pending_.insert(0, heading_);
  if (pending_.empty()) return;
  std::string error;
  try {
    if (!partial_) partial_.emplace(io::PartialFile::create(file_));
    source_ = partial_->name().string();
    const std::size_t written = partial_->append(pending_);
    bytes_ += written;
    if (written > 0) last_row_ = last_line(pending_.substr(0, written));
    pending_.erase(0, written);
    if (partial_->error() != 0) io::fail_output(partial_->name(), partial_->error());
  } catch (const InputError& failure) {
    faults_.add(option(), failure.what());
    if (pending_.size() <= pending_limit) return;
    gap_ = true;
    pending_.clear();
  }
}

void RowFile::add(const std::string& row) {
  if (file_.empty()) return;
  pending_ += row;
  if (clock_.elapsed() - flushed_at_ > flush_interval) flush();
}

bool RowFile::finish() {
  if (file_.empty()) return false;
  flush();
  if (gap_ || !pending_.empty() || !faults_.attempt(option(), [&] { partial_->finish(); })) return false;
  faults_.mend(option());
  return true;
}

void RowFile::write(io::StateWriter& state) {
  if (!file_.empty()) flush();
  if (partial_) partial_->flush();
  // Rows that went into a pipe cannot be read again.
  const bool readable = !partial_ || !partial_->direct();
  state.write(std::string_view(readable ? source_ : ""));
  state.write(readable ? bytes_ : 0);
  state.write(std::string_view(readable ? last_row_ : ""));
  state.write(std::string_view(readable ? pending_ : ""));
  state.write(gap_);
}

bool RowFile::read(io::StateReader& state) {
  source_ = state.read_text();
  bytes_ = state.read<std::uint64_t>();
  last_row_ = state.read_text();
  pending_ = state.read_text();
  gap_ = state.read<bool>();
  if (last_row_.size() > bytes_ || bytes_ > (std::uint64_t{1} << 62))
    io::fail_state("its rows of --csv have no end");
  begun_ = bytes_ > 0 || !pending_.empty();
  if (!begun_ || file_.empty()) return begun_;
  if (gap_) faults_.add(option(), "rows before the checkpoint are missing, as they could not be written");
  if (bytes_ == 0) return true;

  // The run before may have given its file the name of the output, and the folder may have been moved since.
  const fs::path named = io::name_of_partial(source_);
  const fs::path folder = io::folder_of(io::output_place(file_).target);
  std::vector<fs::path> places{source_, named, folder / fs::path(source_).filename(),
                               folder / named.filename(), file_};
  const auto found = std::find_if(places.begin(), places.end(),
                                  [&](const fs::path& place) { return has_rows(place, bytes_, last_row_); });
  if (found == places.end()) {
    throw InputError(
        fmt::format("{}: the rows up to the checkpoint are no longer in {}{}; without --csv the run goes on",
                    option(), source_, named.empty() ? "" : " or " + named.filename().string()));
  }
  take_over(*found);
  return true;
}

void RowFile::take_over(const fs::path& source) {
  if (std::optional<io::PartialFile> same = io::PartialFile::reopen(file_, source, bytes_)) {
    partial_.emplace(std::move(*same));
  } else {
    partial_.emplace(io::PartialFile::create(file_));
    try {
      copy_rows(source);
    } catch (const InputError&) {
      std::error_code error;
      if (!partial_->direct()) fs::remove(partial_->name(), error);
      throw;
    }
  }
  source_ = partial_->name().string();
}

void RowFile::copy_rows(const fs::path& source) {
  std::ifstream rows(source, std::ios::binary);
  std::string block(1 << 20, '\0');
  for (std::uint64_t left = bytes_; left > 0;) {
    rows.read(block.data(), static_cast<std::streamsize>(std::min<std::uint64_t>(left, block.size())));
    const std::string_view part(block.data(), rows.gcount());
    if (part.empty()) throw InputError(fmt::format("{}: {} cannot be read", option(), source.string()));
    if (partial_->append(part) < part.size()) io::fail_output(partial_->name(), partial_->error());
    left -= part.size();
  }
}

}  // namespace jam::app
