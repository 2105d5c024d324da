// Empty is a button that deletes for ever all that stands at a place of a list, such as the trash.
import apiFetch from "@wordpress/api-fetch";
import { Button } from "@wordpress/components";
import { store as coreStore } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { useState } from "@wordpress/element";
import { addQueryArgs } from "@wordpress/url";
import { useSay } from "./say.js";

// "path" and "query" ask the API for what is there; "mayDelete" tells of one of them, with these
// "fields", whether the person may delete it: others are left. "gone" says how many went, in a notice with the id "notice".
export function Empty({ entity, label, path, query, fields = "id", mayDelete = () => true, gone, notice }) {
  const { deleteEntityRecord, invalidateResolutionForStoreSelector } = useDispatch(coreStore);
  const say = useSay();
  const [busy, setBusy] = useState(false);
  const empty = async () => {
    setBusy(true);
    let count = 0;
    const well = await say(async () => {
      const at = await path();
      for (const kept = []; ;) {
        const found = await apiFetch({ path: addQueryArgs(at, { ...query, exclude: kept, per_page: 100, context: "edit", _embed: undefined, _fields: fields }) });
        if (found.length === 0) break;
        for (const item of found) {
          if (!mayDelete(item)) kept.push(item.id);
          else {
            await deleteEntityRecord(entity.kind, entity.name, item.id, { force: true }, { throwOnError: true });
            count++;
          }
        }
      }
    });
    invalidateResolutionForStoreSelector("getEntityRecords");
    if (well) await say(() => {}, gone(count), { id: notice });
    setBusy(false);
  };
  return <Button id="delete_all" variant="secondary" isBusy={busy} disabled={busy} accessibleWhenDisabled onClick={empty} __next40pxDefaultSize>{label}</Button>;
}
