// The application passwords of an account: programs log in with them.
import apiFetch from "@wordpress/api-fetch";
import { Button, SelectControl, TextControl } from "@wordpress/components";
import { createInterpolateElement, useCallback, useEffect, useRef, useState } from "@wordpress/element";
import { __, sprintf } from "@wordpress/i18n";
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

// Passwords stand in the form of an account, and are none themselves.
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
  const named = useRef();
  const add = async () => {
    if (!name.trim()) named.current.focus();
    else if (await say(async () => setMade(await apiFetch({ path, method: "POST", data: { name, scope, expires: endOf(expires) } })))) {
      setName("");
      setScope("publish");
      setExpires("");
      read();
    }
  };
  const revoke = async (uuid) => window.confirm(__("Programs that log in with it are shut out. Revoke it?")) && (await say(() => apiFetch({ path: `${path}/${uuid}`, method: "DELETE" }), __("Application password revoked."))) && read();
  const revokeAll = async () => window.confirm(__("All programs that log in with them are shut out. Revoke them?")) && (await say(() => apiFetch({ path, method: "DELETE" }), __("All application passwords revoked."))) && read();
  return (
    <section id="application-passwords-section" className="quoin-form" aria-label={__("Application Passwords")}>
      <h2>{__("Application Passwords")}</h2>
      {made && (
        <div className="notice notice-success new-application-password-notice" role="alert" tabIndex={-1}>
          <p>{createInterpolateElement(__("The password of <name /> is <password />. It is shown only now."), { name: <strong>{made.name}</strong>, password: <input id="new-application-password-value" className="code" aria-label={__("Password")} readOnly value={made.password} /> })}</p>
          <button type="button" className="notice-dismiss" aria-label={__("Dismiss this notice.")} onClick={() => setMade(null)}>×</button>
        </div>
      )}
      <div className="quoin-scroll" role="group" aria-label={__("Application Passwords")} tabIndex={0}>
        <table className="quoin-table application-passwords-user">
          <thead><tr><th scope="col">{__("Name")}</th><th scope="col">{__("May")}</th><th scope="col">{__("Created")}</th><th scope="col">{__("Last Used")}</th><th scope="col">{__("Last IP")}</th><th scope="col">{__("Ends")}</th><th scope="col">{__("Revoke")}</th></tr></thead>
          <tbody>
            {(all ?? []).toReversed().map((p) => (
              <tr key={p.uuid} data-uuid={p.uuid}>
                <th scope="row">{p.name}</th><td>{scopes.find(({ value }) => value === p.scope)?.label}</td><td>{when(p.created)}</td><td>{p.last_used ? when(p.last_used) : "—"}</td><td>{p.last_ip || "—"}</td><td>{p.expires ? when(p.expires) : __("Never")}</td>
                <td><Button id={"revoke-application-password-" + p.uuid} variant="link" isDestructive aria-label={sprintf(__("Revoke \"%s\""), p.name)} onClick={() => revoke(p.uuid)}>{__("Revoke")}</Button></td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {all?.length > 0 && <Button id="revoke-all-application-passwords" variant="secondary" isDestructive onClick={revokeAll} __next40pxDefaultSize>{__("Revoke all application passwords")}</Button>}
      <div className="quoin-row" onKeyDown={(event) => { if (event.key === "Enter" && event.target.tagName === "INPUT") { event.preventDefault(); add(); } }}>
        <TextControl ref={named} id="new_application_password_name" label={__("New Application Password Name")} value={name} onChange={setName} __next40pxDefaultSize />
        <SelectControl label={__("It may")} value={scope} onChange={setScope} options={scopes} __next40pxDefaultSize __nextHasNoMarginBottom />
        <TextControl label={__("Until (empty for ever)")} type="date" value={expires} onChange={setExpires} __next40pxDefaultSize />
        <Button variant="secondary" id="do_new_application_password" onClick={add} __next40pxDefaultSize>{__("Add Application Password")}</Button>
      </div>
    </section>
  );
}
