// One account: a new one, that of somebody else, or one's own. Log-ins and second factors
// of one's own are on the account page.
import { Spinner } from "@wordpress/components";
import { store as coreStore, useEntityRecord } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { useMemo } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { Form } from "../../parts/form.jsx";
import { Passwords } from "./passwords.jsx";

function fieldsOf(data, own) {
  const roles = Object.entries(data.roles).map(([value, label]) => ({ value, label }));
  const fresh = data.path === "user-new.php";
  return [
    fresh && { id: "username", label: __("Log-in name"), type: "text", description: __("It can't be changed later.") },
    { id: "email", label: __("Address"), type: "email" },
    { id: "first_name", label: __("First name"), type: "text" },
    { id: "last_name", label: __("Last name"), type: "text" },
    !fresh && { id: "nickname", label: __("Nickname"), type: "text" },
    !fresh && { id: "name", label: __("Shown as"), type: "text" },
    { id: "url", label: __("Website"), type: "text" },
    !fresh && { id: "description", label: __("About"), type: "text", Edit: "textarea" },
    { id: "password", label: fresh ? __("Password") : __("New password"), type: "password", description: fresh ? "" : __("Left empty, it stays as it is.") },
    (fresh || data.may.promote_users && !own) && { id: "role", label: __("Role"), type: "text", Edit: "select", elements: roles },
  ].filter(Boolean);
}

// toAPI is a form's changes as the API takes them.
function toAPI({ role, ...changes }) {
  return role ? { ...changes, roles: [role] } : changes;
}

function User({ data }) {
  return data.path === "user-new.php" ? <New data={data} /> : <Known data={data} id={Number(new URLSearchParams(window.location.search).get("user_id"))} />;
}

function New({ data }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  const fields = useMemo(() => fieldsOf(data), [data]);
  return (
    <Form record={{ role: "subscriber" }} fields={fields} label={__("Add user")} done={__("The account is there.")} onDone={() => { window.location = data.base + "users.php"; }}
      save={(changes, all) => saveEntityRecord("root", "user", toAPI({ ...changes, role: all.role }), { throwOnError: true })} />
  );
}

function Known({ data, id }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  const { record, hasResolved } = useEntityRecord("root", "user", id);
  const fields = useMemo(() => fieldsOf(data, id === data.user), [data, id]);
  if (!hasResolved) return <Spinner />;
  if (!record) return <p>{__("There is no such account, or you may not edit it.")}</p>;
  return (
    <>
      <p className="quoin-lead">{record.username}{id === data.user && <> <a href={data.base + "profile.php"}>{__("Log-ins, second factors and address")}</a></>}</p>
      <Form record={{ ...record, role: record.roles?.[0], password: "" }} fields={fields} save={(changes) => saveEntityRecord("root", "user", { id, ...toAPI(changes) }, { throwOnError: true })} />
      <Passwords user={id} />
    </>
  );
}

(window.quoinScreens ??= {}).user = User;
