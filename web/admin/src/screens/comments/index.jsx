// Comments: those that wait are approved, answered, or put away, one or many at a time.
import apiFetch from "@wordpress/api-fetch";
import { Button } from "@wordpress/components";
import { useMemo, useState } from "@wordpress/element";
import { __, _n, sprintf } from "@wordpress/i18n";
import { check, commentReplyLink, trash } from "@wordpress/icons";
import { useChange, useDelete } from "../../parts/actions.jsx";
import { Comments as Counts, countsOf } from "../../parts/counts.jsx";
import { Empty } from "../../parts/empty.jsx";
import { List } from "../../parts/list.jsx";
import { editPage } from "../../parts/pages.js";
import { inList, plain, words } from "../../parts/texts.jsx";
import { Quick, Reply } from "../../parts/commenting.jsx";
import { useUndo } from "./undo.jsx";

const statuses = [["hold", __("Pending")], ["approve", __("Approved")], ["spam", __("Spam")], ["trash", __("Trash")]].map(([value, label]) => ({ value, label }));
const address = new URLSearchParams(window.location.search);
const link = address.get("comment_status");
// Addresses call two of them otherwise.
const status = { moderated: "hold", approved: "approve" }[link] ?? link;
const known = statuses.some((s) => s.value === status);
const linked = known ? { filters: [{ field: "status", operator: "is", value: status }] } : link === "all" || link === "mine" || ["p", "comment_type"].some((name) => address.has(name)) ? { filters: [] } : null;
const start = { titleField: "author_name", fields: ["content", "status", "post", "date"], sort: { field: "date", direction: "desc" } };
// A link to one comment shows it alone.
const only = Number(address.get("c"));
// A link may lead to the comments on one entry, or to those of the person.
const entry = Number(address.get("p"));
const writer = Number(address.get("user_id"));
// An address may ask for what people wrote, or for what other sites sent; all is shown without.
const types = [["comment", __("Comments")], ["pings", __("Pings")]];
const type = types.some(([value]) => value === address.get("comment_type")) ? address.get("comment_type") : "";
const overall = { _embed: "up", type: "", ...(entry ? { post: [entry] } : {}) };
const query = { ...overall, type, ...(only ? { include: [only] } : {}), ...(writer ? { author: [writer] } : {}) };
// Who doesn't moderate is shown what everybody is, and all comments on what they may edit. Lists are to have
// and to count just these.
const shownTo = (moderates, query) => (moderates ? query : { ...query, context: "view" });
const countExactly = (options, next) => next(options.path?.startsWith("/wp/v2/comments?") ? { ...options, headers: { ...options.headers, Prefer: "count=exact" } } : options);
// Without a filter everything is shown that isn't put away.
const ask = ({ status, ...more }) => ({ status: status ?? "all", ...more });
// What the API calls the state of a comment, and what it is told.
const told = { approved: "approve", hold: "hold", spam: "spam", trash: "trash" };
const entity = { kind: "root", name: "comment" };
// The id of what is said of them.
const notice = "moderated";
// What is said of comments whose state was changed.
const said = {
  approve: (n) => sprintf(_n("%d comment approved.", "%d comments approved.", n), n),
  hold: (n) => sprintf(_n("%d comment unapproved.", "%d comments unapproved.", n), n),
  spam: (n) => sprintf(_n("%d comment marked as spam.", "%d comments marked as spam.", n), n),
  trash: (n) => sprintf(_n("%d comment moved to the Trash.", "%d comments moved to the Trash.", n), n),
  untrash: (n) => sprintf(_n("%d comment restored from the Trash.", "%d comments restored from the Trash.", n), n),
  unspam: (n) => sprintf(_n("%d comment restored from the spam.", "%d comments restored from the spam.", n), n),
  gone: (n) => sprintf(_n("%d comment permanently deleted.", "%d comments permanently deleted.", n), n),
};

const classesOf = (item) => ["comment", { approved: "approved", hold: "unapproved" }[item.status] ?? item.status, "depth-1"];

