// The accounts of a site.
import { Button, SelectControl } from "@wordpress/components";
import { store as coreStore } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { useEffect, useMemo, useState } from "@wordpress/element";
import { __, _n, sprintf } from "@wordpress/i18n";
import { pencil, trash } from "@wordpress/icons";
import { store as notices } from "@wordpress/notices";
import { addQueryArgs } from "@wordpress/url";
import { Counted, countsOf } from "../../parts/counts.jsx";
import { sendForm } from "../../parts/forms.js";
import { List } from "../../parts/list.jsx";
import { Remove } from "./remove.jsx";
import { useSay } from "../../parts/say.js";
import { when } from "../../parts/texts.jsx";

const start = { titleField: "username", fields: ["name", "email", "roles", "posts", "registered_date"], sort: { field: "username", direction: "asc" } };
const address = new URLSearchParams(window.location.search);
const role = address.get("role");
const linked = role ? { filters: [{ field: "roles", operator: "is", value: role }] } : null;
// How the choice of a role is called that takes the role away.
const noRole = "none";
const given = (chosen) => (chosen === noRole ? [] : [chosen]);
const ask = ({ roles, ...more }) => ({ ...(roles ? { roles } : {}), ...more });

// People are listed by the names they have; who gave none is listed as they are shown.
const nameOf = (item) => [item.first_name, item.last_name].filter(Boolean).join(" ") || item.name;

function Users({ data }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  const roles = useMemo(() => Object.entries(data.roles).map(([value, label]) => ({ value, label })), [data]);
  const counts = useMemo(() => countsOf(data.base, "users.php", "posts"), [data]);
  const fields = useMemo(() => [
    { id: "username", label: __("Username"), enableHiding: false, orderAs: "slug", orderName: "login", render: ({ item }) => (data.may.edit_users || item.id === data.user ? <strong><a href={data.base + "user-edit.php?user_id=" + item.id}>{item.username}</a></strong> : item.username) },
    { id: "name", label: __("Name"), getValue: ({ item }) => nameOf(item) },
    { id: "email", label: __("Email"), render: ({ item }) => <a href={"mailto:" + item.email}>{item.email}</a> },
    { id: "roles", label: __("Role"), elements: roles, filterBy: { operators: ["is"] }, enableSorting: false, getValue: ({ item }) => item.roles?.[0] ?? "" },
    { id: "posts", label: __("Posts"), enableSorting: false, filterBy: false, getValue: () => "", render: ({ item }) => <Counted counts={counts} id={item.id} href={data.base + "edit.php?author=" + item.id} words={(n) => sprintf(_n("%d post by this author", "%d posts by this author", n), n)} /> },
    { id: "registered_date", label: __("Since"), type: "datetime", render: ({ item }) => when(item.registered_date) },
  ], [data, roles, counts]);
  const actions = [];
  if (data.may.edit_users) actions.push({ id: "edit", label: __("Edit"), icon: pencil, href: (item) => data.base + "user-edit.php?user_id=" + item.id, callback: ([item]) => { window.location = data.base + "user-edit.php?user_id=" + item.id; } });
  const say = useSay();
  if (data.may.edit_users) actions.push({
    id: "resetpassword", label: __("Send password reset"), link: true, supportsBulk: true, isEligible: (item) => item.id !== data.user,
    callback: (items) => say(async () => {
      for (const { id } of items) await sendForm(data.base + "profile.php", { _wpnonce: data.formNonce, user_id: id, do: "reset" });
    }, items.length === 1 ? __("Password reset link sent.") : sprintf(_n("Password reset links sent to %d user.", "Password reset links sent to %d users.", items.length), items.length)),
  });
  actions.push({ id: "view", label: __("View"), says: (item) => sprintf(__("View posts by %s"), item.name), href: (item) => item.link, callback: ([item]) => { window.location = item.link; } });
  if (data.may.promote_users) actions.push({
    id: "role", label: __("Change role"), modalHeader: __("Change role"), isEligible: (item) => item.id !== data.user,
    RenderModal: ({ items: [item], closeModal }) => (
      <Role roles={roles} onDone={closeModal} work={(role) => saveEntityRecord("root", "user", { id: item.id, roles: given(role) }, { throwOnError: true })} />
    ),
  });
  if (data.may.delete_users) actions.push({
    id: "delete", label: __("Delete"), says: (item) => sprintf(__("Delete “%s”"), item.username), icon: trash, isDestructive: true, supportsBulk: true, isEligible: (item) => item.id !== data.user,
    href: (item) => `${data.base}users.php?action=delete&user=${item.id}`,
    callback: (items) => { window.location = addQueryArgs(data.base + "users.php", { action: "delete", users: items.map((item) => item.id) }); },
  });
  const at = "users.php?role=";
  const views = [{ id: "all", label: __("All"), href: data.base + "users.php", always: true, here: !linked }, ...roles.map(({ value, label }) => ({ id: value, label, href: at + value, ask: { roles: value }, here: role === value }))];
  const { createSuccessNotice } = useDispatch(notices);
  useEffect(() => {
    const gone = Number(address.get("delete_count"));
    if (address.get("update") === "del" && gone > 0) createSuccessNotice(gone === 1 ? __("User deleted.") : sprintf(_n("%d user deleted.", "%d users deleted.", gone), gone), { id: "message", speak: false });
    if (address.get("update") !== "add") return;
    const id = Number(address.get("id"));
    createSuccessNotice(address.has("unsent") ? __("New user created. The email about the account couldn't be sent.") : __("New user created."), { id: "message", speak: false, actions: id ? [{ label: __("Edit user"), url: data.base + "user-edit.php?user_id=" + id }] : [] });
  }, [data, createSuccessNotice]);
  const newRole = (at) => (data.may.promote_users ? (items, onDone) => <NewRole at={at} me={data.user} roles={roles} items={items} onDone={onDone} /> : undefined);
  return <List kind="root" name="user" none={__("No users found.")} linked={linked} views={views} searchLabel={__("Search Users")} searchId="user-search-input" perPageId="users_per_page" start={{ ...start, sort: { field: "name", direction: "asc" } }} ask={ask} fields={fields} filters={newRole("")} below={newRole("2")} actions={actions} />;
}

