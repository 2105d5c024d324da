// The media library: as a grid or a table, with uploads and a form for each file.
import apiFetch from "@wordpress/api-fetch";
import { Button, DropZone, FormFileUpload, Modal, Spinner } from "@wordpress/components";
import { store as coreStore, useEntityRecord } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { dateI18n } from "@wordpress/date";
import { useCallback, useEffect, useMemo, useRef, useState } from "@wordpress/element";
import { __, _n, sprintf } from "@wordpress/i18n";
import { privateApis } from "@wordpress/media-editor";
import { uploadMedia } from "@wordpress/media-utils";
import { store as notices } from "@wordpress/notices";
import { addQueryArgs } from "@wordpress/url";
import { useDelete } from "../../parts/actions.jsx";
import { Comments, countsOf } from "../../parts/counts.jsx";
import { keepInAddress, List } from "../../parts/list.jsx";
import { editPage } from "../../parts/pages.js";
import { saying } from "../../parts/rows.jsx";
import { useSay } from "../../parts/say.js";
import { plain, when } from "../../parts/texts.jsx";
import { unlock } from "../../parts/unlock.js";
import { askFor, types } from "../../media/kinds.js";
import { Cards } from "./cards.jsx";
import { Details } from "./details.jsx";

const { MediaEditorModal, store: mediaEditor } = unlock(privateApis);
const croppable = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/avif"];

const start = { type: "grid", perPage: 24, titleField: "title", mediaField: "picture", fields: ["author", "attached", "comments", "date"], sort: { field: "date", direction: "desc" } };
const address = new URLSearchParams(window.location.search);
const mode = { list: "table", grid: "grid" }[address.get("mode")];
// A link may ask for the files of one person.
const writer = Number(address.get("author"));
const linked = mode ? { type: mode } : null;
const layouts = { grid: {}, table: {}, list: {} };
// What of an address narrows the library: a kind, which the field calls otherwise above its grid, and a month.
const inGrid = { all: "", image: "post_mime_type:image", audio: "post_mime_type:audio", video: "post_mime_type:video", ...Object.fromEntries(Object.keys(types).map((kind) => [kind, "post_mime_type:" + kind])), unattached: "detached" };
const narrowed = () => {
  const asked = new URLSearchParams(window.location.search);
  const filter = asked.get("attachment-filter") ?? "";
  return { filter: inGrid[filter] ?? filter, month: /^(\d{4})(\d{2})$/.exec(asked.get("m") ?? "") };
};
function queryOf(data, { filter, month }) {
  const type = /^post_mime_type:(\w+)$/.exec(filter)?.[1];
  return {
    _embed: "author,wp:attached-to",
    // As they are edited, the API tells whoever may not edit others' of their own files alone.
    ...(data.may.edit_others_posts ? {} : { context: "view" }),
    ...(writer ? { author: writer } : {}),
    ...(month ? { after: new Date(Date.UTC(month[1], month[2] - 1, 1) - 1000).toISOString().slice(0, 19), before: new Date(Date.UTC(month[1], month[2], 1)).toISOString().slice(0, 19) } : {}),
    ...(filter === "mine" ? { author: data.user } : {}), ...(filter === "detached" ? { parent: 0 } : {}), ...(type ? askFor(type) : {}),
  };
}
const kinds = ["image", "video", "audio", "application", "text"].map((value) => ({ value, label: { application: __("Document"), text: __("Text"), image: __("Image"), video: __("Video"), audio: __("Audio") }[value] }));
const fileOf = (item) => item.source_url?.split("/").at(-1);
const deleted = (n) => (n === 1 ? __("Media file permanently deleted.") : sprintf(_n("%d media file permanently deleted.", "%d media files permanently deleted.", n), n));
const nameOf = (item) => plain(item.title) || __("(no title)");

