// The files that a frame shows: a page after the other, narrowed by what the person chose.
import apiFetch from "@wordpress/api-fetch";
import { useCallback, useEffect, useRef, useState } from "@wordpress/element";
import { addQueryArgs } from "@wordpress/url";
import { attachmentOf } from "./models.js";

const perPage = 40;

// kindsOf are the arguments of the API for kinds such as "image" or "image/png".
export function kindsOf(kinds) {
  const all = [kinds ?? []].flat();
  const types = all.filter((kind) => kind.includes("/"));
  const families = all.filter((kind) => !kind.includes("/"));
  return { ...(types.length > 0 ? { mime_type: types } : {}), ...(families.length > 0 ? { media_type: families } : {}) };
}

// readPage reads files as they are edited. What of others the person may not edit isn't among these, so a
// page that lacks some is also read as anybody sees it.
async function readPage(query) {
  const answer = await apiFetch({ path: addQueryArgs("/wp/v2/media", { ...query, context: "edit" }), parse: false });
  const total = Number(answer.headers.get("X-WP-Total"));
  const edited = await answer.json();
  if (edited.length >= Math.min(query.per_page, total - (query.page - 1) * query.per_page)) return { records: edited, total };
  const shown = await apiFetch({ path: addQueryArgs("/wp/v2/media", { ...query, context: "view" }) });
  return { records: shown.map((one) => edited.find(({ id }) => id === one.id) ?? one), total };
}

// useLibrary reads the files that a query finds. "more" reads the next page, and "add" and
// "drop" say what came and went since.
export function useLibrary(query, onError) {
  const key = JSON.stringify(query);
  const [found, setFound] = useState({ models: [], total: 0, page: 0, key: null });
  const wanted = useRef(key);
  wanted.current = key;
  const read = useCallback((page) => readPage({ ...JSON.parse(key), per_page: perPage, page })
    .then(({ records, total }) => {
      if (wanted.current !== key) return;
      const models = records.map(attachmentOf);
      setFound((had) => ({ models: page === 1 ? models : [...had.models, ...models.filter((m) => !had.models.includes(m))], total, page, key }));
    }).catch(async (answer) => onError((await answer.json?.().catch(() => null))?.message ?? answer.message)), [key, onError]);
  useEffect(() => { read(1); }, [read]);
  return {
    ...found, reading: found.key !== key, more: () => read(found.page + 1),
    add: (models) => setFound((had) => ({ ...had, total: had.total + models.length, models: [...models, ...had.models] })),
    drop: (model) => setFound((had) => ({ ...had, total: had.total - 1, models: had.models.filter((m) => m !== model) })),
  };
}
