// Fonts: which of them texts of the site may have. What the library of the site editor shows in
// a window, as a page.
import { privateApis as componentApis, Spinner } from "@wordpress/components";
import { store as coreStore, useEntityRecords } from "@wordpress/core-data";
import { useSelect } from "@wordpress/data";
import { useRef } from "@wordpress/element";
import { privateApis as editorApis } from "@wordpress/editor";
import { FontLibrary } from "@wordpress/global-styles-ui";
import { __ } from "@wordpress/i18n";
import { unlock } from "../../parts/unlock.js";

const { Tabs } = unlock(componentApis);
const { useGlobalStyles } = unlock(editorApis);
const named = { _fields: "slug,name,description" };

function Fonts() {
  const { base, user, setUser, isReady } = useGlobalStyles();
  const { records: collections } = useEntityRecords("root", "fontCollection", named);
  const mayAdd = useSelect((select) => select(coreStore).canUser("create", { kind: "postType", name: "wp_font_family" }), []);
  // What was there stays while it is asked for again: the focus would be lost with it.
  const shown = useRef(false);
  shown.current ||= isReady;
  if (!shown.current) return <Spinner />;
  const tabs = [{ id: "installed-fonts", title: __("Library") }];
  if (mayAdd) tabs.push({ id: "upload-fonts", title: __("Upload") }, ...(collections ?? []).map((c) => ({ id: c.slug, title: collections.length === 1 ? __("Install Fonts") : c.name })));
  return (
    <div className="quoin-lead quoin-fonts">
      <Tabs>
        <Tabs.TabList>{tabs.map(({ id, title }) => <Tabs.Tab key={id} tabId={id}>{title}</Tabs.Tab>)}</Tabs.TabList>
        {tabs.map(({ id }) => <Tabs.TabPanel key={id} tabId={id} focusable={false}><FontLibrary value={user} baseValue={base} onChange={setUser} activeTab={id} /></Tabs.TabPanel>)}
      </Tabs>
    </div>
  );
}

(window.quoinScreens ??= {}).fonts = Fonts;
