// Patterns as files: taken in, and given out, in the form that sites of the field exchange.
import { Button, FormFileUpload, Modal, Notice } from "@wordpress/components";
import { store as coreStore } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { useState } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { download } from "@wordpress/icons";
import { useSay } from "../../parts/say.js";
import { plain } from "../../parts/texts.jsx";

const kind = "wp_block";
const largest = 5_000_000; // characters of a file

// patternOf is what a file says of a pattern; it fails with what the person is told.
async function patternOf(file) {
  if (file.size > largest) throw new Error(__("The file is too large."));
  let said;
  try {
    said = JSON.parse(await file.text());
  } catch {
    throw new Error(__("The file isn't JSON."));
  }
  const texts = [said?.title, said?.content];
  if (said?.__file !== kind || !texts.every((t) => typeof t === "string" && t)) throw new Error(__("There is no pattern in the file."));
  const unsynced = said.syncStatus === "unsynced";
  return { title: said.title, content: said.content, status: "publish", ...(unsynced ? { meta: { wp_pattern_sync_status: "unsynced" } } : {}) };
}

export function ImportPatterns() {
  const [open, setOpen] = useState(false);
  const say = useSay();
  return (
    <div className="quoin-bar">
      <Button variant="secondary" onClick={() => setOpen(true)} __next40pxDefaultSize>{__("Import from JSON")}</Button>
      {open && <Modal title={__("Import from JSON")} onRequestClose={() => setOpen(false)}><Take onCancel={() => setOpen(false)} onDone={() => { setOpen(false); say(() => {}, __("Pattern imported successfully!")); }} /></Modal>}
    </div>
  );
}

function Take({ onDone, onCancel }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  const [file, setFile] = useState(null);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState("");
  const take = async (event) => {
    event.preventDefault();
    setBusy(true);
    try {
      await saveEntityRecord("postType", kind, await patternOf(file), { throwOnError: true });
      onDone();
    } catch (error) {
      setWrong(error?.message || __("This failed. Try again."));
      setBusy(false);
    }
  };
  return (
    <form className="quoin-form" onSubmit={take}>
      {wrong && <Notice status="error" isDismissible={false}>{wrong}</Notice>}
      <FormFileUpload accept="application/json" variant="secondary" onChange={(event) => { setWrong(""); setFile(event.currentTarget.files[0] ?? null); }} __next40pxDefaultSize>{__("Choose a file")}</FormFileUpload>
      <p aria-live="polite">{file?.name ?? __("No file is chosen.")}</p>
      <div className="quoin-form__buttons">
        <Button variant="tertiary" onClick={onCancel} __next40pxDefaultSize>{__("Cancel")}</Button>
        <Button variant="primary" type="submit" isBusy={busy} disabled={busy || !file} accessibleWhenDisabled __next40pxDefaultSize>{__("Import")}</Button>
      </div>
    </form>
  );
}

// exportPattern is the action that gives patterns out, a file each.
export const exportPattern = () => ({
  id: "export", label: __("Export as JSON"), icon: download, supportsBulk: true, isEligible: (item) => item.status !== "trash",
  callback: async (items) => {
    for (const { id } of items) {
      const item = await window.wp.apiFetch({ path: `/wp/v2/blocks/${id}?context=edit` });
      const text = JSON.stringify({ __file: kind, title: plain(item.title), content: item.content.raw, syncStatus: item.wp_pattern_sync_status || undefined }, null, 2);
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
      link.download = (item.slug || "pattern") + ".json";
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    }
  },
});