function Picture({ item, alt = item.alt_text || nameOf(item) }) {
  if (item.media_type !== "image") return <span className="quoin-file">{item.mime_type}</span>;
  const sizes = item.media_details?.sizes ?? {};
  return <img src={(sizes.medium ?? sizes.thumbnail)?.source_url ?? item.source_url} alt={alt} loading="lazy" />;
}

const FileCards = (props) => <Cards {...props} Picture={Picture} />;

// Filters narrow the library to a kind and a month, by an address: above the grid as soon as one is chosen.
function Filters({ data, narrow: { filter, month }, onNarrow }) {
  const grid = mode !== "table";
  const [kind, date] = grid ? ["media-attachment-filters", "media-attachment-date-filters"] : ["attachment-filter", "filter-by-date"];
  const named = (value) => (grid && Object.keys(inGrid).find((name) => inGrid[name] === value)) || value;
  const choose = grid ? (event) => {
    keepInAddress({ [event.target.name]: event.target.value, paged: false });
    onNarrow(narrowed());
  } : undefined;
  return (
    <form method="get" action={data.base + "upload.php"} className="quoin-filters">
      {mode && <input type="hidden" name="mode" value={address.get("mode")} />}
      {writer > 0 && <input type="hidden" name="author" value={writer} />}
      <label className="screen-reader-text" htmlFor={kind}>{__("Filter by type")}</label>
      <select id={kind} name="attachment-filter" className="quoin-select" defaultValue={named(filter)} onChange={choose}>
        <option value={named("")}>{__("All media items")}</option>
        <option value={named("post_mime_type:image")}>{__("Images")}</option>
        <option value={named("post_mime_type:audio")}>{__("Audio")}</option>
        <option value={named("post_mime_type:video")}>{__("Video")}</option>
        <option value={named("post_mime_type:document")}>{__("Documents")}</option>
        <option value={named("post_mime_type:spreadsheet")}>{__("Spreadsheets")}</option>
        <option value={named("post_mime_type:archive")}>{__("Archives")}</option>
        <option value={named("detached")}>{__("Unattached")}</option>
        <option value="mine">{__("Mine")}</option>
      </select>
      <label className="screen-reader-text" htmlFor={date}>{__("Filter by date")}</label>
      <select id={date} name="m" className="quoin-select" defaultValue={month ? month[0] : "0"} onChange={choose}>
        <option value="0">{__("All dates")}</option>
        {data.months.map(({ value, label }) => <option key={value} value={value}>{dateI18n("F Y", label)}</option>)}
      </select>
      {!grid && <Button id="post-query-submit" type="submit" variant="secondary" __next40pxDefaultSize>{__("Filter")}</Button>}
    </form>
  );
}

// Shown are the details of a file in a window. The list may have it as it is shown: it is read as it is edited
// where the person may do that, and only looked at else.
function Shown({ item, crop, remove, ...more }) {
  const known = item.title?.raw !== undefined;
  const { record, status } = useEntityRecord("postType", "attachment", item.id, { enabled: !known });
  if (!known && status !== "SUCCESS" && status !== "ERROR") return <Spinner />;
  const may = known || !!record;
  return <Details item={known ? item : { ...item, ...record }} crop={may ? crop : null} remove={may ? remove : null} {...more} />;
}

const noFile = () => __("There is no such file, or you may not see it.");

// useFile reads a file as it is edited, or as it is shown to whoever may not edit it. Where there is none it says so.
function useFile(id) {
  const { createErrorNotice } = useDispatch(notices);
  const { record, status } = useEntityRecord("postType", "attachment", id, { enabled: id > 0 });
  const [seen, setSeen] = useState(null);
  useEffect(() => {
    const none = () => {
      setSeen(null);
      createErrorNotice(noFile(), { id: "no-file" });
    };
    if (id > 0 && status === "ERROR") apiFetch({ path: `/wp/v2/media/${id}?_embed=author` }).then(setSeen, none);
    else if (id !== 0 && !(id > 0)) none();
  }, [id, status, createErrorNotice]);
  return { file: record ?? (seen?.id === id ? seen : null), may: !!record };
}

