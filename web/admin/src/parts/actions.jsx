// Actions of lists that many screens have.
import { Button } from "@wordpress/components";
import { store as coreStore } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { useMemo, useState } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { pencil, trash } from "@wordpress/icons";
import { Form } from "./form.jsx";
import { useSay } from "./say.js";

// useEdit is the action that opens a form of a record. "from" makes what the form shows of
// a record.
export function useEdit({ kind, name, fields, label = __("Edit"), submit, done, from = (item) => item, ...more }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  return useMemo(() => ({
    id: "edit", label, icon: pencil, isPrimary: true, modalHeader: label, ...more,
    RenderModal: ({ items: [item], closeModal }) => (
      <Form record={from(item)} fields={fields} label={submit} done={done} onCancel={closeModal} onDone={closeModal}
        save={(changes) => saveEntityRecord(kind, name, { id: item.id, ...changes }, { throwOnError: true })} />
    ),
  }), [kind, name, fields]);
}

// useDelete is the action that deletes records for ever. It asks by "words"; what lies in the
// trash already has none, as in the lists of the field, nor have terms that were chosen ("wordsForMany").
export function useDelete({ kind, name, query = { force: true }, label = __("Delete permanently"), short = label === __("Delete permanently") ? __("Delete Permanently") : label, words = __("This can't be undone."), wordsForMany = words, done = () => __("Deleted."), notice, ...more }) {
  const { deleteEntityRecord } = useDispatch(coreStore);
  const say = useSay();
  return useMemo(() => ({
    id: "delete", label, short, icon: trash, isDestructive: true, supportsBulk: true, ...more,
    callback: (items, { bulk = false } = {}) => {
      const asked = bulk ? wordsForMany : words;
      if (asked && !window.confirm(asked)) return undefined;
      return say(() => Promise.all(items.map((item) => deleteEntityRecord(kind, name, item.id, query, { throwOnError: true }))), done(items.length, bulk), { id: notice });
    },
  }), [kind, name, say]);
}

// useChange is an action that sets fields of records to fixed values. "back" are those that take it back, and what is said then; "notice" is the id of what is said.
export function useChange({ kind, name, id, label, icon, values, done, back, notice, ...more }) {
  const { saveEntityRecord } = useDispatch(coreStore);
  const say = useSay();
  return useMemo(() => ({
    id, label, icon, supportsBulk: true, ...more,
    callback: (items) => {
      const set = (to) => Promise.all(items.map((item) => saveEntityRecord(kind, name, { id: item.id, ...to }, { throwOnError: true })));
      return say(() => set(values), typeof done === "function" ? done(items.length) : done, { id: notice, undo: back && (() => say(() => set(back.values), back.done(items.length), { id: notice })) });
    },
  }), [kind, name, say]);
}

// Ask asks before something is done.
export function Ask({ words, label, work, onDone, onCancel }) {
  const [busy, setBusy] = useState(false);
  const say = useSay();
  const act = async () => {
    setBusy(true);
    await say(work, __("Done."));
    onDone();
  };
  return (
    <div className="quoin-form">
      <p>{words}</p>
      <div className="quoin-form__buttons">
        <Button variant="tertiary" onClick={onCancel} __next40pxDefaultSize>{__("Cancel")}</Button>
        <Button variant="primary" isDestructive isBusy={busy} disabled={busy} accessibleWhenDisabled onClick={act} __next40pxDefaultSize>{label}</Button>
      </div>
    </div>
  );
}