// Filters narrow the list to a kind of comments, by an address.
function Filters({ data }) {
  const chosen = { comment_status: link, p: entry || null, user_id: writer || null };
  return (
    <form method="get" action={data.base + "edit-comments.php"} className="quoin-filters">
      {Object.entries(chosen).map(([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />)}
      <label className="screen-reader-text" htmlFor="filter-by-comment-type">{__("Filter by comment type")}</label>
      <select id="filter-by-comment-type" name="comment_type" className="quoin-select" defaultValue={type}>
        <option value="">{__("All comment types")}</option>
        {types.map(([value, label]) => <option key={value} value={value}>{label}</option>)}
      </select>
      <Button id="post-query-submit" type="submit" variant="secondary" __next40pxDefaultSize>{__("Filter")}</Button>
    </form>
  );
}

// Emptied are all comments that are spam, or all in the trash.
const Emptied = () => (
  <Empty entity={entity} label={status === "spam" ? __("Empty Spam") : __("Empty Trash")} path={() => "/wp/v2/comments"} query={{ ...overall, type, status }}
    gone={said.gone} notice={notice} />
);

// Author tells who wrote a comment, and whoever may moderate how to reach them and whence they did.
function Author({ data, item }) {
  return (
    <div className="quoin-author">
      <strong>{item.author_name || __("Anonymous")}</strong>
      {/^https?:\/\//i.test(item.author_url) && <a href={item.author_url} rel="noreferrer" dir="ltr">{item.author_url.replace(/^https?:\/\/(www\.)?|\/$/g, "")}</a>}
      {item.author_email && <a href={"mailto:" + item.author_email} dir="ltr">{item.author_email}</a>}
      {item.author_ip && <a href={data.base + "edit-comments.php?s=" + encodeURIComponent(item.author_ip)} dir="ltr">{item.author_ip}</a>}
    </div>
  );
}

// Response leads to the entry that a comment is on, and to the others on it.
function Response({ data, counts, item }) {
  const entry = item._embedded?.up?.[0];
  const title = plain(entry?.title) || "#" + item.post;
  return (
    <div className="response-links">
      <a className="comments-edit-item-link" href={data.may.moderate_comments ? editPage(data.base, item.post) : entry?.link ?? item.link}>{title}</a>
      <a className="comments-view-item-link" href={entry?.link ?? item.link}>{entry?.type === "page" ? __("View Page") : __("View Post")}</a>
      <Counts counts={counts} id={item.post} base={data.base} />
    </div>
  );
}

function Comments({ data }) {
  const counts = useMemo(() => countsOf(data.base, "edit.php", "comments"), [data]);
  const fields = useMemo(() => [
    { id: "author_name", label: __("Author"), style: { minWidth: 160 }, getValue: ({ item }) => item.author_name || __("Anonymous"), enableSorting: false, enableHiding: false, render: ({ item }) => <Author data={data} item={item} /> },
    { id: "content", label: __("Comment"), style: { minWidth: 320, maxWidth: 420 }, enableSorting: false, getValue: ({ item }) => words(item.content?.rendered), render: ({ item }) => <p className="quoin-words">{words(item.content?.rendered)}</p> },
    { id: "status", label: __("Status"), elements: statuses, filterBy: { operators: ["is"] }, enableSorting: false, getValue: ({ item }) => told[item.status] ?? item.status },
    { id: "post", label: __("In response to"), type: "integer", style: { align: "start", maxWidth: 180 }, filterBy: false, render: ({ item }) => <Response data={data} counts={counts} item={item} /> },
    { id: "date", label: __("Submitted on"), type: "datetime", render: ({ item }) => <div className="submitted-on">{item.status === "approved" ? <a href={item.link}>{inList(item.date)}</a> : inList(item.date)}</div> },
  ], [data, counts]);
  const may = data.may.moderate_comments;
  useState(() => may || apiFetch.use(countExactly)); // before the list asks
  // Whoever doesn't moderate judges comments on what they may edit: the API says by each which these are.
  const is = (...states) => (item) => states.includes(told[item.status]) && (may || mayKeep(item));
  const approve = useChange({ ...entity, notice, id: "approve", label: __("Approve"), icon: check, says: () => __("Approve this comment"), values: { status: "approve" }, done: said.approve, isEligible: is("hold") });
  const hold = useChange({ ...entity, notice, id: "unapprove", label: __("Unapprove"), says: () => __("Unapprove this comment"), values: { status: "hold" }, done: said.hold, isEligible: is("approve") });
  const spam = useChange({ ...entity, notice, id: "spam", label: __("Mark as spam"), short: __("Spam"), says: () => __("Mark this comment as spam"), values: { status: "spam" }, done: said.spam, back: { values: { status: "unspam" }, done: said.unspam }, isEligible: is("approve", "hold") });
  const away = useChange({ ...entity, notice, id: "trash", label: __("Move to Trash"), short: __("Trash"), says: () => __("Move this comment to the Trash"), icon: trash, isDestructive: true, values: { status: "trash" }, done: said.trash, back: { values: { status: "untrash" }, done: said.untrash }, isEligible: is("approve", "hold", "spam") });
  const back = useChange({ ...entity, notice, id: "untrash", label: __("Restore"), says: () => __("Restore this comment from the Trash"), values: { status: "untrash" }, done: said.untrash, isEligible: is("trash") });
  const fine = useChange({ ...entity, notice, id: "unspam", label: __("Not Spam"), says: () => __("Restore this comment from the spam"), values: { status: "unspam" }, done: said.unspam, isEligible: is("spam") });
  const edit = useMemo(() => ({ id: "quickedit", label: __("Quick Edit"), says: () => __("Quick edit this comment inline"), isEligible: is("approve", "hold"), Inline: Quick }), []);
  const page = { id: "edit", label: __("Edit"), says: () => __("Edit this comment"), isEligible: (item) => may || mayKeep(item), href: (item) => `${data.base}comment.php?action=editcomment&c=${item.id}`, callback: ([item]) => { window.location = `${data.base}comment.php?action=editcomment&c=${item.id}`; } };
  const remove = useDelete({ ...entity, notice, words: "", done: said.gone, says: () => __("Delete this comment permanently"), isEligible: is("trash", "spam") });
  const reply = useMemo(() => ({ id: "reply", label: __("Reply"), icon: commentReplyLink, says: () => __("Reply to this comment"), isEligible: is("approve", "hold"), Inline: Reply }), [may]);
  const [leaves, undone] = useUndo();
  const kept = (type ? "&comment_type=" + type : "") + (entry ? "&p=" + entry : "");
  const at = data.base + "edit-comments.php?comment_status=";
  const views = [
    { id: "all", label: __("All"), href: at + "all" + kept, ask: { status: "all" }, always: true, here: !known && !writer },
    { id: "mine", label: __("Mine"), href: `${at}mine&user_id=${data.user}${kept}`, ask: { status: "all", author: [data.user] }, always: true, here: writer === data.user },
    ...statuses.map(({ value, label }) => ({ id: { hold: "moderated", approve: "approved" }[value] ?? value, label, href: at + ({ hold: "moderated", approve: "approved" }[value] ?? value) + kept, ask: { status: value }, always: true, here: status === value })),
  ];
  return <><List {...entity} rows="comment" classesOf={classesOf} none={status === "hold" ? __("No comments awaiting moderation.") : __("No comments found.")} start={start} linked={linked} views={views} actionsIn="content" searchLabel={__("Search Comments")} searchId="comment-search-input" counted={shownTo(may, overall)} filters={<><Filters data={data} />{may && (status === "spam" || status === "trash") && <Emptied />}</>} query={shownTo(may, query)} perPageId="edit_comments_per_page" ask={ask} fields={fields} actions={[approve, hold, reply, ...(may ? [edit] : []), page, leaves(spam), fine, leaves(away), back, remove]} />{undone}</>;
}

const mayKeep = (item) => !!item._links?.self?.[0]?.targetHints?.allow?.includes("DELETE");

(window.quoinScreens ??= {}).comments = Comments;
