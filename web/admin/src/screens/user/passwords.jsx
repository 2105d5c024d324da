// The application passwords of an account: programs log in with them.
import apiFetch from "@wordpress/api-fetch";
import { Button, Notice, SelectControl, TextControl } from "@wordpress/components";
import { createInterpolateElement, useCallback, useEffect, useState } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { useSay } from "../../parts/say.js";
import { when } from "../../parts/texts.jsx";

// What a password may do, by its scope.
const scopes = [
  { value: "publish", label: __("All that the account may") },
  { value: "drafts", label: __("Read, and write drafts") },
  { value: "read", label: __("Only read") },
];

// A date is good to its end.
const endOf = (date) => (date ? `${date}T23:59:59Z` : null);

export function Passwords({ user }) {
  const path = `/wp/v2/users/${user}/application-passwords`;
  const [all, setAll] = useState(null);
  const [name, setName] = useState("");
  const [scope, setScope] = useState("publish");
  const [expires, setExpires] = useState("");
  const [made, setMade] = useState(null);
  const say = useSay();
  const read = useCallback(() => say(async () => setAll(await apiFetch({ path }))), [path, say]);
  useEffect(() => { read(); }, [read]);
  const add = async (event) => {
    event.preventDefault();
    if (await say(async () => setMade(await apiFetch({ path, method: "POST", data: { name, scope, expires: endOf(expires) } })))) {
      setName("");
      setScope("publish");
      setExpires("");
      read();
    }
  };
  const revoke = async (uuid) => (await say(() => apiFetch({ path: `${path}/${uuid}`, method: "DELETE" }), __("It is revoked."))) && read();
  return (
    <section className="quoin-form" aria-label={__("Application passwords")}>
      <h2>{__("Application passwords")}</h2>
      {made && <Notice status="success" onRemove={() => setMade(null)}>{createInterpolateElement(__("The password of <name /> is <password />. It is shown only now."), { name: <b>{made.name}</b>, password: <code>{made.password}</code> })}</Notice>}
      <table className="quoin-table">
        <thead><tr><th scope="col">{__("Name")}</th><th scope="col">{__("May")}</th><th scope="col">{__("Made")}</th><th scope="col">{__("Last used")}</th><th scope="col">{__("Ends")}</th><th scope="col">{__("Action")}</th></tr></thead>
        <tbody>
          {(all ?? []).map((p) => (
            <tr key={p.uuid}>
              <td>{p.name}</td><td>{scopes.find(({ value }) => value === p.scope)?.label}</td><td>{when(p.created)}</td><td>{p.last_used ? when(p.last_used) : __("Never")}</td><td>{p.expires ? when(p.expires) : __("Never")}</td>
              <td><Button variant="link" isDestructive onClick={() => revoke(p.uuid)}>{__("Revoke")}</Button></td>
            </tr>
          ))}
        </tbody>
      </table>
      <form onSubmit={add} className="quoin-row">
        <TextControl label={__("Name of the program")} value={name} onChange={setName} required __next40pxDefaultSize />
        <SelectControl label={__("It may")} value={scope} onChange={setScope} options={scopes} __next40pxDefaultSize __nextHasNoMarginBottom />
        <TextControl label={__("Until (empty for ever)")} type="date" value={expires} onChange={setExpires} __next40pxDefaultSize />
        <Button variant="secondary" type="submit" __next40pxDefaultSize>{__("Add password")}</Button>
      </form>
    </section>
  );
}
