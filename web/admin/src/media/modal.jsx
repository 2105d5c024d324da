// What a frame shows: the library with its filters, what is known of a file, a place for
// uploads, and a gallery in its order. Its parts are called as in the field's frame.
import { useConstrainedTabbing, useFocusOnMount, useFocusReturn, useMergeRefs } from "@wordpress/compose";
import { dateI18n } from "@wordpress/date";
import { useEffect, useId, useMemo, useReducer, useRef, useState } from "@wordpress/element";
import { __, _n, sprintf } from "@wordpress/i18n";
import { uploadMedia } from "@wordpress/media-utils";
import { addQueryArgs } from "@wordpress/url";
import { askPage } from "../parts/forms.js";
import { editPage } from "../parts/pages.js";
import { bytes } from "../parts/texts.jsx";
import { askFor, types } from "./kinds.js";
import { kindsOf, useLibrary } from "./library.js";
import { attachmentOf } from "./models.js";

const data = JSON.parse(document.getElementById("quoin-admin").textContent);
const address = (path) => new URL(path, new URL(data.ajax, window.location.href)).href;
// How large a file may be, in bytes.
const most = data.maxUpload ?? data.settings?.maxUploadFileSize;
// The side of the frame that a person chose last.
const side = "quoin-media-side-" + data.user;

const within = (event, call) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), call(event));

function Tab({ id, children, current, onChoose }) {
  return <button type="button" role="tab" id={"menu-item-" + id} className={"media-menu-item" + (current ? " active" : "")} aria-selected={current} onClick={onChoose}>{children}</button>;
}

export function MediaModal({ frame }) {
  const [, changed] = useReducer((n) => n + 1, 0);
  useEffect(() => {
    frame.on("changed activate", changed);
    return () => frame.off("changed activate", changed);
  }, [frame]);
  const state = frame.state();
  const [failed, setFailed] = useState("");
  const [uploading, setUploading] = useState(false);
  const box = useMergeRefs([useConstrainedTabbing(), useFocusOnMount(), useFocusReturn()]);
  const title = useId();
  const names = { gallery: __("Create gallery"), "gallery-edit": __("Edit gallery"), "gallery-library": __("Add to gallery"), cancel: __("← Cancel gallery") };
  const inOrder = state.id === "gallery-edit";
  const leave = (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    frame.escape();
  };
  return (
    <div className="media-modal-holder">
      <div className={"media-modal wp-core-ui " + (frame.options.modalClass ?? "")} ref={box} tabIndex={-1} role="dialog" aria-modal="true" aria-labelledby={title} onKeyDown={leave}>
        <button type="button" className="media-modal-close" onClick={() => frame.escape()}><span aria-hidden="true">×</span><span className="screen-reader-text">{__("Close dialog")}</span></button>
        <div className="media-frame" role="document">
          <div className="media-frame-title"><h1 id={title}>{state.get("title")}</h1></div>
          {state.get("menu") && (
            <div className="media-frame-menu" role="tablist" aria-orientation="vertical">
              {state.get("menu").map((id) => <Tab key={id} id={id} current={id === state.id} onChoose={() => (id === "cancel" ? frame.close() : frame.setState(id))}>{names[id]}</Tab>)}
            </div>
          )}
          {failed && <div className="upload-errors notice notice-error" role="alert"><p>{failed}</p><button type="button" className="button upload-dismiss-errors" onClick={() => setFailed("")}>{__("Dismiss errors")}</button></div>}
          {inOrder ? <Order gallery={state.get("selection")} /> : <Browser key={state.id} frame={frame} state={state} uploading={uploading} setUploading={setUploading} onError={setFailed} />}
          <h2 className="screen-reader-text">{__("Selected media actions")}</h2>
          <div className="media-frame-toolbar">
            {state.get("multiple") && !inOrder && <Chosen selection={state.get("selection")} />}
            <button type="button" className={"button media-button button-primary button-large media-button-" + (inOrder ? "insert" : state.get("tells") ?? state.id)} disabled={uploading || state.get("selection").length === 0} onClick={() => frame.confirm()}>{state.get("button")}</button>
          </div>
        </div>
      </div>
    </div>
  );
}

// Chosen tells how many files are chosen, and takes the choice back.
function Chosen({ selection }) {
  if (selection.length === 0) return null;
  return (
    <div className="media-selection">
      <span className="count">{sprintf(_n("%d item selected", "%d items selected", selection.length), selection.length)}</span>
      <button type="button" className="button-link clear-selection" onClick={() => selection.reset()}>{__("Clear")}</button>
    </div>
  );
}

