// What lists tell beside the records that the API gives them. All rows of a page are asked
// for at once.
import { useEffect, useState } from "@wordpress/element";
import { __, _n, sprintf } from "@wordpress/i18n";
import { addQueryArgs } from "@wordpress/url";
import { askPage } from "./forms.js";

// countsOf makes a function that promises the count of a record: those that are asked for in
// one turn go together. "path" is the page that tells them, and "what" what it calls them.
export function countsOf(base, path, what) {
  let waiting = null;
  return (id) => {
    if (!waiting) {
      const ids = new Set();
      const answer = new Promise((done) => setTimeout(() => {
        waiting = null;
        askPage(addQueryArgs(base + path, { data: what, ids: [...ids].join(",") })).then((told) => done(told[what]), () => done({}));
      }, 0));
      waiting = { ids, answer };
    }
    waiting.ids.add(id);
    return waiting.answer.then((all) => all[id]);
  };
}

function useCount(counts, id) {
  const [count, setCount] = useState(undefined);
  useEffect(() => {
    let wanted = true;
    counts(id).then((n) => wanted && setCount(n));
    return () => { wanted = false; };
  }, [counts, id]);
  return count;
}

// Counted is a count as a link, with words for those who don't see the column.
export function Counted({ counts, id, href, words }) {
  const n = useCount(counts, id);
  if (!n) return <span aria-hidden="true">0</span>;
  return <a href={href}><span aria-hidden="true">{n}</span><span className="screen-reader-text">{words(n)}</span></a>;
}

// Comments are how many an entry has, and how many of these wait, each a link to them.
export function Comments({ counts, id, base }) {
  const [approved, pending] = useCount(counts, id) ?? [0, 0];
  const at = `${base}edit-comments.php?p=${id}&comment_status=`;
  return (
    <div className="post-com-count-wrapper">
      {approved > 0
        ? <a className="post-com-count post-com-count-approved" href={at + "approved"}><span className="comment-count-approved" aria-hidden="true">{approved}</span><span className="screen-reader-text">{pending > 0 ? sprintf(_n("%d approved comment", "%d approved comments", approved), approved) : sprintf(_n("%d comment", "%d comments", approved), approved)}</span></a>
        : <><span aria-hidden="true">—</span><span className="screen-reader-text">{pending > 0 ? __("No approved comments") : __("No comments")}</span></>}
      {pending > 0 && <a className="post-com-count post-com-count-pending" href={at + "moderated"}><span className="comment-count-pending" aria-hidden="true">{pending}</span><span className="screen-reader-text">{sprintf(_n("%d pending comment", "%d pending comments", pending), pending)}</span></a>}
    </div>
  );
}
