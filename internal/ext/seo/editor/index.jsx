// What search engines and social networks are told of an entry, in a sidebar of the editor,
// with an analysis of its text. Changes are stored with the entry.
import apiFetch from "@wordpress/api-fetch";
import { PanelBody, SelectControl, Spinner, TextControl, ToggleControl } from "@wordpress/components";
import { useDispatch, useSelect } from "@wordpress/data";
import { PluginSidebar, PluginSidebarMoreMenuItem, store as editorStore } from "@wordpress/editor";
import { createContext, useContext, useEffect, useMemo, useRef, useState } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { search as icon } from "@wordpress/icons";
import { registerPlugin } from "@wordpress/plugins";
import { Picture } from "@quoin/parts/picture.jsx";
import { words } from "@quoin/parts/texts.jsx";
import { Result, Shared, Template, fill, widthOf } from "../screen/template.jsx";
import { startAnalysis } from "./analysis.js";

const member = "seo_texts";
const Texts = createContext(null);

// useTexts are the texts of the entry as they are and were changed.
function useTexts() {
  const { id, edits, isSaving, saved } = useSelect((select) => {
    const editor = select(editorStore);
    return { id: editor.getCurrentPostId(), edits: editor.getEditedPostAttribute(member), isSaving: editor.isSavingPost() && !editor.isAutosavingPost(), saved: editor.didPostSaveRequestSucceed() };
  }, []);
  const { editPost } = useDispatch(editorStore);
  const [kept, setKept] = useState(null);
  const [refused, setRefused] = useState(null);
  useEffect(() => {
    apiFetch({ path: `/yoast/v1/entries/${id}` }).then(setKept, (error) => setRefused(error.message));
  }, [id]);
  // What was sent with a save is kept from then on.
  const sent = useRef(null);
  useEffect(() => {
    if (isSaving) sent.current = edits;
    else if (sent.current && saved) {
      const stored = sent.current;
      sent.current = null;
      setKept((had) => ({ ...had, ...stored }));
    }
  }, [isSaving, saved, edits]);
  const change = (more, options) => editPost({ [member]: { ...edits, ...more } }, options);
  return { kept, refused, texts: { ...kept, ...edits }, edits, change };
}

// useEntry is the entry as it stands in the editor.
function useEntry(kept) {
  const entry = useSelect((select) => {
    const editor = select(editorStore);
    const of = (name) => editor.getEditedPostAttribute(name);
    return { title: of("title") ?? "", excerpt: of("excerpt") ?? "", slug: editor.getEditedPostSlug(), permalink: editor.getPermalink() ?? "", date: of("date"), type: editor.getCurrentPostType(), dirty: editor.isEditedPostDirty(), content: editor.getEditedPostContent() };
  }, []);
  const excerpt = entry.excerpt || words(entry.content.replace(/<!--[\s\S]*?-->/g, "")).replace(/\s+/g, " ").slice(0, 156);
  return { ...entry, values: { ...kept?.variables, title: entry.title, excerpt, excerpt_only: entry.excerpt } };
}

// useAnalysis is what is found in the text, some time after it stays as it is.
const pause = 800;

function useAnalysis({ texts, edits, change, kept }, entry) {
  const [found, setFound] = useState(null);
  const worker = useRef(null);
  const { locale, analyses } = kept;
  useEffect(() => {
    const data = JSON.parse(document.getElementById("quoin-admin").textContent);
    worker.current = startAnalysis(data.lazy, { locale, analyses, cornerstone: texts.cornerstone });
    return () => worker.current.stop();
  }, [locale, analyses, texts.cornerstone]);
  const title = fill(texts.seo_title || texts.usual.seo_title, entry.values);
  const description = fill(texts.meta_description || texts.usual.meta_description, entry.values);
  const paper = useMemo(() => ({ keyword: texts.focus_keyphrase, description, title, titleWidth: widthOf(title), slug: entry.slug, permalink: entry.permalink, textTitle: entry.title, date: entry.date ?? "" }),
    [texts.focus_keyphrase, description, title, entry.slug, entry.permalink, entry.title, entry.date]);
  const latest = useRef(null);
  latest.current = { change, edits, dirty: entry.dirty };
  useEffect(() => {
    let wanted = true;
    const timer = setTimeout(async () => {
      try {
        const results = await worker.current.analyse(entry.content, paper);
        if (!wanted) return;
        setFound(results);
        // Scores go with what is stored anyway; they alone are no change.
        if (latest.current.dirty) latest.current.change({ seo_score: texts.focus_keyphrase ? bounded(results.seo.score) : 0, readability_score: bounded(results.readability.score), inclusive_score: bounded(results.inclusive.score) }, { undoIgnore: true });
      } catch (error) {
        if (wanted) setFound({ error: error.message });
      }
    }, pause);
    return () => { wanted = false; clearTimeout(timer); };
  }, [entry.content, paper, texts.cornerstone]);
  return found;
}

const bounded = (score) => Math.max(0, Math.min(100, Math.round(score || 0)));
const rating = (score) => (score > 7 ? "good" : score > 4 ? "ok" : "bad");
const ratingOf100 = (score) => (score > 70 ? "good" : score > 40 ? "ok" : "bad");
const spoken = { good: __("Good"), ok: __("OK"), bad: __("Needs improvement") };

