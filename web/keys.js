// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Keys of the page. All are in one list, which "?" shows: what is listed works, and nothing else does.

const keyList = [];  // { keys, text, run }

/// `keys` as in KeyboardEvent.key, with "Ctrl+" and "Shift+" in front where these belong to it; without a text a key is not listed.
function addKey(keys, text, run) {
  keyList.push({ keys: [keys].flat(), text, run });
}

const keyNames = { " ": "space", Escape: "Esc", Delete: "Del", Insert: "Ins", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", "-": "−" };

function listKeys() {
  const table = element("key-table");
  table.replaceChildren();
  for (const { keys, text } of keyList) {
    if (!text) continue;
    const row = table.insertRow();
    const head = make("th");
    const caps = [];
    for (const key of keys) {
      if (key === "=") continue;  // The key of + without Shift.
      for (const part of key === "+" ? ["+"] : key.split("+")) if (!caps.includes(part)) caps.push(part);
    }
    for (const cap of caps) head.append(make("kbd", keyNames[cap] || cap), " ");
    row.append(head, make("td", text));
  }
}

/// Whether a key belongs to the element that has the focus.
function isTaken(event) {
  const { target } = event;
  if (target.tagName === "SELECT" || (target.tagName === "INPUT" && ["number", "text"].includes(target.type))) return true;
  if (target.tagName === "INPUT" && target.type === "range") return event.key.startsWith("Arrow");
  if (target.closest && target.closest(".scroll") && (event.key === " " || event.key.startsWith("Arrow"))) return true;
  if (event.key === "Enter" || event.key === " ") return ["BUTTON", "SUMMARY"].includes(target.tagName) || target.type === "checkbox";
  return false;
}

function connectKeys() {
  const help = element("help");
  const toggleHelp = () => (help.open ? help.close() : help.showModal());
  addKey("?", "this list", toggleHelp);
  element("show-help").addEventListener("click", toggleHelp);
  element("close-help").addEventListener("click", () => help.close());
  listKeys();
  document.addEventListener("keydown", (event) => {
    if (event.metaKey || event.altKey || isTaken(event)) return;
    if (document.querySelector("dialog[open]") && !(help.open && event.key === "?")) return;
    const arrows = event.shiftKey && event.key.startsWith("Arrow") ? "Shift+" : "";
    const name = (event.ctrlKey ? "Ctrl+" : arrows) + event.key;
    const found = keyList.find(({ keys }) => keys.includes(name));
    if (!found || found.run(event) === false) return;
    event.preventDefault();
  });
  // A press with the mouse does not move the focus to a button, which the next Enter or space would press again.
  document.addEventListener("mousedown", (event) => {
    if (event.target.closest && event.target.closest("button")) event.preventDefault();
  });
}
