// The boxes of the dashboard in their columns. A person closes them, moves them and leaves them out; how they left
// them is kept.
import { speak } from "@wordpress/a11y";
import { Button, Card, CardBody, CardHeader } from "@wordpress/components";
import { useDispatch, useSelect } from "@wordpress/data";
import { useLayoutEffect, useRef } from "@wordpress/element";
import { __, sprintf } from "@wordpress/i18n";
import { arrowDown, arrowUp, chevronDown, chevronUp } from "@wordpress/icons";
import { store as preferences } from "@wordpress/preferences";

const scope = "quoin/dashboard";
const columns = ["normal", "side"];

// useKept is what is kept of the dashboard below a name, and what keeps it.
export function useKept(name, start) {
  const value = useSelect((select) => select(preferences).get(scope, name), [name]) ?? start;
  const { set } = useDispatch(preferences);
  return [value, (next) => set(scope, name, next)];
}

// arranged are the ids of the boxes in each column: as they were left, and new ones below these.
function arranged(boxes, order) {
  const placed = columns.flatMap((name) => order[name] ?? []);
  return columns.map((name) => [
    ...(order[name] ?? []).filter((id) => boxes.some((box) => box.id === id)),
    ...boxes.filter((box) => box.column === name && !placed.includes(box.id)).map((box) => box.id),
  ]);
}

// moved is the arrangement with a box one further down (1) or up (-1), past those that aren't seen: from the end of
// a column into the next. It is null where there is no further.
function moved(all, id, by, hidden) {
  const from = all.findIndex((column) => column.includes(id));
  const at = all[from].indexOf(id);
  const ahead = by > 0 ? all[from].slice(at + 1) : all[from].slice(0, at).reverse();
  const next = ahead.find((other) => !hidden.includes(other));
  if (!next && !all[from + by]) return null;
  const without = all.map((column) => column.filter((other) => other !== id));
  const into = next ? from : from + by;
  const place = next ? without[from].indexOf(next) + (by > 0 ? 1 : 0) : by > 0 ? 0 : without[into].length;
  return without.map((column, i) => (i === into ? column.toSpliced(place, 0, id) : column));
}

const none = [];
const untouched = {};

// Boxes draws { id, title, column, inside } for each box but those that are hidden.
export function Boxes({ boxes, hidden }) {
  const [closed, setClosed] = useKept("closed", none);
  const [order, setOrder] = useKept("order", untouched);
  const all = arranged(boxes, order);
  const last = useRef(null);
  // What was moved may have been drawn anew: the button that did it gets the focus back.
  useLayoutEffect(() => {
    if (last.current) document.querySelector(last.current)?.focus();
    last.current = null;
  }, [order]);
  const move = (id, by) => {
    const next = moved(all, id, by, hidden);
    if (!next) return;
    last.current = `#${id} .handle-order-${by > 0 ? "lower" : "higher"}`;
    setOrder(Object.fromEntries(columns.map((name, i) => [name, next[i]])));
    speak(by > 0 ? __("Moved down.") : __("Moved up."));
  };
  return (
    <div id="dashboard-widgets-wrap">
      <div id="dashboard-widgets" className="metabox-holder quoin-panels">
        {columns.map((name, i) => (
          <div key={name} id={"postbox-container-" + (i + 1)} className="postbox-container">
            <div id={name + "-sortables"} className="meta-box-sortables">
              {all[i].filter((id) => !hidden.includes(id)).map((id) => (
                <Box key={id} {...boxes.find((box) => box.id === id)} open={!closed.includes(id)} onToggle={() => setClosed(closed.includes(id) ? closed.filter((other) => other !== id) : [...closed, id])}
                  move={move} first={!moved(all, id, -1, hidden)} last={!moved(all, id, 1, hidden)} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

function Box({ id, title, inside, open, onToggle, move, first, last }) {
  const named = { size: "small", accessibleWhenDisabled: true, "aria-describedby": id + "-title" };
  return (
    <section id={id} className={open ? "postbox" : "postbox closed"} aria-label={title}>
      <Card>
        <CardHeader className="postbox-header">
          <h2 className="hndle" id={id + "-title"}>{title}</h2>
          <div className="handle-actions">
            <Button {...named} className="handle-order-higher" icon={arrowUp} label={__("Move up")} disabled={first} onClick={() => move(id, -1)} />
            <Button {...named} className="handle-order-lower" icon={arrowDown} label={__("Move down")} disabled={last} onClick={() => move(id, 1)} />
            <Button className="handlediv" size="small" icon={open ? chevronUp : chevronDown} aria-expanded={open} aria-controls={id + "-inside"} label={sprintf(__("Toggle panel: %s"), title)} onClick={onToggle} />
          </div>
        </CardHeader>
        <CardBody id={id + "-inside"} className="inside">{inside}</CardBody>
      </Card>
    </section>
  );
}
