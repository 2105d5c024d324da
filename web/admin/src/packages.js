// All packages as the global wp, as pages of the field have them, so that screens and
// extensions are bundled without them. React stands beside it.
import "./texts.js";
import moment from "moment";
import * as React from "react";
import * as ReactDOM from "react-dom";
import * as ReactDOMClient from "react-dom/client";
import * as ReactJSXRuntime from "react/jsx-runtime";
import * as a11y from "@wordpress/a11y";
import * as adminUi from "@wordpress/admin-ui";
import * as apiFetch from "@wordpress/api-fetch";
import * as autop from "@wordpress/autop";
import * as blob from "@wordpress/blob";
import * as blockDirectory from "@wordpress/block-directory";
import * as blockEditor from "@wordpress/block-editor";
import * as blockLibrary from "@wordpress/block-library";
import * as blockSerializationDefaultParser from "@wordpress/block-serialization-default-parser";
import * as blocks from "@wordpress/blocks";
import * as commands from "@wordpress/commands";
import * as components from "@wordpress/components";
import * as compose from "@wordpress/compose";
import * as coreCommands from "@wordpress/core-commands";
import * as coreData from "@wordpress/core-data";
import * as data from "@wordpress/data";
import * as dataviews from "@wordpress/dataviews";
import * as date from "@wordpress/date";
import * as deprecated from "@wordpress/deprecated";
import * as dom from "@wordpress/dom";
import * as domReady from "@wordpress/dom-ready";
import * as editPost from "@wordpress/edit-post";
import * as editSite from "@wordpress/edit-site";
import * as editor from "@wordpress/editor";
import * as element from "@wordpress/element";
import * as escapeHtml from "@wordpress/escape-html";
import * as fields from "@wordpress/fields";
import * as formatLibrary from "@wordpress/format-library";
import * as globalStylesEngine from "@wordpress/global-styles-engine";
import * as globalStylesUi from "@wordpress/global-styles-ui";
import * as hooks from "@wordpress/hooks";
import * as htmlEntities from "@wordpress/html-entities";
import * as i18n from "@wordpress/i18n";
import * as icons from "@wordpress/icons";
import * as isShallowEqual from "@wordpress/is-shallow-equal";
import * as keyboardShortcuts from "@wordpress/keyboard-shortcuts";
import * as keycodes from "@wordpress/keycodes";
import * as mediaEditor from "@wordpress/media-editor";
import * as mediaFields from "@wordpress/media-fields";
import * as mediaUtils from "@wordpress/media-utils";
import * as notices from "@wordpress/notices";
import * as patterns from "@wordpress/patterns";
import * as plugins from "@wordpress/plugins";
import * as preferences from "@wordpress/preferences";
import * as preferencesPersistence from "@wordpress/preferences-persistence";
import * as primitives from "@wordpress/primitives";
import * as priorityQueue from "@wordpress/priority-queue";
import * as privateApis from "@wordpress/private-apis";
import * as reduxRoutine from "@wordpress/redux-routine";
import * as reusableBlocks from "@wordpress/reusable-blocks";
import * as richText from "@wordpress/rich-text";
import * as router from "@wordpress/router";
import * as serverSideRender from "@wordpress/server-side-render";
import * as shortcode from "@wordpress/shortcode";
import * as styleEngine from "@wordpress/style-engine";
import * as theme from "@wordpress/theme";
import * as tokenList from "@wordpress/token-list";
import * as ui from "@wordpress/ui";
import * as undoManager from "@wordpress/undo-manager";
import * as uploadMedia from "@wordpress/upload-media";
import * as url from "@wordpress/url";
import * as viewport from "@wordpress/viewport";
import * as views from "@wordpress/views";
import * as warning from "@wordpress/warning";
import * as widgets from "@wordpress/widgets";
import * as wordcount from "@wordpress/wordcount";

window.moment = moment;
window.React = React;
window.ReactDOM = { ...ReactDOM, ...ReactDOMClient };
window.ReactJSXRuntime = ReactJSXRuntime;
// These packages are one function.
const one = (m) => (m.default ? Object.assign(m.default, m) : m);
window.wp = {
  a11y,
  adminUi,
  apiFetch: one(apiFetch),
  autop,
  blob,
  blockDirectory,
  blockEditor,
  blockLibrary,
  blockSerializationDefaultParser,
  blocks,
  commands,
  components,
  compose,
  coreCommands,
  coreData,
  data,
  dataviews,
  date,
  deprecated: one(deprecated),
  dom,
  domReady: one(domReady),
  editPost,
  editSite,
  editor,
  element,
  escapeHtml,
  fields,
  formatLibrary,
  globalStylesEngine,
  globalStylesUi,
  hooks,
  htmlEntities,
  i18n,
  icons,
  isShallowEqual: one(isShallowEqual),
  keyboardShortcuts,
  keycodes,
  mediaEditor,
  mediaFields,
  mediaUtils,
  notices,
  patterns,
  plugins,
  preferences,
  preferencesPersistence,
  primitives,
  priorityQueue,
  privateApis,
  reduxRoutine: one(reduxRoutine),
  reusableBlocks,
  richText,
  router,
  serverSideRender: one(serverSideRender),
  shortcode: one(shortcode),
  styleEngine,
  theme,
  tokenList: one(tokenList),
  ui,
  undoManager,
  uploadMedia,
  url,
  viewport,
  views,
  warning: one(warning),
  widgets,
  wordcount,
};
