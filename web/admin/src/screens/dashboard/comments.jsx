// The latest comments, with what may be done with each, as on the field's dashboard.
import { store as coreStore, useEntityRecords } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { createInterpolateElement, useRef, useState } from "@wordpress/element";
import { __, sprintf } from "@wordpress/i18n";
import { Reply } from "../../parts/commenting.jsx";
import { RowActions, Views } from "../../parts/rows.jsx";
import { useSay } from "../../parts/say.js";
import { plain, words } from "../../parts/texts.jsx";

const entity = { kind: "root", name: "comment" };
const latest = { per_page: 5, context: "edit", status: "all", _embed: "up" };
const few = 120; // signs of a comment

export function Comments({ data }) {
  const { records } = useEntityRecords("root", "comment", latest);
  const { saveEntityRecord } = useDispatch(coreStore);
  const [open, setOpen] = useState(null);
  const root = useRef();
  const say = useSay();
  const to = (status) => async ([{ id }]) => say(() => saveEntityRecord("root", "comment", { id, status }, { throwOnError: true }));
  const is = (...states) => (item) => states.includes(item.status);
  const actions = [
    { id: "approve", label: __("Approve"), says: () => __("Approve this comment"), isEligible: is("hold"), callback: to("approve") },
    { id: "unapprove", label: __("Unapprove"), says: () => __("Unapprove this comment"), isEligible: is("approved"), callback: to("hold") },
    { id: "reply", label: __("Reply"), says: () => __("Reply to this comment"), Inline: true, callback: ([item]) => setOpen(item) },
    { id: "edit", label: __("Edit"), says: () => __("Edit this comment"), href: (item) => `${data.base}comment.php?action=editcomment&c=${item.id}` },
    { id: "spam", label: __("Spam"), says: () => __("Mark this comment as spam"), callback: to("spam") },
    { id: "trash", label: __("Trash"), says: () => __("Move this comment to the Trash"), isDestructive: true, callback: to("trash") },
    { id: "view", label: __("View"), says: () => __("View this comment"), isEligible: is("approved"), href: (item) => item.link },
  ];
  const at = data.base + "edit-comments.php?comment_status=";
  const views = [["all", "all", __("All")], ["moderated", "hold", __("Pending")], ["approved", "approve", __("Approved")], ["spam", "spam", __("Spam")], ["trash", "trash", __("Trash")]].map(([id, status, label]) => ({ id, label, href: at + id, ask: { status }, always: true }));
  return (
    <div id="latest-comments" className="activity-block" ref={root}>
      <h3>{__("Recent Comments")}</h3>
      <ul id="the-comment-list">
        {(records ?? []).map((item) => {
          const entry = item._embedded?.up?.[0];
          return (
            <li key={item.id} id={"comment-" + item.id} className={"comment comment-item " + (item.status === "hold" ? "unapproved" : item.status)}>
              <div className="dashboard-comment-wrap">
                <p className="comment-meta">
                  {createInterpolateElement(__("<name /> on <entry />"), { name: <cite className="comment-author">{item.author_name || __("Anonymous")}</cite>, entry: entry ? <a href={entry.link}>{plain(entry.title)}</a> : <>{"#" + item.post}</> })}
                  {item.status === "hold" && <> <span className="approve">{sprintf("[%s]", __("Pending"))}</span></>}
                </p>
                <blockquote><p>{shortened(words(item.content?.rendered))}</p></blockquote>
                <RowActions item={item} actions={actions} act={(action, items) => action.callback(items)} />
              </div>
            </li>
          );
        })}
      </ul>
      {records?.length === 0 && <p>{__("No comments found.")}</p>}
      {open && <Reply key={open.id} root={root.current} items={[open]} onClose={() => setOpen(null)} />}
      <Views views={views} {...entity} query={{ type: "" }} />
    </div>
  );
}

function shortened(text) {
  return text.length > few ? text.slice(0, few).trimEnd() + "…" : text;
}
