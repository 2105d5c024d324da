// Comments: those that wait are approved, answered, or put away, one or many at a time.
import { store as coreStore } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { useMemo } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { check, commentReplyLink, trash } from "@wordpress/icons";
import { useChange, useDelete, useEdit } from "../../parts/actions.jsx";
import { area } from "../../parts/controls.jsx";
import { Form } from "../../parts/form.jsx";
import { List } from "../../parts/list.jsx";
import { plain, when, words } from "../../parts/texts.jsx";

const statuses = [["hold", __("Pending")], ["approve", __("Approved")], ["spam", __("Spam")], ["trash", __("Trash")]].map(([value, label]) => ({ value, label }));
const link = new URLSearchParams(window.location.search).get("comment_status");
// Addresses call two of them otherwise.
const status = { moderated: "hold", approved: "approve" }[link] ?? link;
const known = statuses.some((s) => s.value === status);
const linked = known ? { filters: [{ field: "status", operator: "is", value: status }], page: 1 } : link === "all" || link === "mine" ? { filters: [], page: 1 } : null;
const start = { titleField: "author_name", fields: ["content", "status", "post", "date"], sort: { field: "date", direction: "desc" } };
// A link to one comment shows it alone.
const only = Number(new URLSearchParams(window.location.search).get("c"));
// A link may lead to the comments on one entry, or to those of the person.
const entry = Number(new URLSearchParams(window.location.search).get("p"));
const writer = Number(new URLSearchParams(window.location.search).get("user_id"));
const query = { _embed: "up", ...(only ? { include: [only] } : {}), ...(entry ? { post: [entry] } : {}), ...(writer ? { author: [writer] } : {}) };
const overall = { _embed: "up" };
// Who may not moderate sees what everybody does.
const seen = { ...query, context: "view" };
const askSeen = ({ status, ...more }) => more;
// Without a filter everything is shown that isn't put away.
const ask = ({ status, ...more }) => ({ status: status ?? "all", ...more });
// What the API calls the state of a comment, and what it is told.
const told = { approved: "approve", hold: "hold", spam: "spam", trash: "trash" };
const form = [
  { id: "author_name", label: __("Name"), type: "text" },
  { id: "author_email", label: __("Email"), type: "email" },
  { id: "author_url", label: __("URL"), type: "text" },
  { id: "content", label: __("Comment"), type: "text", Edit: "textarea" },
];
const answer = [area("content", __("Comment"), undefined, { html: "replycontent" })];
const entity = { kind: "root", name: "comment" };

function Comments({ data }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  const fields = useMemo(() => [
    { id: "author_name", label: __("Author"), getValue: ({ item }) => item.author_name || __("Anonymous"), enableSorting: false, enableHiding: false },
    { id: "content", label: __("Comment"), enableSorting: false, getValue: ({ item }) => words(item.content?.rendered), render: ({ item }) => <span className="quoin-words">{words(item.content?.rendered)}</span> },
    { id: "status", label: __("Status"), elements: statuses, filterBy: data.may.moderate_comments ? { operators: ["is"] } : false, enableSorting: false, getValue: ({ item }) => told[item.status] ?? item.status },
    { id: "post", label: __("In response to"), type: "integer", filterBy: false, render: ({ item }) => <a href={item.link}>{plain(item._embedded?.up?.[0]?.title) || "#" + item.post}</a> },
    { id: "date", label: __("Submitted on"), type: "datetime", render: ({ item }) => when(item.date) },
  ], [data]);
  const may = data.may.moderate_comments;
  const is = (...states) => (item) => states.includes(told[item.status]);
  const approve = useChange({ ...entity, id: "approve", label: __("Approve"), icon: check, says: () => __("Approve this comment"), values: { status: "approve" }, done: __("Approved."), isEligible: is("hold") });
  const hold = useChange({ ...entity, id: "hold", label: __("Unapprove"), says: () => __("Unapprove this comment"), values: { status: "hold" }, done: __("It waits again."), isEligible: is("approve") });
  const spam = useChange({ ...entity, id: "spam", label: __("Mark as spam"), short: __("Spam"), says: () => __("Mark this comment as spam"), values: { status: "spam" }, done: __("Marked as spam."), isEligible: is("approve", "hold") });
  const away = useChange({ ...entity, id: "trash", label: __("Move to Trash"), short: __("Trash"), says: () => __("Move this comment to the Trash"), icon: trash, isDestructive: true, values: { status: "trash" }, done: __("Moved to the trash."), isEligible: is("approve", "hold", "spam") });
  const back = useChange({ ...entity, id: "restore", label: __("Restore"), says: () => __("Restore this comment from the Trash"), values: { status: "untrash" }, done: __("Restored."), isEligible: is("trash") });
  const fine = useChange({ ...entity, id: "unspam", label: __("Not Spam"), says: () => __("Restore this comment from the spam"), values: { status: "unspam" }, done: __("Restored."), isEligible: is("spam") });
  const edit = useEdit({ ...entity, id: "quickedit", label: __("Quick Edit"), submit: __("Update Comment"), says: () => __("Quick edit this comment inline"), fields: form, from: (item) => ({ author_name: item.author_name, author_email: item.author_email, author_url: item.author_url, content: item.content?.raw }) });
  const page = { id: "edit", label: __("Edit"), says: () => __("Edit this comment"), href: (item) => `${data.base}comment.php?action=editcomment&c=${item.id}`, callback: ([item]) => { window.location = `${data.base}comment.php?action=editcomment&c=${item.id}`; } };
  const remove = useDelete({ ...entity, words: "", says: () => __("Delete this comment permanently"), isEligible: is("trash", "spam") });
  const reply = useMemo(() => ({
    id: "reply", label: __("Reply"), icon: commentReplyLink, says: () => __("Reply to this comment"), modalHeader: __("Reply to Comment"), isEligible: is("approve", "hold"),
    RenderModal: ({ items: [item], closeModal }) => (
      <Form record={{ content: "" }} fields={answer} label={__("Reply")} done={__("Your reply is there.")} onDone={closeModal} onCancel={closeModal}
        save={({ content }) => saveEntityRecord("root", "comment", { post: item.post, parent: item.id, content }, { throwOnError: true })} />
    ),
  }), [saveEntityRecord]);
  const at = data.base + "edit-comments.php?comment_status=";
  const views = may && [
    { label: __("All"), href: at + "all", ask: { status: "all" }, always: true, here: !known && !writer },
    { label: __("Mine"), href: `${at}mine&user_id=${data.user}`, ask: { status: "all", author: [data.user] }, always: true, here: writer === data.user },
    ...statuses.map(({ value, label }) => ({ label, href: at + value, ask: { status: value }, always: true, here: status === value })),
  ];
  return <List {...entity} rows="comment" start={start} linked={linked} views={views || undefined} actionsIn="content" searchLabel={__("Search Comments")} searchId="comment-search-input" counted={may ? overall : seen} query={may ? query : seen} perPageId="edit_comments_per_page" ask={may ? ask : askSeen} fields={fields} actions={may ? [approve, hold, reply, edit, page, spam, fine, away, back, remove] : [reply]} />;
}

(window.quoinScreens ??= {}).comments = Comments;
