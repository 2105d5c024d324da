// One comment, where links of messages and pages lead: it is approved, put away or edited.
import { Button, Card, CardBody, CardHeader, Spinner } from "@wordpress/components";
import { store as coreStore, useEntityRecord, useEntityRecords } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { useEffect, useMemo, useState } from "@wordpress/element";
import { dateI18n } from "@wordpress/date";
import { __, sprintf } from "@wordpress/i18n";
import { area, radio, text } from "../../parts/controls.jsx";
import { Form } from "../../parts/form.jsx";
import { goWith } from "../../parts/forms.js";
import { useSay } from "../../parts/say.js";
import { dateOf, When } from "../../parts/when.jsx";
import { when, words } from "../../parts/texts.jsx";

const address = new URLSearchParams(window.location.search);
const id = Number(address.get("c"));
// What the addresses ask for; each is done when the person says so here.
const asked = address.get("action");
const states = { approved: __("Approved"), hold: __("Pending"), spam: __("Spam"), trash: __("Trash") };
const acts = [
  ["approve", "approvecomment", "approve", __("Approve Comment"), ["hold", "spam"]],
  ["unapprove", "unapprovecomment", "hold", __("Unapprove"), ["approved"]],
  ["spam", "spamcomment", "spam", __("Mark as spam"), ["approved", "hold"]],
  ["unspam", "unspamcomment", "unspam", __("Not spam"), ["spam"]],
  ["trash", "trashcomment", "trash", __("Move to trash"), ["approved", "hold", "spam"]],
  ["untrash", "untrashcomment", "untrash", __("Restore"), ["trash"]],
];
const form = [
  text("author_name", __("Name"), undefined, { html: "name", name: "newcomment_author" }),
  text("author_email", __("Email"), undefined, { html: "email", name: "newcomment_author_email", input: "email" }),
  text("author_url", __("URL"), undefined, { html: "newcomment_author_url" }),
  area("content", __("Comment"), undefined, { rows: 8 }),
  radio("status", __("Status"), ["approved", "hold", "spam"].map((value) => ({ value, label: states[value] })), { html: "comment_status" }),
];

// Moment shows when a comment came, and lets that be changed.
function Moment({ value, onChange }) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(value);
  const say = useSay();
  const keep = () => say(() => { onChange(dateOf(typed)); setOpen(false); });
  const leave = () => { setTyped(value); setOpen(false); };
  const link = (className, label, act, more) => <a href="#edit_timestamp" role="button" className={className} onClick={(event) => { event.preventDefault(); act(); }} onKeyDown={(event) => { if (event.key === " ") { event.preventDefault(); act(); } }} {...more}>{label}</a>;
  return (
    <div className="misc-pub-section curtime misc-pub-curtime">
      <span id="timestamp">{__("Submitted on:")} <b>{sprintf(__("%1$s at %2$s"), dateI18n("M j, Y", value), dateI18n("H:i", value))}</b></span> {!open && link("edit-timestamp", __("Edit"), () => setOpen(true), { "aria-label": __("Edit date and time") })}
      {open && <div id="timestampdiv" className="quoin-row"><When ids value={typed} legend={__("Date and time")} onChange={setTyped} />{link("save-timestamp button", __("OK"), keep)} {link("cancel-timestamp", __("Cancel"), leave)}</div>}
    </div>
  );
}