function Findings({ title, found, hint, open = false }) {
  const results = (found?.results ?? []).filter((r) => r.text && r.score > 0).sort((a, b) => a.score - b.score);
  const mark = hint || !found ? null : ratingOf100(found.score);
  return (
    <PanelBody title={mark ? `${title}: ${spoken[mark]}` : title} initialOpen={open}>
      {hint ? <p>{hint}</p> : !found ? <Spinner /> : (
        <ul className="quoin-findings">
          {results.map((r) => <li key={r.identifier} className={"is-" + rating(r.score)}><span className="screen-reader-text">{spoken[rating(r.score)]}: </span>{words(r.text)}</li>)}
        </ul>
      )}
    </PanelBody>
  );
}

function Sidebar() {
  const { kept, refused } = useContext(Texts);
  if (refused) return <PanelBody><p>{refused}</p></PanelBody>;
  return kept ? <Panels /> : <Spinner />;
}

function Panels() {
  const state = useContext(Texts);
  const { kept, texts, change } = state;
  const entry = useEntry(kept);
  const set = (name) => (value) => change({ [name]: value });
  const title = fill(texts.seo_title || texts.usual.seo_title, entry.values);
  const description = fill(texts.meta_description || texts.usual.meta_description, entry.values);
  const shared = { title: fill(texts.social_title || texts.usual.social_title, entry.values), description: fill(texts.social_description || texts.usual.social_description, entry.values) };
  return (
    <>
      <PanelBody title={__("Search appearance")}>
        <TextControl label={__("Focus keyphrase")} help={__("What people look for who shall find this.")} value={texts.focus_keyphrase} onChange={set("focus_keyphrase")} __nextHasNoMarginBottom __next40pxDefaultSize />
        <Template label={__("SEO title")} value={texts.seo_title} placeholder={texts.usual.seo_title} values={entry.values} onChange={set("seo_title")} />
        <Template long label={__("Meta description")} value={texts.meta_description} placeholder={texts.usual.meta_description} values={entry.values} onChange={set("meta_description")} />
        <Result site={entry.values.sitename} address={entry.permalink} title={title} description={description} />
        <ToggleControl label={__("Cornerstone content")} help={__("One of the most important texts of the site.")} checked={!!texts.cornerstone} onChange={set("cornerstone")} __nextHasNoMarginBottom />
      </PanelBody>
      {kept.analyses.length > 0 && <Analysis state={state} entry={entry} />}
      <PanelBody title={__("Social")} initialOpen={false}>
        <Picture label={__("Picture in social networks")} url={texts.social_image} onChange={(id, url) => change({ social_image_id: id, social_image: url })} />
        <Template label={__("Social title")} value={texts.social_title} placeholder={texts.usual.social_title} values={entry.values} onChange={set("social_title")} />
        <Template long label={__("Social description")} value={texts.social_description} placeholder={texts.usual.social_description} values={entry.values} onChange={set("social_description")} />
        <Shared site={entry.values.sitename} image={texts.social_image} {...shared} />
        <Template label={__("Title on X")} value={texts.card_title} placeholder={texts.social_title} values={entry.values} onChange={set("card_title")} />
        <Template long label={__("Description on X")} value={texts.card_description} placeholder={texts.social_description} values={entry.values} onChange={set("card_description")} />
      </PanelBody>
      {kept.advanced && (
        <PanelBody title={__("Advanced")} initialOpen={false}>
          <SelectControl label={__("Show in search results")} value={texts.noindex} options={[{ value: "", label: __("As usual for its type") }, { value: "2", label: __("Yes") }, { value: "1", label: __("No") }]} onChange={set("noindex")} __nextHasNoMarginBottom __next40pxDefaultSize />
          <ToggleControl label={__("Search engines follow its links")} checked={!texts.nofollow} onChange={(v) => change({ nofollow: !v })} __nextHasNoMarginBottom />
          <TextControl label={__("Name in breadcrumbs")} value={texts.breadcrumb_title} onChange={set("breadcrumb_title")} __nextHasNoMarginBottom __next40pxDefaultSize />
          <TextControl type="url" label={__("Canonical address")} value={texts.canonical} onChange={set("canonical")} __nextHasNoMarginBottom __next40pxDefaultSize />
        </PanelBody>
      )}
    </>
  );
}

function Analysis({ state, entry }) {
  const found = useAnalysis(state, entry);
  const { analyses } = state.kept;
  if (found?.error) return <PanelBody title={__("Analysis")}><p role="alert">{found.error}</p></PanelBody>;
  return (
    <>
      {analyses.includes("seo") && <Findings open title={__("SEO analysis")} found={found?.seo} hint={state.texts.focus_keyphrase ? "" : __("Give a focus keyphrase, and the text is looked at.")} />}
      {analyses.includes("readability") && <Findings title={__("Readability analysis")} found={found?.readability} />}
      {analyses.includes("inclusive") && <Findings title={__("Inclusive language")} found={found?.inclusive} />}
    </>
  );
}

// The texts are read when the sidebar opens.
function Opened() {
  const state = useTexts();
  return <Texts.Provider value={state}><Sidebar /></Texts.Provider>;
}

const name = "seo";

registerPlugin("quoin-seo", {
  icon,
  render: () => (
    <>
      <PluginSidebarMoreMenuItem target={name}>{__("SEO")}</PluginSidebarMoreMenuItem>
      <PluginSidebar name={name} title={__("SEO")} className="quoin-sidebar"><Opened /></PluginSidebar>
    </>
  ),
});
