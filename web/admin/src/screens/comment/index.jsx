// One comment, where links of messages and pages lead: it is approved, put away or edited.
import { Button, Card, CardBody, CardHeader, Spinner } from "@wordpress/components";
import { store as coreStore, useEntityRecord } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { useState } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { area, radio, text } from "../../parts/controls.jsx";
import { Form } from "../../parts/form.jsx";
import { useSay } from "../../parts/say.js";
import { plain, when, words } from "../../parts/texts.jsx";

const address = new URLSearchParams(window.location.search);
const id = Number(address.get("c"));
// What the addresses ask for; each is done when the person says so here.
const asked = address.get("action");
const states = { approved: __("Approved"), hold: __("Pending"), spam: __("Spam"), trash: __("Trash") };
const acts = [
  ["approve", "approvecomment", "approve", __("Approve"), ["hold", "spam"]],
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

function Comment({ data }) {
  const { record, hasResolved } = useEntityRecord("root", "comment", id, { enabled: id > 0 });
  const { saveEntityRecord, deleteEntityRecord } = useDispatch(coreStore);
  const [gone, setGone] = useState(false);
  const say = useSay();
  const list = <p><a href={data.base + "edit-comments.php"}>{__("All comments")}</a></p>;
  if (id > 0 && !hasResolved) return <Spinner />;
  if (gone) return <div className="quoin-lead"><p>{__("The comment is deleted.")}</p>{list}</div>;
  if (!record) return <div className="quoin-lead"><p>{__("There is no such comment, or you may not see it.")}</p>{list}</div>;
  const save = (changes) => saveEntityRecord("root", "comment", { id, ...changes }, { throwOnError: true });
  const remove = async () => (await say(() => deleteEntityRecord("root", "comment", id, { force: true }, { throwOnError: true }))) && setGone(true);
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
