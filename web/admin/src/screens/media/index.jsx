// The media library: as a grid or a table, with uploads and a form for each file.
import { DropZone, FormFileUpload } from "@wordpress/components";
import { store as coreStore } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { useMemo } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { privateApis } from "@wordpress/media-editor";
import { uploadMedia } from "@wordpress/media-utils";
import { useDelete, useEdit } from "../../parts/actions.jsx";
import { List } from "../../parts/list.jsx";
import { saying } from "../../parts/rows.jsx";
import { useSay } from "../../parts/say.js";
import { plain, when } from "../../parts/texts.jsx";
import { unlock } from "../../parts/unlock.js";

const { MediaEditorModal, store: mediaEditor } = unlock(privateApis);
const croppable = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/avif"];

const start = { type: "grid", perPage: 24, titleField: "title", mediaField: "picture", fields: ["author", "date"], sort: { field: "date", direction: "desc" } };
const mode = { list: "table", grid: "grid" }[new URLSearchParams(window.location.search).get("mode")];
const linked = mode ? { type: mode } : null;
const layouts = { grid: {}, table: {}, list: {} };
const query = { _embed: "author" };
const kinds = ["image", "video", "audio", "application", "text"].map((value) => ({ value, label: { application: __("Document"), text: __("Text"), image: __("Image"), video: __("Video"), audio: __("Audio") }[value] }));
const form = [
  { id: "title", label: __("Title"), type: "text" },
  { id: "alt_text", label: __("Alternative Text"), type: "text", description: __("What the picture shows, for those who don't see it.") },
  { id: "caption", label: __("Caption"), type: "text", Edit: "textarea" },
  { id: "description", label: __("Description"), type: "text", Edit: "textarea" },
];
const nameOf = (item) => plain(item.title) || __("(no title)");
const texts = (item) => ({ title: item.title?.raw, alt_text: item.alt_text, caption: item.caption?.raw, description: item.description?.raw });

function Picture({ item }) {
  if (item.media_type !== "image") return <span className="quoin-file">{item.mime_type}</span>;
  const sizes = item.media_details?.sizes ?? {};
  return <img src={(sizes.medium ?? sizes.thumbnail)?.source_url ?? item.source_url} alt={item.alt_text || nameOf(item)} loading="lazy" />;
}

function Media({ data }) {
  const { invalidateResolutionForStoreSelector } = useDispatch(coreStore);
  const say = useSay();
  const upload = (files) => say(() => new Promise((done, fail) => uploadMedia({
    filesList: [...files], maxUploadFileSize: data.maxUpload,
    onFileChange: (all) => all.every((f) => f?.id) && (invalidateResolutionForStoreSelector("getEntityRecords"), done()),
    onError: fail,
  })), __("Media file uploaded."));
  const fields = useMemo(() => [
    { id: "picture", label: __("Preview"), type: "media", render: Picture, enableSorting: false },
    { id: "title", label: __("Title"), getValue: ({ item }) => nameOf(item), enableHiding: false },
    { id: "author", label: __("Author"), getValue: ({ item }) => item._embedded?.author?.[0]?.name ?? "" },
    { id: "media_type", label: __("Kind"), elements: kinds, filterBy: { operators: ["is"] }, enableSorting: false },
    { id: "alt_text", label: __("Alternative Text"), enableSorting: false },
    { id: "date", label: __("Date"), type: "datetime", render: ({ item }) => when(item.date) },
  ], []);
  const edit = useEdit({ kind: "postType", name: "attachment", fields: form, from: texts, label: __("Edit"), modalHeader: __("Attachment details"), submit: __("Update"), done: __("Media file updated."), says: saying(__("Edit “%s”"), nameOf) });
  const { openMediaEditorModal } = useDispatch(mediaEditor);
  const crop = useMemo(() => ({
    id: "crop", label: __("Crop and turn"), isEligible: (item) => croppable.includes(item.mime_type),
    callback: ([item]) => openMediaEditorModal({ id: item.id, onUpdate: () => invalidateResolutionForStoreSelector("getEntityRecords") }),
  }), [openMediaEditorModal, invalidateResolutionForStoreSelector]);
  const remove = useDelete({ kind: "postType", name: "attachment", says: saying(__("Delete “%s” permanently"), nameOf), done: () => __("Media file permanently deleted."), words: __("The files are deleted for ever, and disappear from where they are shown.") });
  const open = useMemo(() => ({ id: "open", label: __("View"), says: saying(__("View “%s”"), nameOf), href: (item) => item.source_url, away: true, callback: ([item]) => window.open(item.source_url, "_blank", "noopener") }), []);
  return (
    <>
      <DropZone label={__("Drop files to upload")} onFilesDrop={upload} />
      <div className="quoin-bar">
        <FormFileUpload multiple variant="primary" __next40pxDefaultSize onChange={(event) => upload(event.target.files)}>{__("Add Media File")}</FormFileUpload>
      </div>
      <List kind="postType" name="attachment" rows="post" linked={linked} searchLabel={__("Search Media")} searchId="media-search-input" onOpen={edit} start={start} query={query} fields={fields} actions={[edit, crop, open, remove]} layouts={layouts} />
      <MediaEditorModal />
    </>
  );
}

(window.quoinScreens ??= {}).media = Media;
