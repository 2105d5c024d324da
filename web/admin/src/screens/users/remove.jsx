// Accounts are deleted after the question what becomes of what they have written. Ids and names
// are those of the field's page.
import { Button, Spinner } from "@wordpress/components";
import { store as coreStore, useEntityRecords } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { useEffect, useMemo, useState } from "@wordpress/element";
import { __, sprintf } from "@wordpress/i18n";
import { addQueryArgs } from "@wordpress/url";
import { askPage } from "../../parts/forms.js";
import { useSay } from "../../parts/say.js";

const all = (ids) => ({ per_page: -1, context: "view", who: "authors", exclude: ids, _fields: "id,name,slug" });

// useWriters are those of the accounts that have entries. Where that can't be told, all may have.
function useWriters(base, ids) {
  const [writers, setWriters] = useState(null);
  useEffect(() => {
    askPage(addQueryArgs(base + "users.php", { data: "contents", ids: ids.join(",") })).then((told) => setWriters(told.contents), () => setWriters(ids));
  }, [base, ids]);
  return writers;
}

const asked = (address) => [...new Set([...address.entries()].filter(([name]) => /^users?(\[\d*\])?$/.test(name)).map(([, id]) => Number(id)))].filter((id) => id > 0);

// Remove is the page that asks, for the accounts that its address names; one's own isn't deleted.
export function Remove({ data, address }) {
  const ids = useMemo(() => asked(address).filter((id) => id !== data.user), [address, data]);
  const { records: items } = useEntityRecords("root", "user", useMemo(() => ({ include: ids, per_page: 100, context: "edit", orderby: "include" }), [ids]), { enabled: ids.length > 0 });
  const list = data.base + "users.php";
  if (ids.length && !items) return <Spinner />;
  return items?.length ? <Form data={data} items={items} list={list} /> : <p>{__("No account is chosen that can be deleted.")} <a href={list}>{__("All Users")}</a></p>;
}

function Form({ data, items, list }) {
  const ids = useMemo(() => items.map((item) => item.id), []);
  const writers = useWriters(data.base, ids);
  const { records } = useEntityRecords("root", "user", useMemo(() => all(ids), [ids]));
  const { deleteEntityRecord } = useDispatch(coreStore);
  const [choices, setChoices] = useState({});
  const [busy, setBusy] = useState(false);
  const say = useSay();
  if (!writers || !records) return <Spinner />;
  const choose = (id, more) => setChoices((had) => ({ ...had, [id]: { ...had[id], ...more } }));
  const remove = async (event) => {
    event.preventDefault();
    setBusy(true);
    const done = await say(async () => {
      for (const id of ids) await deleteEntityRecord("root", "user", id, { force: true, reassign: choices[id]?.option === "reassign" ? Number(choices[id].heir) : "false" }, { throwOnError: true });
    });
    setBusy(false);
    if (done) window.location = addQueryArgs(list, { update: "del", delete_count: ids.length });
  };
  return (
    <form id="updateusers" className="quoin-form quoin-lead delete-and-reassign-users-form" onSubmit={remove}>
      <p>{ids.length === 1 ? __("This account is deleted for ever:") : __("These accounts are deleted for ever:")}</p>
      {items.map((item) => (writers.includes(item.id)
        ? <Question key={item.id} item={item} heirs={records} chosen={choices[item.id] ?? {}} onChoose={(more) => choose(item.id, more)} />
        : <p key={item.id}>{sprintf(__("%s has written nothing."), item.username)}</p>))}
      <div className="quoin-form__buttons">
        <Button variant="tertiary" href={list} __next40pxDefaultSize>{__("Cancel")}</Button>
        <Button id="submit" variant="primary" type="submit" isDestructive isBusy={busy} disabled={busy} accessibleWhenDisabled __next40pxDefaultSize>{__("Confirm Deletion")}</Button>
      </div>
    </form>
  );
}

// Question asks what becomes of what one account has written.
function Question({ item, heirs, chosen: { option = "", heir = "" }, onChoose }) {
  const { id } = item;
  const radio = (value, at, label) => (
    <li>
      <input type="radio" id={at} name={`delete_option[${id}]`} value={value} required checked={option === value} onChange={() => onChoose({ option: value })} /> <label htmlFor={at}>{label}</label>
    </li>
  );
  return (
    <fieldset className="quoin-choice">
      <legend>{sprintf(__("What becomes of what %s has written?"), item.username)}</legend>
      <ul>
        {radio("delete", "delete_option_" + id, __("Delete all content."))}
        {radio("reassign", "reassign_option_" + id, __("Attribute all content to another user."))}
      </ul>
      <label className="screen-reader-text" htmlFor={"reassign_user_" + id}>{__("Select a user to attribute the content to.")}</label>
      <select id={"reassign_user_" + id} name={`reassign_user[${id}]`} className="quoin-select" value={heir} required={option === "reassign"} onChange={(event) => onChoose({ heir: event.target.value, ...(event.target.value ? { option: "reassign" } : {}) })}>
        <option value="">{__("Select a user")}</option>
        {heirs.map((u) => <option key={u.id} value={u.id}>{`${u.name} (${u.slug})`}</option>)}
      </select>
    </fieldset>
  );
}
