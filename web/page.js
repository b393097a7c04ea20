// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What pages with a picture share besides it: elements, rows of tables, numbers. It stands first in their script.
"use strict";

const element = (id) => document.getElementById(id);
const axes = ["x", "y", "z"];

function make(tag, text, attributes = {}) {
  const node = document.createElement(tag);
  if (text !== undefined) node.textContent = text;
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

function addRow(table, label, value) {
  const row = table.insertRow();
  row.append(make("th", label), make("td", value));
}

const fixed = (value, decimals) => value.toFixed(decimals).replace(/^-(0\.?0*)$/, "$1").replace("-", "−");
