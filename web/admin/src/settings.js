import { __, _x } from "@wordpress/i18n";
import { avatarOf } from "./avatars.js";

// The settings of an editor: what the server says of the site and the entry, and beside
// it what is the same for all.
export function settingsOf(server) {
  return {
    alignWide: true,
    allowedBlockTypes: true,
    autosaveInterval: 60,
    localAutosaveInterval: 15,
    blockCategories: [
      ["text", _x("Text", "block category")], ["media", _x("Media", "block category")], ["design", _x("Design", "block category")],
      ["widgets", _x("Widgets", "block category")], ["theme", _x("Theme", "block category")], ["embed", _x("Embeds", "block category")],
      ["reusable", _x("Patterns", "block category")],
    ].map(([slug, title]) => ({ slug, title, icon: null })),
    bodyPlaceholder: __("Type / to choose a block"),
    titlePlaceholder: __("Add title"),
    canUpdateBlockBindings: true,
    disableCustomColors: false,
    disableCustomFontSizes: false,
    disableCustomGradients: false,
    disableCustomSpacingSizes: false,
    disableLayoutStyles: false,
    enableCustomLineHeight: true,
    enableCustomSpacing: true,
    enableCustomUnits: ["px", "rem", "%", "em", "vh", "vw"],
    imageDefaultSize: "large",
    imageEditing: true,
    richEditingEnabled: true,
    supportsLayout: true,
    __unstableGalleryWithImageBlocks: true,
    __unstableIsBlockBasedTheme: true,
    __experimentalBlockPatterns: undefined,
    __experimentalAdditionalBlockPatterns: [],
    __experimentalAdditionalBlockPatternCategories: [],
    postContentAttributes: [],
    ...server,
    __experimentalDiscussionSettings: { ...server.__experimentalDiscussionSettings, avatarURL: avatarOf("") },
  };
}
