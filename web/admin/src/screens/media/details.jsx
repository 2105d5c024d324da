// What is known of a file, with the one before and the one after it in the list. What is typed
// is stored when the field is left, as in the library of the field.
import { Button, TextControl } from "@wordpress/components";
import { store as coreStore } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { useEffect, useRef, useState } from "@wordpress/element";
import { __, sprintf } from "@wordpress/i18n";
import { chevronLeft, chevronRight } from "@wordpress/icons";
import { Area } from "../../parts/controls.jsx";
import { keepInAddress } from "../../parts/list.jsx";
import { useSay } from "../../parts/say.js";
import { bytes, plain, when, words } from "../../parts/texts.jsx";

const large = { __next40pxDefaultSize: true, __nextHasNoMarginBottom: true };
const at = "attachment-details-two-column-";
// Ids of the fields in the window, and on the page of one file.
const inWindow = { alt_text: at + "alt-text", title: at + "title", caption: at + "caption", description: at + "description", link: at + "copy-link" };
const onPage = { alt_text: "attachment_alt", title: "title", caption: "attachment_caption", description: "attachment_content", link: "attachment_url" };

// The button by which somebody has just gone to another file.
let moved = "";

// Without "remove" a file is only looked at. "alone" on a page of its own what is typed is stored by the button.
export function Details({ item, records, picture, crop, remove, closeModal, onMove, alone = false }) {
  const ids = alone ? onPage : inWindow;
  const { saveEntityRecord } = useDispatch(coreStore);
  const say = useSay();
  const [stored, setStored] = useState(() => ({ title: plain(item.title), alt_text: item.alt_text ?? "", caption: item.caption?.raw ?? words(item.caption?.rendered), description: item.description?.raw ?? words(item.description?.rendered) }));
  const [now, setNow] = useState(stored);
  // The address has the file in the window, so that it can be passed on.
  useEffect(() => {
    if (alone) return undefined;
    keepInAddress({ item: item.id });
    return () => keepInAddress({ item: null });
  }, [alone, item.id]);
  const place = records.findIndex((r) => r.id === item.id);
  const changes = () => Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== stored[name]));
  const save = async () => {
    const changed = changes();
    if (Object.keys(changed).length === 0) return true;
    setStored(now);
    return say(() => saveEntityRecord("postType", "attachment", { id: item.id, ...changed }, { throwOnError: true }), __("Media file updated."));
  };
  const update = async (event) => {
    event.preventDefault();
    if (await save()) closeModal();
  };
  const move = (to) => save().then((well) => {
    if (!well) return;
    moved = to < place ? "left" : "right";
    onMove(records[to]);
  });
  // The details of another file come in place of these: the focus stays where it was.
  const root = useRef();
  useEffect(() => {
    if (moved) root.current.querySelector("." + moved)?.focus();
    moved = "";
  }, []);
  // The window and its button are known by these classes.
  useEffect(() => {
    const box = alone ? null : root.current.closest(".components-modal__frame");
    box?.classList.add("media-modal");
    box?.querySelector(".components-modal__header > button")?.classList.add("media-modal-close");
  }, [alone]);
  const field = (name) => ({ value: now[name], onChange: (value) => setNow((had) => ({ ...had, [name]: value })), onBlur: alone ? undefined : save, readOnly: !remove, dir: "auto" });
  const { width, height, filesize } = item.media_details ?? {};
  const copy = () => say(() => navigator.clipboard.writeText(item.source_url), __("Copied."));
  return (
    <div className="quoin-details attachment-details" ref={root}>
      {!alone && <div className="quoin-row edit-media-header">
        <Button className="left" icon={chevronLeft} label={__("Edit previous media item")} showTooltip={false} disabled={place < 1} accessibleWhenDisabled onClick={() => move(place - 1)} />
        <Button className="right" icon={chevronRight} label={__("Edit next media item")} showTooltip={false} disabled={place < 0 || place >= records.length - 1} accessibleWhenDisabled onClick={() => move(place + 1)} />
      </div>}
      <div className="quoin-details__parts">
        <div className="quoin-details__picture">
          {picture}
          {crop && <Button className="edit-attachment" variant="secondary" onClick={() => { closeModal(); crop(); }} __next40pxDefaultSize>{__("Edit Image")}</Button>}
        </div>
        <form className="quoin-form__fields" onSubmit={update}>
          <dl className="quoin-facts details">
            <dt>{__("Uploaded on:")}</dt>{" "}<dd className="misc-pub-curtime">{when(item.date)}</dd>
            {item._embedded?.author?.[0]?.name && <><dt>{__("Uploaded by:")}</dt>{" "}<dd className="misc-pub-uploadedby">{item._embedded.author[0].name}</dd></>}
            <dt>{__("File name:")}</dt>{" "}<dd className="misc-pub-filename" dir="ltr">{item.source_url?.split("/").at(-1)}</dd>
            <dt>{__("File type:")}</dt>{" "}<dd className="misc-pub-filetype" dir="ltr">{alone ? item.source_url?.split(".").at(-1).toUpperCase() : item.mime_type}</dd>
            {filesize > 0 && <><dt>{__("File size:")}</dt>{" "}<dd className="misc-pub-filesize">{bytes(filesize)}</dd></>}
            {width > 0 && <><dt>{__("Dimensions:")}</dt>{" "}<dd className="misc-pub-dimensions">{sprintf(__("%1$s by %2$s pixels"), width, height)}</dd></>}
          </dl>
          {item.media_type === "image" && <Area id={ids.alt_text} name={ids.alt_text} rows={2} label={__("Alternative Text")} help={__("What the picture shows, for those who don't see it.")} {...field("alt_text")} />}
          <TextControl {...large} id={ids.title} name={ids.title} label={__("Title")} {...field("title")} />
          <Area id={ids.caption} name={ids.caption} rows={2} label={item.media_type === "image" ? __("Image Caption") : __("Short Description")} {...field("caption")} />
          <Area id={ids.description} name={ids.description} rows={3} label={__("Description")} {...field("description")} />
          <TextControl {...large} id={ids.link} label={__("File URL:")} readOnly value={item.source_url ?? ""} onChange={() => {}} dir="ltr" />
          <div className="quoin-row">
            <Button variant="secondary" className="copy-attachment-url" onClick={copy} __next40pxDefaultSize>{__("Copy URL to clipboard")}</Button>
            <a className="view-attachment" href={item.source_url}>{__("View media file")}</a>
            {remove && <span id={alone ? "delete-action" : undefined}><Button className="delete-attachment" variant="link" isDestructive onClick={async () => (await remove()) && closeModal()}>{__("Delete permanently")}</Button></span>}
          </div>
          {remove && <div className="quoin-form__buttons"><Button id={alone ? "publish" : undefined} variant="primary" type="submit" __next40pxDefaultSize>{__("Update")}</Button></div>}
        </form>
      </div>
    </div>
  );
}