// File is the page of one file.
function File({ data }) {
  const { invalidateResolutionForStoreSelector } = useDispatch(coreStore);
  const { openMediaEditorModal } = useDispatch(mediaEditor);
  const { record, hasResolved } = useEntityRecord("postType", "attachment", data.item);
  const leave = () => { window.location = data.base + "upload.php"; };
  const remove = useDelete({ kind: "postType", name: "attachment", done: () => __("Media file permanently deleted."), words: __("The files are deleted for ever, and disappear from where they are shown.") });
  if (!hasResolved) return <Spinner />;
  if (!record) return <p>{noFile()}</p>;
  return (
    <div className="quoin-lead">
      <Details alone item={record} records={[]} picture={<Picture item={record} />} closeModal={() => {}} remove={async () => (await remove.callback([record])) && leave()}
        crop={croppable.includes(record.mime_type) ? () => openMediaEditorModal({ id: record.id, onUpdate: () => invalidateResolutionForStoreSelector("getEntityRecord") }) : null} />
      <MediaEditorModal />
    </div>
  );
}

// Find looks for the entry that a file shall belong to.
function Find({ onFound }) {
  const [text, setText] = useState("");
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState(0);
  const [found, setFound] = useState(null);
  useEffect(() => {
    let wanted = true;
    const ask = { search, per_page: 20, context: "view", _fields: "id,title,type" };
    Promise.all([apiFetch({ path: addQueryArgs("/wp/v2/posts", { ...ask, status: "publish,future,draft,pending,private" }) }), apiFetch({ path: addQueryArgs("/wp/v2/pages", { ...ask, status: "publish,future,draft,pending,private" }) })])
      .then((lists) => wanted && setFound(lists.flat()), () => wanted && setFound([]));
    return () => { wanted = false; };
  }, [search]);
  return (
    <div id="find-posts" className="quoin-form">
      <form className="quoin-row" onSubmit={(event) => { event.preventDefault(); setSearch(text); }}>
        <label className="screen-reader-text" htmlFor="find-posts-input">{__("Search")}</label>
        <input type="search" id="find-posts-input" className="components-text-control__input" value={text} onChange={(event) => setText(event.target.value)} />
        <Button id="find-posts-search" type="submit" variant="secondary" __next40pxDefaultSize>{__("Search")}</Button>
      </form>
      <form onSubmit={(event) => { event.preventDefault(); if (chosen) onFound(chosen); }}>
        <fieldset id="find-posts-response" className="quoin-choices">
          <legend className="screen-reader-text">{__("Search results")}</legend>
          {found?.map((one) => <label key={one.id} htmlFor={"found-" + one.id}><input type="radio" id={"found-" + one.id} name="found_post_id" value={one.id} checked={chosen === one.id} onChange={() => setChosen(one.id)} /> {nameOf(one)}</label>)}
          {found?.length === 0 && <p>{__("There are none.")}</p>}
        </fieldset>
        <div className="quoin-form__buttons"><Button id="find-posts-submit" type="submit" variant="primary" disabled={!chosen} accessibleWhenDisabled __next40pxDefaultSize>{__("Select")}</Button></div>
      </form>
    </div>
  );
}

// useUpload brings files into the library, each by itself, and tells what has come in. What was refused is given to
// "onRefused" with the reason.
function useUpload(data, onDone, onRefused) {
  const { invalidateResolutionForStoreSelector } = useDispatch(coreStore);
  const say = useSay();
  const one = (file) => new Promise((done) => {
    const fail = (error) => done({ name: file.name, why: error?.message ?? "" });
    uploadMedia({
      filesList: [file], maxUploadFileSize: data.maxUpload,
      onFileChange: ([came]) => came?.id && (onDone?.(came), done(null)),
      onError: fail,
    });
  });
  return async (files) => {
    const all = [...files];
    const left = (await Promise.all(all.map(one))).filter(Boolean);
    if (left.length < all.length) invalidateResolutionForStoreSelector("getEntityRecords");
    if (left.length > 0) onRefused(left);
    return left.length < all.length && say(() => {}, __("Media file uploaded."));
  };
}

