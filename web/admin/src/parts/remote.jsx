// A list over a path of the API that isn't one of core-data's entities.
import apiFetch from "@wordpress/api-fetch";
import { DataViews } from "@wordpress/dataviews";
import { useCallback, useEffect, useMemo, useState } from "@wordpress/element";
import { addQueryArgs } from "@wordpress/url";
import { useSay } from "./say.js";

const starts = { type: "table", perPage: 25, page: 1, search: "", filters: [], layout: {} };

const same = (answer) => answer;

// useRemote keeps a view and what the API answers to it: "ask" makes the parameters of a
// view, and the answer is { items, total }, or "read" makes that of it.
export function useRemote({ path, start, ask, read = same }) {
  const [view, setView] = useState(() => ({ ...starts, ...start }));
  const [found, setFound] = useState(null);
  const [round, setRound] = useState(0);
  const say = useSay();
  useEffect(() => {
    let wanted = true;
    say(async () => {
      const answer = await apiFetch({ path: addQueryArgs(path, ask(view)) });
      if (wanted) setFound(read(answer));
    });
    return () => { wanted = false; };
  }, [path, view, round, ask, read, say]);
  return { view, setView, found, again: useCallback(() => setRound((n) => n + 1), []) };
}

// Remote draws what useRemote keeps.
export function Remote({ remote: { view, setView, found }, fields, actions, ...rest }) {
  const pages = useMemo(() => ({ totalItems: found?.total ?? 0, totalPages: Math.ceil((found?.total ?? 0) / view.perPage) }), [found, view]);
  return (
    <DataViews data={found?.items ?? []} fields={fields} actions={actions} view={view} onChangeView={setView} isLoading={!found}
      paginationInfo={pages} defaultLayouts={{ table: {}, list: {} }} getItemId={(item) => String(item.id)} {...rest} />
  );
}
