// What every page of the admin does first: it joins the packages to the API, and hands over
// to the editor, the site editor or a screen. The server says what a page is in the JSON of
// the element #quoin-admin.
import apiFetch from "@wordpress/api-fetch";
import { initializeCommandPalette as offerCommands } from "@wordpress/core-commands";
import { store as coreStore } from "@wordpress/core-data";
import { dispatch, resolveSelect } from "@wordpress/data";
import * as date from "@wordpress/date";
import domReady from "@wordpress/dom-ready";
import { initializeEditor as openEditor } from "@wordpress/edit-post";
import { initializeEditor as openSiteEditor } from "@wordpress/edit-site";
import { store as editorStore } from "@wordpress/editor";
import { __ } from "@wordpress/i18n";
import { store as notices } from "@wordpress/notices";
import { store as preferences } from "@wordpress/preferences";
import { __unstableCreatePersistenceLayer as layerOf } from "@wordpress/preferences-persistence";
import { drawAvatars } from "./avatars.js";
import { tellBlocks } from "./blocks.js";
import { offerCustomFields } from "./custom.jsx";
import { showFields } from "./fields.jsx";
import { beat, giveBack } from "./heartbeat.js";
import { offerMedia } from "./media/frame.jsx";
import { offerUpload } from "./media/upload.jsx";
import { unlock } from "./parts/unlock.js";
import { joinSession } from "./session.js";
import { settingsOf } from "./settings.js";
import { show, surround } from "./shell/shell.jsx";

const data = JSON.parse(document.getElementById("quoin-admin").textContent);

function joinAPI() {
  window.wpApiSettings = { root: data.root, nonce: data.nonce, versionString: "wp/v2/" };
  apiFetch.use(apiFetch.createRootURLMiddleware(data.root));
  apiFetch.nonceMiddleware = apiFetch.createNonceMiddleware(data.nonce);
  apiFetch.use(apiFetch.nonceMiddleware);
  apiFetch.nonceEndpoint = data.ajax + "?action=rest-nonce";
  joinSession(data);
  apiFetch.use(apiFetch.mediaUploadMiddleware);
  if (data.previews) {
    // What follows is asked of the site as it would be with another theme.
    apiFetch.use(apiFetch.createThemePreviewMiddleware(data.previews));
    window.WP_BLOCK_THEME_ACTIVATE_NONCE = data.activate;
  }
  apiFetch.use(apiFetch.createPreloadingMiddleware(data.preload ?? {}));
  apiFetch.use(drawAvatars);
}

// The welcome guides show pictures of another host. The editors make them the default, so
// that they count as seen.
const guides = Object.fromEntries(["core", "core/edit-post", "core/edit-site"].map((scope) => [scope,
  { welcomeGuide: false, welcomeGuideStyles: false, welcomeGuidePage: false, welcomeGuideTemplate: false }]));

function keepPreferences() {
  const kept = { ...data.preferences };
  for (const [scope, seen] of Object.entries(guides)) kept[scope] = { ...kept[scope], ...seen };
  dispatch(preferences).setPersistenceLayer(layerOf(kept, data.user));
}

function setZone() {
  const settings = date.getSettings();
  const l10n = { ...settings.l10n, startOfWeek: data.date.startOfWeek };
  if (data.date.names) {
    const { halves: [am, pm, AM, PM], ...names } = data.date.names;
    Object.assign(l10n, names, { locale: data.language, meridiem: { am, pm, AM, PM } });
  }
  date.setSettings({ ...settings, formats: { ...settings.formats, ...data.date.formats }, timezone: data.date.zone, l10n });
}

// What plug-ins of the field ask pages for: where they are by the names of the field, and who looks.
function tellPlace() {
  window.ajaxurl = data.ajax;
  window.isRtl = document.dir === "rtl" ? 1 : 0;
  window.adminpage = document.body.className.match(/\S+-php\b/)?.[0];
  window.typenow = data.type ?? typeHere();
  window.pagenow = placeName();
  window.userSettings = { url: new URL("..", new URL(data.ajax, window.location.href)).pathname, uid: String(data.user), time: String(Math.floor(Date.now() / 1000)), secure: window.location.protocol === "https:" ? "1" : "" };
  if (data.upload) {
    const address = new URL("async-upload.php", new URL(data.ajax, window.location.href)).href;
    window._wpPluploadSettings = { defaults: { file_data_name: "async-upload", url: address, multipart_params: { action: "upload-attachment", _wpnonce: data.upload } } };
  }
  window._wpUtilSettings = { ajax: { url: data.ajax } };
  const parts = new Intl.NumberFormat(document.documentElement.lang || "en").formatToParts(12345.6);
  const sign = (type) => parts.find((part) => part.type === type)?.value ?? "";
  [window.thousandsSeparator, window.decimalPoint] = [sign("group"), sign("decimal")];
}

// The type of a screen that isn't a list of entries.
function typeHere() {
  if (data.taxonomy) return new URLSearchParams(window.location.search).get("post_type") ?? "post";
  return data.page === "media" ? "attachment" : "";
}

// The name of a screen is that of its file, with what it lists.
function placeName() {
  const file = window.location.pathname.match(/([\w-]+)\.php$/)?.[1] ?? "index";
  switch (file) {
    case "index":
      return "dashboard";
    case "edit":
      return "edit-" + data.type;
    case "edit-tags":
      return "edit-" + data.taxonomy;
    case "post":
    case "post-new":
      return data.type;
    case "admin":
      return data.page;
    default:
      return file;
  }
}

// A link to a revision opens the editor with it; where there is none, the person is told so and
// has the entry.
async function showRevision() {
  const id = Number(new URLSearchParams(window.location.search).get("revision"));
  if (!id) return;
  const found = await resolveSelect(coreStore).getRevision("postType", data.type, data.post, id, { context: "edit" });
  if (found) unlock(dispatch(editorStore)).setCurrentRevisionId(id);
  else dispatch(notices).createWarningNotice(__("Invalid revision ID."), { type: "snackbar" });
}

// What an address says was done is told once: the screens have read it as they were loaded, and a page
// that is loaded again, or kept as a bookmark, is without.
const done = ["activate", "activated", "deactivate", "deleted", "delete_count", "error", "ids", "message", "settings-updated", "trashed", "unsent", "untrashed", "update", "updated"];

function forgetDone() {
  const address = new URL(window.location);
  if (!done.some((name) => address.searchParams.has(name))) return;
  for (const name of done) address.searchParams.delete(name);
  window.history.replaceState(window.history.state, "", address);
}

joinAPI();
offerMedia();
offerUpload();
tellPlace();
setZone();
keepPreferences();
domReady(() => {
  beat(data);
  offerCommands({ menu_commands: data.commands, is_network_admin: false });
  switch (data.page) {
    case "post":
      tellBlocks(data.variations);
      giveBack();
      surround(data);
      showFields(data);
      window._wpLoadBlockEditor = Promise.resolve(openEditor("editor", data.type, data.post, settingsOf(data.settings), data.initial ?? {}));
      offerCustomFields(data);
      showRevision();
      break;
    case "site":
      tellBlocks(data.variations);
      surround(data);
      openSiteEditor("site-editor", settingsOf(data.settings));
      break;
    default:
      forgetDone();
      show(data);
  }
});