// Browser has the two sides of a frame: uploads, and the library.
function Browser({ frame, state, uploading, setUploading, onError }) {
  const [mode, setMode] = useState(() => frame.content.mode() ?? window.localStorage.getItem(side) ?? "upload");
  const [query, setQuery] = useState({ filter: "all", month: "0", search: "" });
  const selection = state.get("selection");
  const kinds = state.get("kinds");
  const post = window.wp.data.select("core/editor")?.getCurrentPostId?.();
  const entry = typeof post === "number" ? post : undefined;
  const asked = useMemo(() => queryOf(query, kinds, entry), [query, kinds, entry]);
  const library = useLibrary(asked, onError);
  const last = useRef(null);
  const turn = (to) => {
    window.localStorage.setItem(side, to);
    frame.content.mode(to);
    setMode(to);
  };
  const upload = async (files) => {
    setUploading(true);
    onError("");
    const added = await uploaded([...files], entry, kinds, onError);
    setUploading(false);
    if (added.length === 0) return;
    library.add(added);
    if (selection.multiple) selection.add(added);
    else selection.reset(added.slice(-1));
    turn("browse");
  };
  const choose = (model, event) => {
    const at = library.models.indexOf(model);
    if (selection.multiple && event.shiftKey && last.current != null) {
      const [from, to] = [Math.min(last.current, at), Math.max(last.current, at)];
      selection.add(library.models.slice(from, to + 1));
    } else if (selection.multiple === "add" || (selection.multiple && (event.ctrlKey || event.metaKey || event.type === "keydown"))) {
      if (selection.contains(model)) selection.remove(model);
      else selection.add(model);
    } else selection.reset(model);
    last.current = at;
    if (selection.contains(model)) selection.single(model);
  };
  const file = useRef(null);
  const [over, setOver] = useState(false);
  const drop = { onDragOver: (event) => (event.preventDefault(), setOver(true)), onDragLeave: () => setOver(false), onDrop: (event) => (event.preventDefault(), setOver(false), upload(event.dataTransfer.files)) };
  return (
    <>
      <div className="media-frame-router" role="tablist" aria-orientation="horizontal">
        <Tab id="upload" current={mode === "upload"} onChoose={() => turn("upload")}>{__("Upload files")}</Tab>
        <Tab id="browse" current={mode !== "upload"} onChoose={() => turn("browse")}>{__("Media Library")}</Tab>
      </div>
      <div className={"media-frame-content" + (over ? " is-over" : "")} role="tabpanel" aria-labelledby={mode === "upload" ? "menu-item-upload" : "menu-item-browse"} {...drop}>
        {uploading && <p role="status">{__("Uploading")}</p>}
        {mode === "upload" ? (
          <div className="uploader-inline">
            <h2 className="upload-instructions">{__("Drop files to upload")}</h2>
            <p>{__("or")}</p>
            <button type="button" className="browser button button-hero" disabled={uploading} onClick={() => file.current.click()}>{__("Select Files")}</button>
            <p className="max-upload-size">{sprintf(__("Maximum upload file size: %s."), bytes(most ?? 0))}</p>
          </div>
        ) : (
          <div className="attachments-browser">
            <Narrowing kinds={kinds} query={query} onChange={setQuery} entry={entry} />
            <h2 className="screen-reader-text">{__("Media list")}</h2>
            <div className="attachments-wrapper">
              {/* The names of the field's frame: a list whose items can be checked. */}
              <ul className="attachments" tabIndex={-1}>
                {library.models.map((model) => <Item key={model.id} model={model} checked={selection.contains(model)} shown={selection.single() === model} onChoose={(event) => choose(model, event)} onRemove={() => selection.remove(model)} removal={__("Deselect")} />)}
              </ul>
              {!library.reading && library.models.length === 0 && <p className="no-media">{__("No media items found.")}</p>}
              {library.models.length < library.total && (
                <div className="load-more-wrapper">
                  <p>{sprintf(__("Showing %1$d of %2$d media items"), library.models.length, library.total)}</p>
                  <button type="button" className="button load-more" onClick={library.more}>{__("Load more")}</button>
                </div>
              )}
            </div>
            <div className="media-sidebar">
              {selection.single() && <Details key={selection.single().id} model={selection.single()} onError={onError} onGone={(model) => (selection.remove(model), library.drop(model))} />}
            </div>
          </div>
        )}
      </div>
      <div className="moxie-shim"><input ref={file} type="file" multiple={Boolean(selection.multiple)} tabIndex={-1} aria-hidden="true" onChange={(event) => (upload(event.target.files), (event.target.value = ""))} /></div>
    </>
  );
}

// uploaded uploads files and gives those that arrived.
const uploaded = (files, entry, kinds, onError) => Promise.all(files.map((one) => new Promise((done) => uploadMedia({
  filesList: [one], allowedTypes: kinds && [kinds].flat(), maxUploadFileSize: most, additionalData: entry ? { post: entry } : {},
  onFileChange: ([file]) => file?.id && done(file.id),
  onError: (error) => (onError(error.message), done(0)),
})))).then(async (ids) => {
  const arrived = ids.filter(Boolean);
  if (arrived.length === 0) return [];
  const records = await window.wp.apiFetch({ path: addQueryArgs("/wp/v2/media", { include: arrived, context: "edit", per_page: 100 }) });
  return records.map(attachmentOf);
});