// Uploader takes files that are chosen, or dropped anywhere on the page. Also while it is "hidden" programs put files into its field, as into the field's.
function Uploader({ upload, hidden = false, children }) {
  return (
    <>
      <DropZone label={__("Drop files to upload")} onFilesDrop={upload} />
      <div className="quoin-bar uploader-inline" hidden={hidden}>
        <div id="plupload-upload-ui" className="moxie-shim-html5"><FormFileUpload id="plupload-browse-button" multiple variant="primary" __next40pxDefaultSize onChange={(event) => upload(event.target.files)}>{__("Select Files")}</FormFileUpload></div>
        {children}
      </div>
    </>
  );
}

// useRefused keeps what was not taken, the last first, until it is dismissed.
function useRefused(after) {
  const [left, setLeft] = useState([]);
  const count = useRef(0);
  const add = (more) => {
    const told = more.map((one) => ({ ...one, id: "refused-" + ++count.current }));
    setLeft((had) => [...told, ...had]);
  };
  const dismiss = (one) => {
    setLeft((had) => had.filter((other) => other !== one));
    document.querySelector(after)?.focus();
  };
  return [left, add, dismiss];
}

// Refused says which files were not taken, and why.
function Refused({ id, left, dismiss }) {
  const [before, after] = __("“%s” has failed to upload.").split(/%s/);
  return (
    <div id={id} className={left.length ? "upload-errors" : undefined} role="alert">
      {left.map((one) => (
        <div key={one.id} className="upload-error notice notice-error quoin-refused">
          <p><strong id={one.id}>{before}<span className="upload-error-filename">{one.name}</span>{after}</strong> <span className="upload-error-message">{one.why}</span></p>
          <Button variant="secondary" size="compact" onClick={() => dismiss(one)} aria-describedby={one.id}>{__("Dismiss")}</Button>
        </div>
      ))}
    </div>
  );
}

// New is the page that does nothing but take files.
function New({ data }) {
  const [files, setFiles] = useState([]);
  const [left, refuse, dismiss] = useRefused("#plupload-browse-button");
  const upload = useUpload(data, (file) => setFiles((had) => [file, ...had]), refuse);
  return (
    <Uploader upload={upload}>
      <Refused id="media-upload-error" left={left} dismiss={dismiss} />
      <ul id="media-items" className="quoin-pictures">
        {files.map((f) => (
          <li key={f.id} className="media-item">
            {f.mime_type?.startsWith("image/") ? <img src={f.url} alt="" /> : <span className="quoin-file">{f.mime_type}</span>}
            <a className="edit-attachment" href={editPage(data.base, f.id)} aria-label={sprintf(__("Edit “%s”"), plain(f.title))}>{plain(f.title)}</a>
          </li>
        ))}
      </ul>
    </Uploader>
  );
}

// Several turns clicks on files into choices of them, and deletes all that are chosen.
function Several({ on, setOn, chosen, close, remove }) {
  const leave = () => { setOn(false); close(); };
  if (!on) return <Button className="select-mode-toggle-button" variant="secondary" onClick={() => setOn(true)} __next40pxDefaultSize>{__("Bulk select")}</Button>;
  return (
    <div className="quoin-filters">
      <Button className="select-mode-toggle-button" variant="secondary" onClick={leave} __next40pxDefaultSize>{__("Cancel")}</Button>
      <Button className="delete-selected-button" variant="primary" isDestructive disabled={chosen.length === 0} accessibleWhenDisabled onClick={async () => (await remove.callback(chosen, { bulk: true })) && leave()} __next40pxDefaultSize>{__("Delete permanently")}</Button>
    </div>
  );
}