// Editing is the form of a comment. It leads back to the list, to the comments on the same entry.
function Editing({ data, record, remove }) {
  const list = `${data.base}edit-comments.php?p=${record.post}`;
  const say = useSay();
  const send = (changes) => goWith(`${data.base}comment.php?action=editcomment&c=${id}`, { _wpnonce: data.formNonce, changes: JSON.stringify(changes) });
  useEffect(() => { if (data.refused) say(() => { throw new Error(data.refused); }); }, [data, say]);
  const shown = useMemo(() => ({ author_name: record.author_name, author_email: record.author_email, author_url: record.author_url, content: record.content?.raw, status: record.status, date: record.date, ...data.sent }), [record, data]);
  const putAway = record.status === "spam" || record.status === "trash";
  const act = async (event) => {
    event.preventDefault();
    if (!putAway) send({ status: "trash" });
    else if (await remove()) window.location = list;
  };
  const fields = [...form, { id: "date", label: __("Submitted on:"), type: "text", Edit: ({ data: now, onChange }) => <Moment value={now.date} onChange={(date) => onChange({ date })} /> }];
  return (
    <div className="quoin-lead">
      <p id="comment-link-box"><strong>{__("Permalink:")}</strong> <span id="sample-permalink"><a href={record.link} dir="ltr">{record.link}</a></span></p>
      <Form name="post" record={shown} fields={fields} id="save" label={__("Update")} save={(changes) => send({ ...data.sent, ...changes })}
        after={<p id="delete-action"><a className="submitdelete deletion" role="button" href={list} onClick={act} onKeyDown={(event) => event.key === " " && act(event)}>{putAway ? __("Delete Permanently") : __("Move to Trash")}</a></p>} />
    </div>
  );
}

// useComment reads the comment. Who doesn't moderate is shown it as everybody is, and may change what was written
// if the page brings that along.
function useComment({ moderates, written }) {
  const whole = useEntityRecord("root", "comment", id, { enabled: id > 0 && moderates });
  const shown = useEntityRecords("root", "comment", { include: [id], context: "view", status: "any", type: "all" }, { enabled: id > 0 && !moderates });
  if (moderates) return whole;
  const record = written && shown.records?.[0];
  return { hasResolved: shown.hasResolved, record: record && { ...record, author_email: written.author_email, content: { ...record.content, raw: written.content } } };
}

function Comment({ data }) {
  const { record, hasResolved } = useComment(data);
  const { saveEntityRecord, deleteEntityRecord } = useDispatch(coreStore);
  const [gone, setGone] = useState(false);
  const say = useSay();
  const list = <p><a href={data.base + "edit-comments.php"}>{__("All comments")}</a></p>;
  if (id > 0 && !hasResolved) return <Spinner />;
  if (gone) return <div className="quoin-lead"><p>{__("The comment is deleted.")}</p>{list}</div>;
  if (!record) return <div className="quoin-lead"><p>{__("There is no such comment, or you may not see it.")}</p>{list}</div>;
  const save = (changes) => saveEntityRecord("root", "comment", { id, ...changes }, { throwOnError: true });
  const remove = async () => (await say(() => deleteEntityRecord("root", "comment", id, { force: true }, { throwOnError: true }))) && (setGone(true), true);
  if (asked === "editcomment") return <Editing data={data} record={record} remove={remove} />;
  const putAway = record.status === "spam" || record.status === "trash";
  return (
    <div className="quoin-lead">
      <Card>
        <CardHeader><h2>{record.author_name || __("Anonymous")}, {when(record.date)}</h2><b>{states[record.status] ?? record.status}</b></CardHeader>
        <CardBody>
          <p>{words(record.content?.rendered)}</p>
          <p>{record.author_email} {record.author_ip}</p>
          <p><a href={record.link}>{__("See it on the page")}</a></p>
          <div className="quoin-row">
            {acts.filter(([, , , , from]) => from.includes(record.status)).map(([name, other, status, label]) => (
              <Button key={name} __next40pxDefaultSize variant={asked === name || asked === other ? "primary" : "secondary"} onClick={() => say(() => save({ status }), __("Done."))}>{label}</Button>
            ))}
            {putAway && <Button __next40pxDefaultSize isDestructive variant={asked === "delete" || asked === "deletecomment" ? "primary" : "secondary"} onClick={remove}>{__("Delete permanently")}</Button>}
          </div>
        </CardBody>
      </Card>
      <section className="quoin-form" aria-label={__("Edit the comment")}>
        <h2>{__("Edit")}</h2>
        <Form record={{ author_name: record.author_name, author_email: record.author_email, author_url: record.author_url, content: record.content?.raw, status: record.status }} fields={form} id="save" label={__("Update")} done={__("Comment updated.")} save={save} />
      </section>
      {list}
    </div>
  );
}

(window.quoinScreens ??= {}).comment = Comment;
