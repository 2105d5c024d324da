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

// useLibrary reads the files that a query finds. "more" reads the next page, and "add" and
// "drop" say what came and went since.
export function useLibrary(query, onError) {
  const key = JSON.stringify(query);
  const [found, setFound] = useState({ models: [], total: 0, page: 0, key: null });
  const wanted = useRef(key);
  wanted.current = key;
  const read = useCallback((page) => apiFetch({ path: addQueryArgs("/wp/v2/media", { ...JSON.parse(key), context: "edit", per_page: perPage, page }), parse: false })
    .then(async (answer) => {
      const records = await answer.json();
      if (wanted.current !== key) return;
      const models = records.map(attachmentOf);
      setFound((had) => ({ models: page === 1 ? models : [...had.models, ...models.filter((m) => !had.models.includes(m))], total: Number(answer.headers.get("X-WP-Total")), page, key }));
    }).catch(async (answer) => onError((await answer.json?.().catch(() => null))?.message ?? answer.message)), [key, onError]);
  useEffect(() => { read(1); }, [read]);
  return {
    ...found, reading: found.key !== key, more: () => read(found.page + 1),
    add: (models) => setFound((had) => ({ ...had, total: had.total + models.length, models: [...models, ...had.models] })),
    drop: (model) => setFound((had) => ({ ...had, total: had.total - 1, models: had.models.filter((m) => m !== model) })),
  };
}
