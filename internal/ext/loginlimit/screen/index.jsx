// How many log-ins may fail, for how long addresses are locked out then, and who never is;
// who is locked out, and which log-ins failed.
import apiFetch from "@wordpress/api-fetch";
import { Button, Spinner, TabPanel } from "@wordpress/components";
import { useCallback, useEffect, useState } from "@wordpress/element";
import { __, sprintf } from "@wordpress/i18n";
import { Record } from "@quoin/parts/record.jsx";
import { useSay } from "@quoin/parts/say.js";
import { when } from "@quoin/parts/texts.jsx";
import { Options, area, number, onOff } from "@quoin/parts/options.jsx";

const fields = [
  number("loginlimit:allowed_retries", __("Failed log-ins of an address that lock it out")),
  number("loginlimit:lockout_duration", __("How long a lock-out lasts, in seconds")),
  number("loginlimit:allowed_lockouts", __("Lock-outs before the next one is long")),
  number("loginlimit:long_duration", __("How long a long lock-out lasts, in seconds")),
  number("loginlimit:valid_duration", __("After how many seconds failures are forgotten")),
  number("loginlimit:account_retries", __("Failed log-ins to one account, from anywhere, that lock it"), __("For addresses that are new to the account; 0 never.")),
  onOff("loginlimit:lockout_notify", __("Write to the administrator when an address is locked out")),
  number("loginlimit:notify_email_after", __("After how many lock-outs of an address")),
  area("loginlimit:whitelist", __("Addresses that are never locked out"), __("Single ones, ranges a-b and networks with a slash, with commas between them.")),
  area("loginlimit:whitelist_usernames", __("Log-in names that are never locked out"), __("With commas between them.")),
  area("loginlimit:blacklist", __("Addresses that may never log in")),
  area("loginlimit:blacklist_usernames", __("Log-in names with which nobody logs in")),
  onOff("loginlimit:mfa_enabled", __("Log-ins ask for a second factor")),
  area("loginlimit:mfa_roles", __("Whose log-ins do"), __("Roles with commas between them.")),
];

const path = "/llar/v1/locked";
const kinds = { address: __("Address"), account: __("Account"), name: __("Log-in name") };

function Locked() {
  const [list, setList] = useState(null);
  const say = useSay();
  const read = useCallback(() => say(async () => setList(await apiFetch({ path }))), [say]);
  useEffect(() => { read(); }, [read]);
  const end = async (one) => (await say(() => apiFetch({ path, method: "DELETE", data: { kind: one.kind, subject: one.subject } }), __("The lock-out is ended."))) && read();
  if (!list) return <Spinner />;
  return (
    <div className="quoin-lead">
      {list.length === 0 ? <p>{__("Nobody is locked out.")}</p> : (
        <table className="quoin-table">
          <thead><tr><th scope="col">{__("Who")}</th><th scope="col">{__("Kind")}</th><th scope="col">{__("Until")}</th><th scope="col">{__("Action")}</th></tr></thead>
          <tbody>{list.map((one) => <tr key={one.kind + one.subject}><td>{one.name}</td><td>{kinds[one.kind]}</td><td>{when(one.until)}</td><td><Button variant="link" aria-label={sprintf(__("Let in again: %s"), one.name)} onClick={() => end(one)}>{__("Let in again")}</Button></td></tr>)}</tbody>
        </table>
      )}
    </div>
  );
}

const tabs = [["locked", __("Lock-outs")], ["log", __("Log")], ["settings", __("Settings")]].map(([name, title]) => ({ name, title }));

(window.quoinScreens ??= {}).loginlimit = ({ data }) => (
  <TabPanel className="quoin-tabpanel" tabs={tabs}>
    {({ name }) => ({ locked: <Locked />, log: <Record data={data} action="log-in failed" />, settings: <Options data={data} fields={fields} /> })[name]}
  </TabPanel>
);