function Media({ data }) {
  const { invalidateResolutionForStoreSelector } = useDispatch(coreStore);
  const [taking, setTaking] = useState(false);
  const [several, setSeveral] = useState(false);
  const [left, refuse, dismiss] = useRefused(".page-title-action");
  const upload = useUpload(data, undefined, refuse);
  // Above the grid the heading's link opens a place for files; it leads to a page of its own otherwise.
  useEffect(() => {
    const link = mode === "table" ? null : document.querySelector(".page-title-action");
    const open = (event) => {
      event.preventDefault();
      setTaking((was) => !was);
    };
    link?.addEventListener("click", open);
    return () => link?.removeEventListener("click", open);
  }, []);
  // An address may ask for the details of one file.
  const [shown, setShown] = useState(Number(address.get("item")));
  const { file, may } = useFile(shown);
  const [narrow, setNarrow] = useState(narrowed);
  const query = useMemo(() => queryOf(data, narrow), [data, narrow]);
  const counts = useMemo(() => countsOf(data.base, "upload.php", "comments"), [data]);
  const mayEdit = useCallback((item) => data.may.edit_others_posts || item.author === data.user, [data]);
  const fields = useMemo(() => [
    { id: "picture", label: __("Preview"), type: "media", render: Picture, enableSorting: false },
    { id: "title", label: __("Title"), getValue: ({ item }) => nameOf(item), enableHiding: false, ...(mode === "table" ? { render: ({ item }) => <><strong>{mayEdit(item) ? <a href={editPage(data.base, item.id)} aria-label={sprintf(__("“%s” (Edit)"), nameOf(item))}>{nameOf(item)}</a> : nameOf(item)}</strong><p className="filename" dir="ltr"><span className="screen-reader-text">{__("File name:")} </span>{fileOf(item)}</p></> } : {}) },
    { id: "author", label: __("Author"), getValue: ({ item }) => item._embedded?.author?.[0]?.name ?? "", render: ({ item }) => (item.author > 0 ? <a href={`${data.base}upload.php?mode=list&author=${item.author}`}>{item._embedded?.author?.[0]?.name ?? "#" + item.author}</a> : null) },
    { id: "attached", label: __("Uploaded to"), enableSorting: false, filterBy: false, getValue: () => "", render: ({ item }) => (item.post ? <a href={editPage(data.base, item.post)}>{plain(item._embedded?.["wp:attached-to"]?.[0]?.title) || "#" + item.post}</a> : <span>{__("(Unattached)")}</span>) },
    { id: "comments", label: __("Comments"), enableSorting: false, filterBy: false, getValue: () => "", render: ({ item }) => <Comments counts={counts} id={item.id} base={data.base} /> },
    { id: "media_type", label: __("Kind"), elements: kinds, filterBy: { operators: ["is"] }, enableSorting: false },
    { id: "alt_text", label: __("Alternative Text"), enableSorting: false },
    { id: "date", label: __("Date"), type: "datetime", render: ({ item }) => when(item.date) },
  ], [data, counts, mayEdit]);
  const { openMediaEditorModal } = useDispatch(mediaEditor);
  const crop = useMemo(() => ({
    id: "crop", label: __("Crop and turn"), isEligible: (item) => mayEdit(item) && croppable.includes(item.mime_type),
    callback: ([item]) => openMediaEditorModal({ id: item.id, onUpdate: () => invalidateResolutionForStoreSelector("getEntityRecords") }),
  }), [openMediaEditorModal, invalidateResolutionForStoreSelector, mayEdit]);
  const remove = useDelete({ kind: "postType", name: "attachment", isEligible: mayEdit, says: saying(__("Delete “%s” permanently"), nameOf), done: deleted, words: __("The files are deleted for ever, and disappear from where they are shown.") });
  const open = useMemo(() => ({ id: "view", label: __("View"), says: saying(__("View “%s”"), nameOf), href: (item) => item.link, callback: ([item]) => { window.location = item.link; } }), []);
  const edit = useMemo(() => ({
    id: "edit", label: __("Edit"), modalHeader: __("Attachment details"), says: saying(__("Edit “%s”"), nameOf), href: mode === "table" ? (item) => editPage(data.base, item.id) : undefined, isEligible: mode === "table" ? mayEdit : undefined,
    RenderModal: ({ items: [item], ...rest }) => <Shown key={item.id} item={item} data={data} picture={<Picture item={item} />} crop={crop.isEligible(item) ? () => crop.callback([item]) : null} remove={() => remove.callback([item])} {...rest} />,
  }), [data, crop, remove, mayEdit]);
  const table = mode === "table";
  const { saveEntityRecord } = useDispatch(coreStore);
  const say = useSay();
  const attach = useMemo(() => ({
    id: "attach", label: __("Attach"), link: true, modalHeader: __("Attach to existing content"), says: saying(__("Attach “%s” to existing content"), nameOf), isEligible: (item) => table && mayEdit(item) && !item.post,
    RenderModal: ({ items: [item], closeModal }) => <Find onFound={async (post) => (await say(() => saveEntityRecord("postType", "attachment", { id: item.id, post }, { throwOnError: true }), __("Media file attached."))) && closeModal()} />,
  }), [table, say, saveEntityRecord, mayEdit]);
  const detach = useMemo(() => ({
    id: "detach", label: __("Detach"), link: true, says: saying(__("Detach “%s”"), nameOf), isEligible: (item) => table && mayEdit(item) && item.post > 0,
    callback: (items) => say(() => Promise.all(items.map(({ id }) => saveEntityRecord("postType", "attachment", { id, post: 0 }, { throwOnError: true }))), __("Media file detached.")),
  }), [table, say, saveEntityRecord, mayEdit]);
  const copy = useMemo(() => ({
    id: "copy", label: __("Copy URL"), says: saying(__("Copy “%s” URL to clipboard"), nameOf), isEligible: () => table,
    callback: ([item]) => say(() => navigator.clipboard.writeText(item.source_url), __("Copied.")),
  }), [table, say]);
  const download = useMemo(() => ({ id: "download", label: __("Download file"), says: saying(__("Download “%s”"), nameOf), href: (item) => item.source_url, download: true, isEligible: () => table, callback: ([item]) => { window.location = item.source_url; } }), [table]);
  return (
    <>
      <Uploader upload={upload} hidden={!taking} />
      <Refused left={left} dismiss={dismiss} />
      <List kind="postType" name="attachment" rows="post" linked={linked} searchLabel={__("Search Media")} searchId="media-search-input" perPageId="upload_per_page" filters={(chosen, close) => <><Filters data={data} narrow={narrow} onNarrow={setNarrow} />{mode !== "table" && <Several on={several} setOn={setSeveral} chosen={chosen} close={close} remove={remove} />}</>} none={mode === "table" ? __("No media files found.") : __("No media items found.")} Cards={FileCards} onOpen={mode === "table" ? undefined : edit} picking={several} start={start} query={query} narrow={narrow} fields={fields} actions={[edit, crop, remove, open, copy, download, attach, detach]} layouts={layouts} />
      {shown > 0 && file && <Modal title={__("Attachment details")} onRequestClose={() => setShown(0)}><Details item={file} records={[]} picture={<Picture item={file} />} crop={may && crop.isEligible(file) ? () => crop.callback([file]) : null} remove={may ? () => remove.callback([file]) : null} closeModal={() => setShown(0)} onMove={() => {}} /></Modal>}
      <MediaEditorModal />
    </>
  );
}

(window.quoinScreens ??= {}).media = ({ data }) => ({ "post.php": <File data={data} />, "media-new.php": <New data={data} /> }[data.path] ?? <Media data={data} />);
