// The backups of the server: those that there are, and one more.
import { Button, Notice } from "@wordpress/components";
import { createInterpolateElement, useState } from "@wordpress/element";
import { __, sprintf } from "@wordpress/i18n";
import { addQueryArgs } from "@wordpress/url";
import { sendForm } from "../../parts/forms.js";
import { useSay } from "../../parts/say.js";
import { bytes, when } from "../../parts/texts.jsx";

const code = { code: <code /> };

function Backups({ data }) {
  const [list, setList] = useState(data.backups);
  const [busy, setBusy] = useState(false);
  const say = useSay();
  const make = async () => {
    setBusy(true);
    await say(async () => setList((await sendForm(data.base + "tools.php?page=backups", { _wpnonce: data.formNonce })).backups), __("The backup is made."));
    setBusy(false);
  };
  if (!list) {
    return <div className="quoin-lead"><Notice status="info" isDismissible={false} spokenMessage="">{createInterpolateElement(__("The server was given no folder for backups. Start it with <code>quoin serve --backup FOLDER</code>, and one is made every night; <code>quoin backup FILE</code> makes one by hand."), code)}</Notice></div>;
  }
  return (
    <div className="quoin-lead">
      <p>{createInterpolateElement(__("A backup has the whole site, with accounts and settings; uploaded files lie beside it in the folder of the server. <code>quoin restore</code> brings it back."), code)}</p>
      <Button variant="primary" isBusy={busy} disabled={busy} accessibleWhenDisabled __next40pxDefaultSize onClick={make}>{__("Make a backup now")}</Button>
      <table className="quoin-table">
        <thead><tr><th scope="col">{__("Name")}</th><th scope="col">{__("Made")}</th><th scope="col">{__("Size")}</th><th scope="col">{__("File")}</th></tr></thead>
        <tbody>{list.map((b) => <tr key={b.name}><td>{b.name}</td><td>{when(b.made)}</td><td>{bytes(b.bytes)}</td><td><a href={addQueryArgs(data.base + "tools.php", { page: "backups", download: b.name, _wpnonce: data.formNonce })} aria-label={sprintf(__("Download %s"), b.name)}>{__("Download")}</a></td></tr>)}</tbody>
      </table>
      {list.length === 0 && <p>{__("There are none yet.")}</p>}
    </div>
  );
}

(window.quoinScreens ??= {}).backups = Backups;
