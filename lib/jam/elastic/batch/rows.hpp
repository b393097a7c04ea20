// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// One small contact on one thread of the CPU, compiled once per instruction set.
#pragma once

#include "jam/core/isa.hpp"
#include "jam/elastic/batch/contact.hpp"

namespace jam::elastic {

/// Solves contact `k` of the batch.
using SmallRow = void(const SmallBatch& batch, int k);

extern const IsaTable<SmallRow> small_row;

}  // namespace jam::elastic
