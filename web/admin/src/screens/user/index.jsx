// One account: a new one, that of somebody else, or one's own. Log-ins and second factors
// of one's own are on the account page.
import { Spinner } from "@wordpress/components";
import { store as coreStore, useEntityRecord } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { useMemo } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { area, select, text } from "../../parts/controls.jsx";
import { Form } from "../../parts/form.jsx";
import { Password } from "../../parts/password.jsx";
import { Passwords } from "./passwords.jsx";

// namesOf are what an account may be shown as.
function namesOf(user) {
  const { first_name: first, last_name: last } = user;
  const all = [user.name, user.nickname, user.username, first, last, first && last && `${first} ${last}`, first && last && `${last} ${first}`];
  return [...new Set(all.filter(Boolean))].map((value) => ({ value, label: value }));
}

function fieldsOf(data, user) {
  const roles = Object.entries(data.roles).map(([value, label]) => ({ value, label }));
  const fresh = !user;
  const password = fresh ? __("Password") : __("New Password");
  return [
    fresh && text("username", __("Username (required)"), __("It can't be changed later."), { html: "user_login", required: true }),
    !fresh && text("first_name", __("First Name")),
    !fresh && text("last_name", __("Last Name")),
    !fresh && text("nickname", __("Nickname (required)"), undefined, { required: true }),
    !fresh && select("name", __("Display name publicly as"), namesOf(user), "text", { html: "display_name" }),
    text("email", __("Email (required)"), undefined, { input: "email", required: true }),
    fresh && text("first_name", __("First Name")),
    fresh && text("last_name", __("Last Name")),
    text("url", __("Website")),
    !fresh && area("description", __("Biographical Info")),
    { id: "password", label: password, type: "text", Edit: ({ data: { password: value }, onChange }) => <Password label={password} fresh={fresh} value={value} onChange={(given) => onChange({ password: given })} /> },
    (fresh || data.may.promote_users && user.id !== data.user) && select("role", __("Role"), roles),
  ].filter(Boolean);
}

// toAPI is a form's changes as the API takes them.
function toAPI({ role, password, ...rest }) {
  const changes = password ? { ...rest, password } : rest;
  return role ? { ...changes, roles: [role] } : changes;
}

function User({ data }) {
  return data.path === "user-new.php" ? <New data={data} /> : <Known data={data} id={Number(new URLSearchParams(window.location.search).get("user_id")) || data.user} />;
}

function New({ data }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  const fields = useMemo(() => fieldsOf(data), [data]);
  return (
    <Form record={{ role: "subscriber" }} fields={fields} id="createusersub" label={__("Add User")} done={__("New user created.")} onDone={() => { window.location = data.base + "users.php?update=add"; }}
      save={(changes, all) => saveEntityRecord("root", "user", toAPI({ ...changes, role: all.role }), { throwOnError: true })} />
  );
}

function Known({ data, id }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  const { record, hasResolved } = useEntityRecord("root", "user", id);
  const own = id === data.user;
  const fields = useMemo(() => (record ? fieldsOf(data, record) : []), [data, record]);
  const shown = useMemo(() => record && { ...record, role: record.roles?.[0], password: undefined }, [record]);
  if (!hasResolved) return <Spinner />;
  if (!record) return <p>{__("There is no such account, or you may not edit it.")}</p>;
  return (
    <>
      <p className="quoin-lead">{record.username}{own && <> <a href={data.home + "account"}>{__("Log-ins and second factors")}</a></>}</p>
      <Form record={shown} fields={fields} id="submit" label={own ? __("Update Profile") : __("Update User")} done={own ? __("Profile updated.") : __("User updated.")} save={(changes) => saveEntityRecord("root", "user", { id, ...toAPI(changes) }, { throwOnError: true })} />
      <Passwords user={id} />
    </>
  );
}

(window.quoinScreens ??= {}).user = User;
