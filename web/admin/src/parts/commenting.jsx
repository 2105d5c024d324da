// A comment is answered or changed in the list, in a row of its own. Ids and names are those of
// the field's list, which has one such row for both.
import { Button, TextControl } from "@wordpress/components";
import { store as coreStore } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { useState } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { Inline } from "./inline.jsx";
import { useSay } from "./say.js";

const large = { __next40pxDefaultSize: true, __nextHasNoMarginBottom: true };

// Row is the form; "save" does the work, and closes it when all went well. Ctrl+Enter is a click on its button.
function Row({ root, item, shown, action, label, value, onChange, submit, save, done, onClose, children }) {
  const [busy, setBusy] = useState(false);
  const say = useSay();
  const send = async (event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    if (await say(save, done)) onClose();
    else setBusy(false);
  };
  const keys = (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form.requestSubmit();
  };
  return (
    <Inline root={root} after={"comment-" + item.id} shown={shown} action={action} id="replyrow" className="inline-edit-row" label={label} onClose={onClose}>
      <form className="quoin-quick quoin-reply" onSubmit={send}>
        <div id="replycontainer">
          <label htmlFor="replycontent" className="screen-reader-text">{__("Comment")}</label>
          <textarea id="replycontent" name="replycontent" className="components-textarea-control__input" rows={5} dir="auto" required value={value} onChange={(event) => onChange(event.target.value)} onKeyDown={keys} />
        </div>
        {children}
        <div id="replysubmit" className="submit quoin-row">
          <Button className="button save" variant="primary" type="submit" isBusy={busy} disabled={busy} accessibleWhenDisabled __next40pxDefaultSize><span id={action === "reply" ? "replybtn" : "savebtn"}>{submit}</span></Button>
          <Button className="cancel" variant="tertiary" onClick={onClose} __next40pxDefaultSize>{__("Cancel")}</Button>
        </div>
      </form>
    </Inline>
  );
}

// Reply answers a comment that the person may judge. One that waits is approved along with it.
export function Reply({ root, items: [item], onClose }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  const [content, setContent] = useState("");
  const approves = item.status === "hold";
  const save = async () => {
    if (approves) await saveEntityRecord("root", "comment", { id: item.id, status: "approve" }, { throwOnError: true });
    await saveEntityRecord("root", "comment", { post: item.post, parent: item.id, content }, { throwOnError: true });
  };
  return <Row root={root} item={item} shown action="reply" label={__("Reply to Comment")} value={content} onChange={setContent} submit={approves ? __("Approve and Reply") : __("Reply")} save={save} done={__("Your reply is there.")} onClose={onClose} />;
}

// Quick changes a comment; only what was changed is sent.
export function Quick({ root, items: [item], onClose, onKept }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  const before = { author_name: item.author_name ?? "", author_email: item.author_email ?? "", author_url: item.author_url ?? "", content: item.content?.raw ?? "" };
  const [now, setNow] = useState(before);
  const set = (name) => (value) => setNow((had) => ({ ...had, [name]: value }));
  const save = async () => {
    const changes = Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== before[name]));
    if (Object.keys(changes).length) onKept(await saveEntityRecord("root", "comment", { id: item.id, ...changes }, { throwOnError: true }));
  };
  return (
    <Row root={root} item={item} action="quickedit" label={__("Edit Comment")} value={now.content} onChange={set("content")} submit={__("Update Comment")} save={save} done={__("Updated.")} onClose={onClose}>
      <div id="edithead" className="quoin-quick__part">
        <TextControl {...large} id="author-name" name="newcomment_author" label={__("Name")} value={now.author_name} onChange={set("author_name")} dir="auto" />
        <TextControl {...large} id="author-email" name="newcomment_author_email" type="email" label={__("Email")} value={now.author_email} onChange={set("author_email")} />
        <TextControl {...large} id="author-url" name="newcomment_author_url" label={__("URL")} value={now.author_url} onChange={set("author_url")} dir="auto" />
      </div>
    </Row>
  );
}
