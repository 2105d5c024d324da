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
