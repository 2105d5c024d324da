// What a person is told about what they did, above the screen that they did it on. It is said
// once: screen readers are told by the region itself.
import { useDispatch, useSelect } from "@wordpress/data";
import { __ } from "@wordpress/i18n";
import { store as notices } from "@wordpress/notices";

export function Notices() {
  const all = useSelect((select) => select(notices).getNotices().filter((n) => n.type !== "snackbar"), []);
  const { removeNotice } = useDispatch(notices);
  return (
    <div id="ajax-response" className="quoin-told" aria-live="polite">
      {all.map(({ id, status, content, actions, type }) => (
        <div key={id} id={id} className={["notice", "notice-" + status, status === "success" && "updated", id.startsWith("setting-error-") && "settings-error", "is-dismissible"].filter(Boolean).join(" ")}>
          <p>{type === "form" ? <strong>{content}</strong> : content}{actions?.flatMap((a) => [" ", <a key={a.label} href={a.url ?? "#"} className="button-link" onClick={a.onClick && ((event) => { event.preventDefault(); removeNotice(id); a.onClick(); })}>{a.label}</a>])}</p>
          <button type="button" className="notice-dismiss" aria-label={__("Dismiss this notice.")} onClick={() => removeNotice(id)}>×</button>
        </div>
      ))}
    </div>
  );
}
