// The accounts of a site.
import { Button, SelectControl } from "@wordpress/components";
import { store as coreStore, useEntityRecords } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { useEffect, useMemo, useState } from "@wordpress/element";
import { __, _n, sprintf } from "@wordpress/i18n";
import { pencil, trash } from "@wordpress/icons";
import { store as notices } from "@wordpress/notices";
import { Ask } from "../../parts/actions.jsx";
import { Counted, countsOf } from "../../parts/counts.jsx";
import { List } from "../../parts/list.jsx";
import { useSay } from "../../parts/say.js";
import { when } from "../../parts/texts.jsx";

const start = { titleField: "username", fields: ["name", "email", "roles", "posts", "registered_date"], sort: { field: "username", direction: "asc" } };
const address = new URLSearchParams(window.location.search);
const role = address.get("role");
const linked = role ? { filters: [{ field: "roles", operator: "is", value: role }], page: 1 } : null;
const ask = ({ roles, ...more }) => ({ ...(roles ? { roles } : {}), ...more });

function Users({ data }) {
  const { saveEntityRecord, deleteEntityRecord } = useDispatch(coreStore);
  const roles = useMemo(() => Object.entries(data.roles).map(([value, label]) => ({ value, label })), [data]);
  const counts = useMemo(() => countsOf(data.base, "users.php", "posts"), [data]);
  const fields = useMemo(() => [
    { id: "username", label: __("Username"), enableHiding: false, enableSorting: false, render: ({ item }) => (data.may.edit_users || item.id === data.user ? <strong><a href={data.base + "user-edit.php?user_id=" + item.id}>{item.username}</a></strong> : item.username) },
    { id: "name", label: __("Name") },
    { id: "email", label: __("Email") },
    { id: "roles", label: __("Role"), elements: roles, filterBy: { operators: ["is"] }, enableSorting: false, getValue: ({ item }) => item.roles?.[0] ?? "" },
    { id: "posts", label: __("Posts"), enableSorting: false, filterBy: false, getValue: () => "", render: ({ item }) => <Counted counts={counts} id={item.id} href={data.base + "edit.php?author=" + item.id} words={(n) => sprintf(_n("%d post by this author", "%d posts by this author", n), n)} /> },
    { id: "registered_date", label: __("Since"), type: "datetime", render: ({ item }) => when(item.registered_date) },
  ], [data, roles, counts]);
  const actions = [];
  if (data.may.edit_users) actions.push({ id: "edit", label: __("Edit"), icon: pencil, href: (item) => data.base + "user-edit.php?user_id=" + item.id, callback: ([item]) => { window.location = data.base + "user-edit.php?user_id=" + item.id; } });
  if (data.may.promote_users) actions.push({
    id: "role", label: __("Change role to…"), short: __("Change role"), supportsBulk: true, modalHeader: __("Change role"), isEligible: (item) => item.id !== data.user,
    RenderModal: ({ items, closeModal }) => (
      <Role roles={roles} onDone={closeModal} work={(role) => Promise.all(items.map((item) => saveEntityRecord("root", "user", { id: item.id, roles: [role] }, { throwOnError: true })))} />
    ),
  });
  if (data.may.delete_users) actions.push({
    id: "delete", label: __("Delete"), says: (item) => sprintf(__("Delete “%s”"), item.username), icon: trash, isDestructive: true, modalHeader: __("Delete an account"), isEligible: (item) => item.id !== data.user,
    RenderModal: ({ items: [item], closeModal }) => <Remove item={item} me={data.user} onDone={closeModal} remove={deleteEntityRecord} />,
  });
  const at = data.base + "users.php?role=";
  const views = [{ label: __("All"), href: data.base + "users.php", always: true, here: !linked }, ...roles.map(({ value, label }) => ({ label, href: at + value, ask: { roles: value }, here: role === value }))];
  const { createSuccessNotice } = useDispatch(notices);
  useEffect(() => { if (address.get("update") === "add") createSuccessNotice(__("New user created."), { id: "message", speak: false }); }, [createSuccessNotice]);
  return <List kind="root" name="user" linked={linked} views={views} searchLabel={__("Search Users")} searchId="user-search-input" perPageId="users_per_page" start={{ ...start, sort: { field: "name", direction: "asc" } }} ask={ask} fields={fields} actions={actions} />;
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

// Remove asks who gets what the account has written.
function Remove({ item, me, remove, onDone }) {
  const [heir, setHeir] = useState(String(me));
  const { records } = useEntityRecords("root", "user", { per_page: 100, context: "view", who: "authors", exclude: [item.id] });
  const heirs = [...(records ?? []).map((u) => ({ value: String(u.id), label: u.name })), { value: "", label: __("Nobody: delete it too") }];
  return (
    <>
      <SelectControl label={sprintf(__("What %s has written goes to"), item.name || item.username)} value={heir} options={heirs} onChange={setHeir} __next40pxDefaultSize />
      <Ask words={__("The account is deleted for ever.")} label={__("Confirm Deletion")} onDone={onDone} onCancel={onDone}
        work={() => remove("root", "user", item.id, { force: true, reassign: heir === "" ? "false" : Number(heir) }, { throwOnError: true })} />
    </>
  );
}

(window.quoinScreens ??= {}).users = Users;
