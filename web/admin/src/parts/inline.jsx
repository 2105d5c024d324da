// A form in the place of a row of a table, or of a line of a list, as the lists of the field edit quickly. Where a list
// isn't drawn as a table it is a window.
import { Modal } from "@wordpress/components";
import { createPortal, useEffect, useLayoutEffect, useRef, useState } from "@wordpress/element";

const rows = "#the-list, #the-comment-list";

// Inline stands after the row with the id "after", which is hidden meanwhile unless it is "shown", or before all
// rows without one. What opened it, or the action with the class "action", has the focus again when it is gone. "id" and "className" are those of its own row, and "role" is what it is told as.
export function Inline({ root, after, shown = false, action = "inline", id, className, label, role = "region", onClose, children }) {
  const [cell, setCell] = useState(null);
  const held = useRef(null);
  useLayoutEffect(() => {
    const body = root?.querySelector(rows);
    const row = after ? root?.querySelector("#" + after) : null;
    if (!body || (after && !row)) return undefined;
    const [outer, inner] = body.tagName === "UL" ? ["li", "div"] : ["tr", "td"];
    const own = document.createElement(outer);
    const td = document.createElement(inner);
    own.id = id;
    own.className = "quoin-inline inline-editor " + className;
    if (inner === "td") td.colSpan = 99;
    own.append(td);
    body.insertBefore(own, row ? row.nextSibling : body.firstChild);
    const opener = row?.contains(document.activeElement) ? document.activeElement : null;
    if (row) row.hidden = !shown;
    setCell(td);
    return () => {
      own.remove();
      if (!row) return;
      row.hidden = false;
      (opener?.isConnected ? opener : row.querySelector(`.row-actions .${action} button`))?.focus();
    };
  }, [root, after, shown, action, id, className]);
  useEffect(() => {
    const first = cell && held.current?.querySelector("input:not([type=checkbox]), textarea, select, button");
    if (!first) return;
    first.focus();
    // What is typed goes on from the text that is there. Only texts have such a place.
    if (typeof first.selectionStart === "number") first.setSelectionRange(first.value.length, first.value.length);
  }, [cell]);
  const body = (
    <fieldset ref={held} className="quoin-inline__fields" role={role} aria-label={label} onKeyDown={(event) => { if (event.key === "Escape" && !event.defaultPrevented) { event.preventDefault(); onClose(); } }}>
      <legend className="inline-edit-legend">{label}</legend>
      {children}
    </fieldset>
  );
  if (cell) return createPortal(body, cell);
  return root?.querySelector(rows) ? null : <Modal title={label} onRequestClose={onClose}>{children}</Modal>;
}