// queryOf are the arguments of the API for what a person chose to see.
function queryOf({ filter, month, search }, kinds, entry) {
  const [, year, number] = /^(\d{4})(\d{2})$/.exec(month) ?? [];
  return {
    ...(["image", "audio", "video"].includes(filter) || types[filter] ? askFor(filter) : kindsOf(kinds)),
    ...(filter === "uploaded" && entry ? { parent: entry } : {}), ...(filter === "unattached" ? { parent: 0 } : {}), ...(filter === "mine" ? { author: data.user } : {}),
    ...(search ? { search } : {}),
    ...(year ? { after: new Date(Date.UTC(year, number - 1, 1) - 1000).toISOString().slice(0, 19), before: new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 19) } : {}),
  };
}

function Narrowing({ kinds, query, onChange, entry }) {
  const [months, setMonths] = useState([]);
  const [search, setSearch] = useState(query.search);
  useEffect(() => { askPage(address("upload.php?data=months")).then((told) => setMonths(told.months), () => {}); }, []);
  useEffect(() => {
    const soon = setTimeout(() => onChange((had) => (had.search === search ? had : { ...had, search })), 300);
    return () => clearTimeout(soon);
  }, [search, onChange]);
  const families = { image: __("Images"), audio: __("Audio"), video: __("Video"), document: __("Documents"), spreadsheet: __("Spreadsheets"), archive: __("Archives") };
  const one = [kinds ?? []].flat();
  return (
    <>
      <h2 className="screen-reader-text">{__("Filter media")}</h2>
      <div className="media-toolbar">
        <label className="screen-reader-text" htmlFor="media-attachment-filters">{__("Filter by type")}</label>
        <select id="media-attachment-filters" className="attachment-filters quoin-select" value={query.filter} onChange={(event) => onChange({ ...query, filter: event.target.value })}>
          <option value="all">{(one.length === 1 && families[one[0]]) || __("All media items")}</option>
          {entry && <option value="uploaded">{__("Uploaded to this post")}</option>}
          {one.length === 0 && Object.entries(families).map(([value, label]) => <option key={value} value={value}>{label}</option>)}
          <option value="unattached">{__("Unattached")}</option>
          <option value="mine">{__("Mine")}</option>
        </select>
        <label className="screen-reader-text" htmlFor="media-attachment-date-filters">{__("Filter by date")}</label>
        <select id="media-attachment-date-filters" className="attachment-filters quoin-select" value={query.month} onChange={(event) => onChange({ ...query, month: event.target.value })}>
          <option value="0">{__("All dates")}</option>
          {months.map(({ value, label }) => <option key={value} value={value}>{dateI18n("F Y", label)}</option>)}
        </select>
        <label className="media-search-input-label" htmlFor="media-search-input">{__("Search media")}</label>
        <input type="search" id="media-search-input" className="search" value={search} onChange={(event) => setSearch(event.target.value)} />
      </div>
    </>
  );
}

// Item is a file of a list that is chosen by a click, or by a key.
function Item({ model, checked, shown, onChoose, onRemove, removal, children, ...rest }) {
  const { title, type, url, sizes, filename, mime } = model.attributes;
  const small = sizes?.medium ?? sizes?.thumbnail ?? sizes?.full;
  return (
    <li tabIndex={0} role="checkbox" aria-label={title || filename} aria-checked={checked} data-id={model.id} className={"attachment" + (checked ? " selected" : "") + (shown ? " details" : "")} onClick={onChoose} onKeyDown={(event) => event.target === event.currentTarget && within(event, onChoose)} {...rest}>
      <div className="attachment-preview" data-type={type}>
        {type === "image" ? <img src={small?.url ?? url} alt="" loading="lazy" draggable="false" /> : <span className="filename">{filename}<br />{mime}</span>}
      </div>
      {checked && <button type="button" className="check" onClick={(event) => (event.stopPropagation(), onRemove())}><span aria-hidden="true">✓</span><span className="screen-reader-text">{removal}</span></button>}
      {children}
    </li>
  );
}

