// What the site knows of a person: a file with all of it, and how it is forgotten.
import { Button, CheckboxControl, SelectControl, TextControl } from "@wordpress/components";
import { useEntityRecords } from "@wordpress/core-data";
import { useState } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { sendForm } from "../../parts/forms.js";
import { useSay } from "../../parts/say.js";

const controls = { __nextHasNoMarginBottom: true, __next40pxDefaultSize: true };
const label = __("Username or email address");

function save(name, what) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(what, null, 2)], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

function Export({ data }) {
  const [who, setWho] = useState("");
  const say = useSay();
  const give = (event) => {
    event.preventDefault();
    say(async () => save("personal-data.json", await sendForm(data.base + data.path, { _wpnonce: data.formNonce, who })), __("The file is on its way."));
  };
  return (
    <form className="quoin-form" onSubmit={give}>
      <p>{__("The file has the account, entries, comments, log-ins and what extensions know of whoever has this name, or wrote comments with this address.")}</p>
      <TextControl {...controls} id="username_or_email_for_privacy_request" name="username_or_email_for_privacy_request" label={label} value={who} onChange={setWho} required />
      <div className="quoin-form__buttons"><Button id="submit" variant="primary" type="submit" __next40pxDefaultSize>{__("Download")}</Button></div>
    </form>
  );
}

function Erase({ data }) {
  const [who, setWho] = useState("");
  const [heir, setHeir] = useState("");
  const [comments, setComments] = useState(false);
  const [sure, setSure] = useState(false);
  const say = useSay();
  const { records } = useEntityRecords("root", "user", { per_page: 100, context: "edit", who: "authors" });
  const heirs = [{ value: "", label: __("Nobody: there are none") }, { value: "*", label: __("Nobody: delete them") }, ...(records ?? []).map((u) => ({ value: u.username, label: u.name }))];
  const erase = async (event) => {
    event.preventDefault();
    const form = { _wpnonce: data.formNonce, who, ...(heir === "*" ? { entries: "delete" } : { reassign: heir }), ...(comments ? { comments: "delete" } : {}) };
    if (await say(() => sendForm(data.base + data.path, form), __("It is forgotten."))) {
      setWho("");
      setSure(false);
    }
  };
  return (
    <form className="quoin-form" onSubmit={erase}>
      <p>{__("The account is deleted, comments name nobody any more, and what extensions know is forgotten. This can't be undone.")}</p>
      <TextControl {...controls} id="username_or_email_for_privacy_request" name="username_or_email_for_privacy_request" label={label} value={who} onChange={setWho} required />
      <SelectControl {...controls} label={__("Entries go to")} value={heir} options={heirs} onChange={setHeir} />
      <CheckboxControl __nextHasNoMarginBottom label={__("Delete comments too")} checked={comments} onChange={setComments} />
      <CheckboxControl __nextHasNoMarginBottom label={__("I am sure")} checked={sure} onChange={setSure} />
      <div className="quoin-form__buttons"><Button id="submit" variant="primary" isDestructive type="submit" disabled={!sure} accessibleWhenDisabled __next40pxDefaultSize>{__("Erase")}</Button></div>
    </form>
  );
}

(window.quoinScreens ??= {}).persons = ({ data }) => (data.path === "export-personal-data.php" ? <Export data={data} /> : <Erase data={data} />);
