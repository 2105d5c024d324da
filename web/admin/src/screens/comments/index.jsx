// Comments: those that wait are approved, answered, or put away, one or many at a time.
import { store as coreStore } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { useMemo } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { check, commentReplyLink, trash } from "@wordpress/icons";
import { useChange, useDelete, useEdit } from "../../parts/actions.jsx";
import { Form } from "../../parts/form.jsx";
import { List } from "../../parts/list.jsx";
import { plain, when, words } from "../../parts/texts.jsx";

const statuses = [["approve", __("Approved")], ["hold", __("Pending")], ["spam", __("Spam")], ["trash", __("Trash")]].map(([value, label]) => ({ value, label }));
const start = { titleField: "author_name", fields: ["content", "status", "post", "date"], sort: { field: "date", direction: "desc" } };
// A link to one comment shows it alone.
const only = Number(new URLSearchParams(window.location.search).get("c"));
const query = { _embed: "up", ...(only ? { include: [only] } : {}) };
// Who may not moderate sees what everybody does.
const seen = { ...query, context: "view" };
const askSeen = ({ status, ...more }) => more;
// Without a filter everything is shown that isn't put away.
const ask = ({ status, ...more }) => ({ status: status ?? "all", ...more });
// What the API calls the state of a comment, and what it is told.
const told = { approved: "approve", hold: "hold", spam: "spam", trash: "trash" };
const form = [
  { id: "author_name", label: __("Name"), type: "text" },
  { id: "author_email", label: __("Address"), type: "email" },
  { id: "author_url", label: __("Website"), type: "text" },
  { id: "content", label: __("Comment"), type: "text", Edit: "textarea" },
];
const answer = [{ id: "content", label: __("Reply"), type: "text", Edit: "textarea" }];
const entity = { kind: "root", name: "comment" };

function Comments({ data }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  const fields = useMemo(() => [
    { id: "author_name", label: __("Author"), getValue: ({ item }) => item.author_name || __("Anonymous"), enableSorting: false, enableHiding: false },
    { id: "content", label: __("Comment"), enableSorting: false, getValue: ({ item }) => words(item.content?.rendered), render: ({ item }) => <span className="quoin-words">{words(item.content?.rendered)}</span> },
    { id: "status", label: __("Status"), elements: statuses, filterBy: data.may.moderate_comments ? { operators: ["is"] } : false, enableSorting: false, getValue: ({ item }) => told[item.status] ?? item.status },
    { id: "post", label: __("In reply to"), type: "integer", filterBy: false, render: ({ item }) => <a href={item.link}>{plain(item._embedded?.up?.[0]?.title) || "#" + item.post}</a> },
    { id: "date", label: __("Date"), type: "datetime", render: ({ item }) => when(item.date) },
  ], [data]);
  const may = data.may.moderate_comments;
  const is = (...states) => (item) => states.includes(told[item.status]);
  const approve = useChange({ ...entity, id: "approve", label: __("Approve"), icon: check, isPrimary: true, values: { status: "approve" }, done: __("Approved."), isEligible: is("hold", "spam") });
  const hold = useChange({ ...entity, id: "hold", label: __("Unapprove"), values: { status: "hold" }, done: __("It waits again."), isEligible: is("approve") });
  const spam = useChange({ ...entity, id: "spam", label: __("Mark as spam"), values: { status: "spam" }, done: __("Marked as spam."), isEligible: is("approve", "hold") });
  const away = useChange({ ...entity, id: "trash", label: __("Move to trash"), icon: trash, isDestructive: true, values: { status: "trash" }, done: __("Moved to the trash."), isEligible: is("approve", "hold", "spam") });
  const back = useChange({ ...entity, id: "restore", label: __("Restore"), values: { status: "hold" }, done: __("Restored."), isEligible: is("trash") });
  const edit = useEdit({ ...entity, fields: form, isPrimary: false, from: (item) => ({ author_name: item.author_name, author_email: item.author_email, author_url: item.author_url, content: item.content?.raw }) });
  const remove = useDelete({ ...entity, isEligible: is("trash", "spam") });
  const reply = useMemo(() => ({
    id: "reply", label: __("Reply"), icon: commentReplyLink, isPrimary: true, modalHeader: __("Reply"), isEligible: is("approve", "hold"),
    RenderModal: ({ items: [item], closeModal }) => (
      <Form record={{ content: "" }} fields={answer} label={__("Send")} done={__("Your reply is there.")} onDone={closeModal} onCancel={closeModal}
        save={({ content }) => saveEntityRecord("root", "comment", { post: item.post, parent: item.id, content }, { throwOnError: true })} />
    ),
  }), [saveEntityRecord]);
  return <List {...entity} start={start} query={may ? query : seen} ask={may ? ask : askSeen} fields={fields} actions={may ? [approve, reply, edit, hold, spam, away, back, remove] : [reply]} />;
}

(window.quoinScreens ??= {}).comments = Comments;
