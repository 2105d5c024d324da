// What the packages leave to the page to say of blocks, before the editors register them.
import { registerBlockBindingsSource as registerSource, setFreeformContentHandlerName as keepWithoutBlocks } from "@wordpress/blocks";
import { addFilter } from "@wordpress/hooks";
import { _x } from "@wordpress/i18n";
import { Classic } from "./classic.jsx";

// Where bound attributes may take their values from. The packages know how; a source without
// a name that people read they pass over.
const sources = () => [
  { name: "core/pattern-overrides", label: _x("Pattern Overrides", "block bindings source"), usesContext: ["pattern/overrides"] },
  { name: "core/post-data", label: _x("Post Data", "block bindings source"), usesContext: ["postId", "postType"] },
  { name: "core/post-meta", label: _x("Post Meta", "block bindings source"), usesContext: ["postId", "postType"] },
  { name: "core/term-data", label: _x("Term Data", "block bindings source"), usesContext: ["termId", "taxonomy"] },
];

const classic = "core/freeform";

// tellBlocks takes the variations that the site has of block types. The packages complete
// them as they do with all, so theirs come after.
export function tellBlocks(variations) {
  addFilter("blocks.registerBlockType", "quoin/variations", (settings, name) => {
    if (!variations[name]) return settings;
    const own = settings.variations ?? [];
    return { ...settings, variations: [...variations[name].filter((v) => !own.some((o) => o.name === v.name)), ...own] };
  }, 5);
  addFilter("blocks.registerBlockType", "quoin/focus", keepsFocus);
  addFilter("blocks.registerBlockType", "quoin/classic", (settings, name) => (name === classic ? { ...settings, edit: Classic } : settings));
  keepWithoutBlocks(classic);
  sources().forEach(registerSource);
}

// A block that is written in has the focus, not the canvas around it: what these packages
// try with paragraphs isn't how the field's release is, and tools look for the focus there.
const keepsFocus = (settings) => (settings.supports?.editableRoot ? { ...settings, supports: { ...settings.supports, editableRoot: false } } : settings);
