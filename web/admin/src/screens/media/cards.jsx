// The grid of the library: each file is a card, which opens its details or, while several are
// picked, is chosen. Its items are called as on the field's screen.
import { __ } from "@wordpress/i18n";
import { plain } from "../../parts/texts.jsx";

const keys = ["Enter", " "];

export function Cards({ records, selection, show, none, Picture }) {
  if (records.length === 0) return <p className="no-media">{none}</p>;
  return (
    <ul className="attachments" aria-label={__("Media items")}>
      {records.map((item) => {
        const chosen = selection.includes(String(item.id));
        const name = plain(item.title) || __("(no title)");
        return (
          <li key={item.id} data-id={item.id} className={"attachment" + (chosen ? " selected" : "")}>
            <div tabIndex={0} role="checkbox" aria-checked={chosen} aria-label={name} onClick={() => show(item)} onKeyDown={(event) => keys.includes(event.key) && (event.preventDefault(), show(item))}>
              <div className="attachment-preview"><div className="thumbnail"><Picture item={item} alt="" /></div></div>
              <div className="filename" dir="auto">{name}</div>
              {chosen && <span className="check" aria-hidden="true">✓</span>}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
