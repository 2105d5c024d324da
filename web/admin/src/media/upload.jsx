// What blocks of the editors choose files with: it opens a frame.
import { store as coreStore } from "@wordpress/core-data";
import { dispatch, select } from "@wordpress/data";
import { useEffect, useRef } from "@wordpress/element";
import { addFilter } from "@wordpress/hooks";
import { attachment, Selection } from "./models.js";
import { Frame } from "./frame.jsx";

const idsOf = (value) => [value ?? []].flat().filter((id) => id > 0);

// frameOf makes the frame that a block asks for.
function frameOf({ allowedTypes, multiple = false, gallery, addToGallery, title, value, mode, modalClass, unstableFeaturedImageFlow }) {
  const ids = idsOf(value);
  const state = unstableFeaturedImageFlow ? "featured-image" : !gallery ? "library" : addToGallery ? "gallery-library" : ids.length > 0 ? "gallery-edit" : "gallery";
  const selection = new Selection([], { multiple: gallery ? "add" : multiple });
  const frame = new Frame({ title, multiple, state, selection, library: { type: allowedTypes }, editing: ids.length > 0, modalClass });
  if (mode) frame.content.mode(mode);
  // A gallery to which is added has its files too.
  const into = addToGallery ? frame.state("gallery-edit").get("selection") : frame.state().get("selection");
  frame.once("open", () => Promise.allSettled(ids.map((id) => attachment(id).fetch())).then((read) => into.add(ids.filter((_, i) => read[i].status === "fulfilled").map(attachment))));
  return frame;
}

// readAnew has the lists and records of files that the page has read asked for again.
function readAnew() {
  const read = select(coreStore).getCachedResolvers();
  for (const name of ["getEntityRecords", "getEntityRecord"]) {
    read[name]?.forEach((_, args) => args[0] === "postType" && args[1] === "attachment" && dispatch(coreStore).invalidateResolution(name, args));
  }
}

function MediaUpload(props) {
  const frame = useRef(null);
  const now = useRef(props);
  now.current = props;
  useEffect(() => () => frame.current?.remove(), []);
  const choose = (collection) => {
    const chosen = collection.toJSON();
    if (chosen.length > 0) now.current.onSelect(now.current.multiple ? chosen : chosen[0]);
  };
  const open = () => {
    frame.current?.remove();
    frame.current = frameOf(now.current);
    frame.current.on("select", () => choose(frame.current.state().get("selection")));
    frame.current.on("update", choose);
    frame.current.on("close", () => {
      // Files that were uploaded or changed in the frame are read anew.
      readAnew();
      now.current.onClose?.();
    });
    frame.current.open();
  };
  return props.render({ open });
}

export function offerUpload() {
  addFilter("editor.MediaUpload", "quoin/media", () => MediaUpload);
}