// Details are what is known of a file. What is typed is stored when the field is left.
function Details({ model, onError, onGone }) {
  const [, changed] = useReducer((n) => n + 1, 0);
  const [saved, setSaved] = useState(false);
  const [copied, setCopied] = useState(false);
  const [now, setNow] = useState(() => model.toJSON());
  const on = model.attributes;
  const save = (name) => async () => {
    if (now[name] === on[name]) return;
    setSaved(false);
    try {
      await model.save(name, now[name]);
      setSaved(true);
    } catch (error) {
      onError(error.message);
    }
    changed();
  };
  const remove = async () => {
    if (!window.confirm(__("The files are deleted for ever, and disappear from where they are shown."))) return;
    await model.destroy().then(() => onGone(model), (error) => onError(error.message));
  };
  const may = on.can?.save !== false; // what others uploaded is only looked at
  const field = (name) => ({ id: "attachment-details-" + (name === "alt" ? "alt-text" : name), value: now[name] ?? "", dir: "auto", onChange: (event) => setNow({ ...now, [name]: event.target.value }), onBlur: save(name), readOnly: !may });
  return (
    <div className="attachment-details">
      <h2>{__("Attachment Details")} <span className="settings-save-status" role="status">{saved && <span className="saved">{__("Saved.")}</span>}</span></h2>
      <div className="attachment-info">
        {on.type === "image" && <img className="thumbnail" src={(on.sizes?.thumbnail ?? on.sizes?.full)?.url ?? on.url} alt="" />}
        <div className="details">
          <div className="filename" dir="ltr">{on.filename}</div>
          <div className="uploaded">{on.dateFormatted}</div>
          {on.filesizeHumanReadable && <div className="file-size">{on.filesizeHumanReadable}</div>}
          {on.width > 0 && <div className="dimensions">{sprintf(__("%1$d by %2$d pixels"), on.width, on.height)}</div>}
          {may && on.type === "image" && <a className="edit-attachment" href={editPage(address(""), model.id)} target="_blank" rel="noreferrer">{__("Edit Image")}</a>}
          {may && <button type="button" className="button-link is-destructive delete-attachment" onClick={remove}>{__("Delete permanently")}</button>}
        </div>
      </div>
      {on.type === "image" && <p className="setting" data-setting="alt"><label htmlFor="attachment-details-alt-text">{__("Alt Text")}</label><textarea {...field("alt")} /></p>}
      <p className="setting" data-setting="title"><label htmlFor="attachment-details-title">{__("Title")}</label><input type="text" {...field("title")} /></p>
      <p className="setting" data-setting="caption"><label htmlFor="attachment-details-caption">{on.type === "image" ? __("Image Caption") : __("Caption")}</label><textarea {...field("caption")} /></p>
      <p className="setting" data-setting="description"><label htmlFor="attachment-details-description">{__("Description")}</label><textarea {...field("description")} /></p>
      <p className="setting"><label htmlFor="attachment-details-copy-link">{__("File URL:")}</label><input type="text" id="attachment-details-copy-link" dir="ltr" readOnly value={on.url ?? ""} /></p>
      <button type="button" className="button button-small copy-attachment-url" onClick={() => window.navigator.clipboard.writeText(on.url).then(() => setCopied(true), (error) => onError(error.message))}>{copied ? __("Copied.") : __("Copy URL to clipboard")}</button>
    </div>
  );
}

// Order is a gallery whose files are moved by dragging or by the arrow keys, and have captions.
function Order({ gallery }) {
  const dragged = useRef(null);
  const move = (model, to) => {
    const others = gallery.models.filter((m) => m !== model);
    others.splice(Math.max(0, Math.min(others.length, to)), 0, model);
    gallery.reset(others);
  };
  const keys = (model) => (event) => {
    if (event.target !== event.currentTarget || !["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    event.preventDefault();
    const on = (event.key === "ArrowRight") === (document.dir !== "rtl");
    move(model, gallery.indexOf(model) + (on ? 1 : -1));
  };
  return (
    <div className="media-frame-content" role="tabpanel" aria-labelledby="menu-item-gallery-edit">
      <div className="attachments-browser is-order">
        <p className="instructions">{__("Drag and drop to reorder media files.")}</p>
        <h2 className="screen-reader-text">{__("Media list")}</h2>
        <ul className="attachments" tabIndex={-1}>
          {gallery.map((model) => (
            <Item key={model.id} model={model} checked={false} onChoose={() => {}} onKeyDown={keys(model)} draggable onDragStart={() => (dragged.current = model)} onDragOver={(event) => event.preventDefault()} onDrop={(event) => (event.preventDefault(), dragged.current && move(dragged.current, gallery.indexOf(model)))}>
              <button type="button" className="check attachment-close" onClick={() => gallery.remove(model)}><span aria-hidden="true">×</span><span className="screen-reader-text">{__("Remove")}</span></button>
              <input type="text" className="describe" data-setting="caption" aria-label={__("Caption")} placeholder={__("Caption…")} defaultValue={model.get("caption")} onBlur={(event) => event.target.value !== model.get("caption") && model.save("caption", event.target.value)} />
            </Item>
          ))}
        </ul>
      </div>
    </div>
  );
}
