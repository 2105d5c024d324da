// One comment, where links of messages and pages lead: it is approved, put away or edited.
import { Button, Card, CardBody, CardHeader, Spinner } from "@wordpress/components";
import { store as coreStore, useEntityRecord } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { useState } from "@wordpress/element";
import { Form } from "../../parts/form.jsx";
import { useSay } from "../../parts/say.js";
import { plain, when, words } from "../../parts/texts.jsx";

const address = new URLSearchParams(window.location.search);
const id = Number(address.get("c"));
// What the addresses ask for; each is done when the person says so here.
const asked = address.get("action");
const states = { approved: "Approved", hold: "Pending", spam: "Spam", trash: "Trash" };
const acts = [
  ["approve", "approvecomment", "approve", "Approve", ["hold", "spam"]],
  ["unapprove", "unapprovecomment", "hold", "Unapprove", ["approved"]],
  ["spam", "spamcomment", "spam", "Mark as spam", ["approved", "hold"]],
  ["unspam", "unspamcomment", "hold", "Not spam", ["spam"]],
  ["trash", "trashcomment", "trash", "Move to trash", ["approved", "hold", "spam"]],
  ["untrash", "untrashcomment", "hold", "Restore", ["trash"]],
];
const form = [
  { id: "author_name", label: "Name", type: "text" },
  { id: "author_email", label: "Address", type: "email" },
  { id: "author_url", label: "Website", type: "text" },
  { id: "content", label: "Comment", type: "text", Edit: "textarea" },
];

function Comment({ data }) {
  const { record, hasResolved } = useEntityRecord("root", "comment", id, { enabled: id > 0 });
  const { saveEntityRecord, deleteEntityRecord } = useDispatch(coreStore);
  const [gone, setGone] = useState(false);
  const say = useSay();
  const list = <p><a href={data.base + "edit-comments.php"}>All comments</a></p>;
  if (id > 0 && !hasResolved) return <Spinner />;
  if (gone) return <div className="quoin-lead"><p>The comment is deleted.</p>{list}</div>;
  if (!record) return <div className="quoin-lead"><p>There is no such comment, or you may not see it.</p>{list}</div>;
  const save = (changes) => saveEntityRecord("root", "comment", { id, ...changes }, { throwOnError: true });
  const remove = async () => (await say(() => deleteEntityRecord("root", "comment", id, { force: true }, { throwOnError: true }))) && setGone(true);
  const putAway = record.status === "spam" || record.status === "trash";
  return (
    <div className="quoin-lead">
      <Card>
        <CardHeader><h2>{record.author_name || "Anonymous"}, {when(record.date)}</h2><b>{states[record.status] ?? record.status}</b></CardHeader>
        <CardBody>
          <p>{words(record.content?.rendered)}</p>
          <p>{record.author_email} {record.author_ip}</p>
          <p><a href={record.link}>See it on the page</a></p>
          <div className="quoin-row">
            {acts.filter(([, , , , from]) => from.includes(record.status)).map(([name, other, status, label]) => (
              <Button key={name} __next40pxDefaultSize variant={asked === name || asked === other ? "primary" : "secondary"} onClick={() => say(() => save({ status }), "Done.")}>{label}</Button>
            ))}
            {putAway && <Button __next40pxDefaultSize isDestructive variant={asked === "delete" || asked === "deletecomment" ? "primary" : "secondary"} onClick={remove}>Delete permanently</Button>}
          </div>
        </CardBody>
      </Card>
      <section className="quoin-form" aria-label="Edit the comment">
        <h2>Edit</h2>
        <Form record={{ author_name: record.author_name, author_email: record.author_email, author_url: record.author_url, content: record.content?.raw }} fields={form} save={save} />
      </section>
      {list}
    </div>
  );
}

(window.quoinScreens ??= {}).comment = Comment;
