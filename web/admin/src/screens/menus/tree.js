// The items of a menu as a list, in which those of one parent stand in their order. "key" says
// which item is meant, also of one that isn't stored yet, and "parent" is the key of another, or "".

// flat is the list as it is shown: what is below an item follows it, and says how deep it is.
export function flat(items, parent = "", depth = 0) {
  return items.filter((item) => item.parent === parent).flatMap((item) => [{ ...item, depth }, ...flat(items, item.key, depth + 1)]);
}

// read makes it of records of the API. What is below nothing that is there stands on top.
export function read(records) {
  const known = new Set(records.map((r) => r.id));
  return records.toSorted((a, b) => a.menu_order - b.menu_order).map((r) => ({
    key: String(r.id), id: r.id, parent: known.has(r.parent) && r.parent !== r.id ? String(r.parent) : "",
    title: r.title?.raw ?? "", url: r.url, type: r.type, type_label: r.type_label, object: r.object, object_id: r.object_id,
    attr_title: r.attr_title ?? "", target: r.target ?? "", classes: (r.classes ?? []).join(" "), description: r.description ?? "", invalid: r.invalid,
  }));
}

const siblings = (items, item) => items.filter((other) => other.parent === item.parent);

// put puts an item before another of the list, or at the end, below a parent.
function put(items, item, parent, other) {
  const left = items.filter((one) => one.key !== item.key);
  const at = other ? left.findIndex((one) => one.key === other.key) : left.length;
  return left.toSpliced(at, 0, { ...item, parent });
}

// below tells whether an item is another, or stands below it.
export function below(items, key, other) {
  for (let at = key; at; at = items.find((one) => one.key === at)?.parent) if (at === other) return true;
  return false;
}

// moves are what may be done with the place of an item: each gives the new list, or nothing where it can't be done.
export const moves = {
  up(items, item) {
    const all = siblings(items, item), at = all.findIndex((one) => one.key === item.key);
    return at > 0 && put(items, item, item.parent, all[at - 1]);
  },
  down(items, item) {
    const all = siblings(items, item), at = all.findIndex((one) => one.key === item.key);
    return at < all.length - 1 && put(items, item, item.parent, all[at + 2]);
  },
  top(items, item) {
    const first = flat(items)[0];
    return first && first.key !== item.key && put(items, item, "", first);
  },
  right(items, item) {
    const all = siblings(items, item), at = all.findIndex((one) => one.key === item.key);
    return at > 0 && put(items, item, all[at - 1].key);
  },
  left(items, item) {
    const parent = items.find((one) => one.key === item.parent);
    if (!parent) return false;
    const all = siblings(items, parent);
    return put(items, item, parent.parent, all[all.findIndex((one) => one.key === parent.key) + 1]);
  },
};

// drop puts an item before or after another, where it was dropped.
export function drop(items, item, other, after) {
  if (below(items, other.key, item.key)) return items;
  const all = siblings(items, other).filter((one) => one.key !== item.key);
  return put(items, item, other.parent, after ? all[all.findIndex((one) => one.key === other.key) + 1] : other);
}

// without leaves an item out; what was below it moves to its place.
export const without = (items, item) => items.filter((one) => one.key !== item.key).map((one) => (one.parent === item.key ? { ...one, parent: item.parent } : one));
