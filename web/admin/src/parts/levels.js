// Records below their parents.
import { useEntityRecords } from "@wordpress/core-data";
import { useMemo, useRef } from "@wordpress/element";

// Records that one request brings, and so many that a list puts them below each other: it names them all when it asks for a page.
const some = 100;
const most = 1000;

// useLevels is how deep each record of a query stands, in the order of a list: undefined until it
// is known, null where it isn't asked for, or there are none or too many.
export function useLevels(kind, name, query, order, enabled) {
  const [first, every] = useMemo(() => [{ ...query, per_page: some }, { ...query, per_page: -1 }], [query]);
  const begin = useEntityRecords(kind, name, first, { enabled });
  const total = begin.hasResolved ? begin.totalItems ?? 0 : 0;
  const rest = useEntityRecords(kind, name, every, { enabled: enabled && total > some && total <= most });
  const { records, hasResolved } = total > some && total <= most ? rest : begin;
  const last = useRef();
  return useMemo(() => {
    if (!enabled) return null;
    if (total > most) last.current = null;
    else if (records && hasResolved) last.current = records.length > 0 ? levelsOf(records, order) : null;
    else if (hasResolved) last.current = null;
    return last.current; // what was known before, while it is asked for again
  }, [enabled, records, hasResolved, total, order]);
}

// levelsOf puts records below their parents, those of one parent in an order, and says how deep each is.
export function levelsOf(records, order) {
  const known = new Set(records.map((r) => r.id));
  const children = Map.groupBy(records.toSorted(order), (r) => (known.has(r.parent) ? r.parent : 0));
  const levels = new Map();
  const add = (parent, level) => {
    for (const { id } of children.get(parent) ?? []) {
      if (levels.has(id)) continue;
      levels.set(id, level);
      add(id, level + 1);
    }
  };
  add(0, 0);
  return levels;
}
