// A comment that was put away leaves a row in its place that takes it back, as on the field's list.
import { store as coreStore } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { createInterpolateElement, createPortal, useLayoutEffect, useState } from "@wordpress/element";
import { __, sprintf } from "@wordpress/i18n";
import { useSay } from "../../parts/say.js";

const words = { trash: __("Comment by <strong>%s</strong> moved to the Trash."), spam: __("Comment by <strong>%s</strong> marked as spam.") };

// useUndo gives a function that has an action leave such rows, and these rows.
export function useUndo() {
  const { saveEntityRecord } = useDispatch(coreStore);
  const [gone, setGone] = useState([]);
  const say = useSay();
  const forget = (id) => setGone((had) => had.filter((one) => one.id !== id));
  const set = (id, status) => saveEntityRecord("root", "comment", { id, status }, { throwOnError: true });
  const leaves = (action) => ({
    ...action,
    callback: async (items, how) => {
      const row = items.length === 1 && !how?.bulk && document.getElementById("comment-" + items[0].id);
      // Where the list is no table, a notice takes it back.
      if (!row) return action.callback(items, how);
      const [{ id, author_name: author }] = items;
      const next = row.nextElementSibling;
      if (await say(() => set(id, action.id))) setGone((had) => [...had.filter((one) => one.id !== id), { id, author: author || __("Anonymous"), status: action.id, next }]);
    },
  });
  const undo = async ({ id, status }) => {
    if (await say(() => set(id, "un" + status))) forget(id);
  };
  return [leaves, gone.map((one) => <Undo key={one.id} one={one} onUndo={() => undo(one)} />)];
}

function Undo({ one: { id, author, status, next }, onUndo }) {
  const [cell, setCell] = useState(null);
  useLayoutEffect(() => {
    const row = document.createElement("tr");
    row.id = "undo-" + id;
    row.className = "undo un" + status;
    const td = document.createElement("td");
    td.colSpan = 99;
    row.append(td);
    const place = () => {
      const body = document.getElementById("the-comment-list");
      if (body && !row.isConnected) body.insertBefore(row, next?.parentNode === body ? next : null);
    };
    place();
    setCell(td);
    // A table that becomes empty, or comes back, is another one.
    const tables = new MutationObserver(place);
    tables.observe(document.querySelector(".quoin-list"), { childList: true, subtree: true });
    return () => { tables.disconnect(); row.remove(); };
  }, [id, status, next]);
  if (!cell) return null;
  return createPortal(
    <div className={status + "-undo-inside"} role="status">
      {createInterpolateElement(sprintf(words[status], "<name />"), { strong: <strong />, name: <>{author}</> })} <span className={"undo un" + status}><a href="#" role="button" onKeyDown={(event) => { if (event.key === " ") { event.preventDefault(); onUndo(); } }} onClick={(event) => { event.preventDefault(); onUndo(); }}>{__("Undo")}</a></span>
    </div>, cell);
}