function Role({ roles, work, onDone }) {
  const [role, setRole] = useState("subscriber");
  const say = useSay();
  return (
    <div className="quoin-form">
      <SelectControl label={__("Role")} value={role} options={roles} onChange={setRole} __next40pxDefaultSize />
      <div className="quoin-form__buttons"><Button variant="primary" __next40pxDefaultSize onClick={async () => (await say(() => work(role), __("The role is changed."))) && onDone()}>{__("Change")}</Button></div>
    </div>
  );
}

// NewRole gives all chosen accounts a role; "at" is what its ids end in. One's own stays: without the rights of it nobody could take that back.
function NewRole({ at, me, roles, items, onDone }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  const [role, setRole] = useState("");
  const [busy, setBusy] = useState(false);
  const say = useSay();
  const change = async () => {
    if (!role || !items.length) return;
    const others = items.filter((item) => item.id !== me);
    setBusy(true);
    const done = await say(async () => {
      for (const { id } of others) await saveEntityRecord("root", "user", { id, roles: given(role) }, { throwOnError: true });
    }, others.length < items.length ? __("Changed roles. Your own stays as it is.") : __("Changed roles."));
    setBusy(false);
    if (!done) return;
    setRole("");
    onDone();
  };
  return (
    <div className="quoin-filters">
      <label className="screen-reader-text" htmlFor={"new_role" + at}>{__("Change role to…")}</label>
      <select id={"new_role" + at} name={"new_role" + at} className="quoin-select" value={role} onChange={(event) => setRole(event.target.value)}>
        <option value="">{__("Change role to…")}</option>
        {roles.map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
        <option value={noRole}>{__("— No role for this site —")}</option>
      </select>
      <Button id={"changeit" + at} variant="secondary" isBusy={busy} disabled={busy} accessibleWhenDisabled onClick={change} __next40pxDefaultSize>{__("Change")}</Button>
    </div>
  );
}

(window.quoinScreens ??= {}).users = ({ data }) => (address.get("action") === "delete" ? <Remove data={data} address={address} /> : <Users data={data} />);
