// Custom fields, below the editor of who wants to see them: texts of an entry under names that nothing
// declares. The box and its forms have the names that the package's editor and the field's programs look for.
import apiFetch from "@wordpress/api-fetch";
import { Button, Notice, TextControl, TextareaControl } from "@wordpress/components";
import { dispatch, select, subscribe } from "@wordpress/data";
import { store as editPost } from "@wordpress/edit-post";
import { createRoot, useEffect, useState } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { formOf } from "./parts/forms.js";

// offerCustomFields makes the form of the switch in the preferences, and the box where that is on.
export function offerCustomFields({ custom, post, type, base }) {
  if (!custom) return;
  const place = element("div", { id: "metaboxes", hidden: "" });
  place.append(formOf({ id: "toggle-custom-fields-form", method: "post", action: base + "post.php" },
    { action: "toggle-custom-fields", "toggle-custom-fields-nonce": custom.toggle, _wp_http_referer: "" }));
  document.body.append(place);
  if (!custom.on) return;

  place.append(formOf({ className: "metabox-base-form" }, { post_ID: post, post_type: type, custom_fields_nonce: custom.nonce }));
  const title = __("Custom Fields");
  const heading = element("h2", { class: "hndle" });
  heading.textContent = title;
  const inside = element("div", { class: "inside" });
  const box = element("div", { id: "postcustom", class: "postbox" });
  box.append(heading, inside);
  const boxes = formOf({ className: "metabox-location-normal" }, {});
  boxes.addEventListener("submit", (event) => event.preventDefault());
  boxes.append(box);
  place.append(boxes);
  window._wpMetaBoxUrl = custom.url;
  // Boxes of the field fold by a script of this name; this one doesn't.
  window.postboxes ??= { page: type, add_postbox_toggles() {} };
  createRoot(inside).render(<CustomFields {...custom} />); // in the box, which the editor moves
  dispatch(editPost).setAvailableMetaBoxesPerLocation({ normal: [{ id: "postcustom", title }] });
}

function element(name, attributes) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

const rowsOf = (fields) => fields.map((was, i) => ({ id: i + 1, was, ...was }));
const changeOf = ({ was, key, value }) => ({ was, now: { key, value } });
const isChanged = ({ was, key, value }) => key !== was.key || value !== was.value;
const none = { key: "", value: "" };

function CustomFields({ fields, url, nonce }) {
  const [rows, setRows] = useState(() => rowsOf(fields));
  const [added, setAdded] = useState(none);
  const [problem, setProblem] = useState("");
  const isNamed = added.key.trim() !== "";
  // What waits here goes with the entry when that is saved.
  const waiting = [...rows.filter(isChanged).map(changeOf), ...(isNamed ? [{ was: null, now: added }] : [])];

  async function store(changes) {
    const body = new FormData();
    body.append("custom_fields", JSON.stringify(changes));
    body.append("custom_fields_nonce", nonce);
    try {
      const answer = await apiFetch({ url, method: "POST", body });
      setProblem("");
      return answer.fields;
    } catch (error) {
      setProblem(error?.message || __("This failed. Try again."));
      return null;
    }
  }
  // Other rows keep what is typed in them.
  async function storeOne(changes, id) {
    const now = await store(changes);
    if (!now) return false;
    const typed = rows.filter((row) => row.id !== id && isChanged(row));
    setRows(rowsOf(now).map((row) => {
      const at = typed.findIndex(({ was }) => was.key === row.key && was.value === row.value);
      return at < 0 ? row : { ...typed.splice(at, 1)[0], id: row.id };
    }));
    return true;
  }
  useEffect(() => {
    let saving = false;
    return subscribe(async () => {
      const before = saving;
      saving = select(editPost).isSavingMetaBoxes();
      if (!before || saving) return;
      const now = await store([]);
      if (now) {
        setRows(rowsOf(now));
        setAdded(none);
      }
    }, editPost);
  }, []);

  const change = (id, what) => setRows(rows.map((row) => (row.id === id ? { ...row, ...what } : row)));
  const usual = { __nextHasNoMarginBottom: true, __next40pxDefaultSize: true };
  return (
    <div id="postcustomstuff">
      {problem && <Notice status="error" isDismissible={false}>{problem}</Notice>}
      <input type="hidden" name="custom_fields" value={JSON.stringify(waiting)} />
      {rows.length > 0 && (
        <table id="list-table">
          <thead><tr><th className="left">{__("Name")}</th><th>{__("Value")}</th></tr></thead>
          <tbody id="the-list">
            {rows.map((row) => (
              <tr key={row.id} id={"meta-" + row.id}>
                <td className="left">
                  <TextControl {...usual} id={`meta-${row.id}-key`} label={__("Name")} hideLabelFromVision value={row.key} onChange={(key) => change(row.id, { key })} />
                  <div className="submit">
                    <Button variant="tertiary" size="compact" isDestructive id={`deletemeta-${row.id}`} onClick={() => storeOne([{ was: row.was, now: null }], row.id)}>{__("Delete")}</Button>
                    <Button variant="secondary" size="compact" id={`meta-${row.id}-submit`} onClick={() => storeOne([changeOf(row)], row.id)}>{__("Update")}</Button>
                  </div>
                </td>
                <td><TextareaControl __nextHasNoMarginBottom id={`meta-${row.id}-value`} label={__("Value")} hideLabelFromVision rows={2} value={row.value} onChange={(value) => change(row.id, { value })} /></td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p><strong>{__("Add Custom Field:")}</strong></p>
      <table id="newmeta">
        <thead><tr><th className="left">{__("Name")}</th><th>{__("Value")}</th></tr></thead>
        <tbody>
          <tr>
            <td id="newmetaleft" className="left"><TextControl {...usual} id="metakeyinput" label={__("Name")} hideLabelFromVision value={added.key} onChange={(key) => setAdded({ ...added, key })} /></td>
            <td><TextareaControl __nextHasNoMarginBottom id="metavalue" label={__("Value")} hideLabelFromVision rows={2} value={added.value} onChange={(value) => setAdded({ ...added, value })} /></td>
          </tr>
        </tbody>
      </table>
      <div className="submit">
        <Button variant="secondary" id="newmeta-submit" accessibleWhenDisabled disabled={!isNamed} onClick={async () => (await storeOne([{ was: null, now: added }])) && setAdded(none)}>{__("Add Custom Field")}</Button>
      </div>
      <p className="description">{__("Texts that the entry keeps under names of their own, such as those that came from another site.")}</p>
    </div>
  );
}
