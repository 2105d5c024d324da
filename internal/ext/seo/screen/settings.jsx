// The settings: whom the site stands for, titles and descriptions by type and archive,
// social networks, paths.
import { CheckboxControl, RadioControl, SelectControl, Spinner, TabPanel, TextControl, TextareaControl, ToggleControl, Button } from "@wordpress/components";
import { store as coreStore, useEntityRecord, useEntityRecords } from "@wordpress/core-data";
import { useDispatch } from "@wordpress/data";
import { useEffect, useState } from "@wordpress/element";
import { __, sprintf } from "@wordpress/i18n";
import { Picture } from "@quoin/parts/picture.jsx";
import { useSay } from "@quoin/parts/say.js";
import { get, post } from "./api.js";
import { Result, Shared, Template, fill } from "./template.jsx";

const types = [["post", __("Posts")], ["page", __("Pages")], ["attachment", __("Media")]];
const taxonomies = [["category", __("Categories")], ["post_tag", __("Tags")], ["post_format", __("Formats")]];
const archives = [["home", __("Home page")], ["author", __("Author archives")], ["archive", __("Date archives")], ["search", __("Search results")], ["404", __("Pages that aren't there")]];
const pageTypes = ["WebPage", "ItemPage", "AboutPage", "FAQPage", "QAPage", "ProfilePage", "ContactPage", "MedicalWebPage", "CollectionPage", "CheckoutPage", "RealEstateListing", "SearchResultsPage"];
const articleTypes = [__("None"), "Article", "BlogPosting", "SocialMediaPosting", "NewsArticle", "AdvertiserContentArticle", "SatiricalArticle", "ScholarlyArticle", "TechArticle", "Report"];
// The codes by which search engines know the owner of a site.
const owners = { Google: "googleverify", Bing: "msverify", Yandex: "yandexverify", Baidu: "baiduverify", Pinterest: "pinterestverify", Ahrefs: "ahrefsverify" };
const choices = (list) => list.map((value) => ({ value, label: value }));
const controls = { __nextHasNoMarginBottom: true, __next40pxDefaultSize: true };

// useSettings are the settings with what was changed, and how to store that.
export function useSettings() {
  const [kept, setKept] = useState(null);
  const [changes, setChanges] = useState({});
  const say = useSay();
  useEffect(() => { say(async () => setKept(await get("/settings"))); }, [say]);
  const change = (more) => setChanges((had) => ({ ...had, ...more }));
  const save = () => say(async () => {
    setKept(await post("/settings", { settings: changes }));
    setChanges({});
  }, __("Settings saved."));
  return { ready: !!kept, dirty: Object.keys(changes).length > 0, values: { ...kept?.settings, ...changes }, samples: kept?.samples ?? {}, change, save };
}

function Line({ s, name, label, help, type = "text" }) {
  return <TextControl {...controls} type={type} label={label} help={help} value={s.values[name] ?? ""} onChange={(v) => s.change({ [name]: v })} />;
}

export function Representation({ s }) {
  const { records: users } = useEntityRecords("root", "user", { per_page: 100, context: "view", who: "authors" });
  const person = s.values.company_or_person === "person";
  return (
    <>
      <RadioControl label={__("The site stands for")} selected={s.values.company_or_person} options={[{ value: "company", label: __("An organization") }, { value: "person", label: __("A person") }]} onChange={(v) => s.change({ company_or_person: v })} />
      {person ? (
        <>
          <SelectControl {...controls} label={__("The person")} value={String(s.values.company_or_person_user_id)} options={[{ value: "0", label: __("Nobody yet") }, ...(users ?? []).map((u) => ({ value: String(u.id), label: u.name }))]} onChange={(v) => s.change({ company_or_person_user_id: Number(v) })} />
          <Picture label={__("Picture of the person")} url={s.values.person_logo} onChange={(id, url) => s.change({ person_logo_id: id, person_logo: url })} />
        </>
      ) : (
        <>
          <Line s={s} name="company_name" label={__("Name of the organization")} />
          <Line s={s} name="company_alternate_name" label={__("Another name of it")} />
          <Picture label={__("Logo of the organization")} url={s.values.company_logo} onChange={(id, url) => s.change({ company_logo_id: id, company_logo: url })} />
        </>
      )}
    </>
  );
}

export function Profiles({ s }) {
  return (
    <>
      <Line s={s} name="facebook_site" type="url" label={__("Profile on Facebook")} help={__("The whole address.")} />
      <Line s={s} name="twitter_site" label={__("Name on X")} />
      <TextareaControl __nextHasNoMarginBottom label={__("Further profiles")} help={__("One address on each line.")} value={(s.values.other_social_urls ?? []).join("\n")} onChange={(v) => s.change({ other_social_urls: v.split("\n") })} />
    </>
  );
}

function Site({ s }) {
  return (
    <>
      <Line s={s} name="website_name" label={__("Name of the site")} help={__("Where it isn't the site's title.")} />
      <Line s={s} name="alternate_website_name" label={__("Another name of it")} />
      <TextControl {...controls} label={__("Sign between the parts of titles")} maxLength={10} value={s.values.separator ?? ""} onChange={(v) => s.change({ separator: v })} />
      <Representation s={s} />
      {Object.entries(owners).map(([engine, name]) => <Line key={name} s={s} name={name} label={sprintf(__("Code of %s for the owner"), engine)} />)}
    </>
  );
}

// Kind are the texts of pages of one kind, with what becomes of them.
function Kind({ s, name, title, data, noindex, social, schema, plainTitle }) {
  const values = { ...s.samples[name], sep: s.values.separator };
  const said = (what) => s.values[`${what}-${name}`];
  const set = (what) => (v) => s.change({ [`${what}-${name}`]: v });
  const has = (what) => `${what}-${name}` in s.values;
  return (
    <section className="quoin-fields" aria-label={title}>
      <h2>{title}</h2>
      {noindex && has("noindex") && <ToggleControl __nextHasNoMarginBottom label={__("Show them in search results")} checked={!said("noindex")} onChange={(v) => set("noindex")(!v)} />}
      <Template label={__("Title")} value={said("title")} values={values} onChange={set("title")} />
      {!plainTitle && <Template long label={__("Description")} value={said("metadesc")} values={values} onChange={set("metadesc")} />}
      <Result site={data.site} address={data.home} title={fill(said("title"), values)} description={fill(said("metadesc"), values)} />
      {social && (
        <>
          <Template label={__("Title in social networks")} value={said("social-title")} placeholder={said("title")} values={values} onChange={set("social-title")} />
          <Template long label={__("Description in social networks")} value={said("social-description")} values={values} onChange={set("social-description")} />
        </>
      )}
      {schema && (
        <>
          <SelectControl {...controls} label={__("Structured data call its pages")} value={said("schema-page-type")} options={choices(pageTypes)} onChange={set("schema-page-type")} />
          <SelectControl {...controls} label={__("Structured data call its articles")} value={said("schema-article-type")} options={choices(articleTypes)} onChange={set("schema-article-type")} />
        </>
      )}
    </section>
  );
}

function Social({ s, data }) {
  const values = { ...s.samples.home, sep: s.values.separator };
  return (
    <>
      <Picture label={__("Picture for pages without one")} url={s.values.og_default_image} onChange={(id, url) => s.change({ og_default_image_id: id, og_default_image: url })} />
      <Picture label={__("Picture of the home page")} url={s.values.open_graph_frontpage_image} onChange={(id, url) => s.change({ open_graph_frontpage_image_id: id, open_graph_frontpage_image: url })} />
      <Template label={__("Title of the home page")} value={s.values.open_graph_frontpage_title} values={values} onChange={(v) => s.change({ open_graph_frontpage_title: v })} />
      <Template long label={__("Description of the home page")} value={s.values.open_graph_frontpage_desc} values={values} onChange={(v) => s.change({ open_graph_frontpage_desc: v })} />
      <Shared site={data.site} image={s.values.open_graph_frontpage_image || s.values.og_default_image} title={fill(s.values.open_graph_frontpage_title, values)} description={fill(s.values.open_graph_frontpage_desc, values)} />
      <Profiles s={s} />
    </>
  );
}

function Paths({ s }) {
  const steps = [s.values["breadcrumbs-home"], __("A category"), __("An entry")].filter(Boolean);
  return (
    <>
      <Line s={s} name="breadcrumbs-home" label={__("First step")} help={__("Left empty, paths begin below it.")} />
      <Line s={s} name="breadcrumbs-sep" label={__("Sign between steps")} />
      <Line s={s} name="breadcrumbs-archiveprefix" label={__("Before names of archives")} />
      <Line s={s} name="breadcrumbs-searchprefix" label={__("Before what was looked for")} />
      <p className="quoin-result" aria-label={__("Preview of a path")} role="note">{steps.join(` ${s.values["breadcrumbs-sep"]} `)}</p>
    </>
  );
}

// Features are what the extension does beside texts. The file is an option of the site.
function Features({ s }) {
  const { record } = useEntityRecord("root", "site");
  const { saveEntityRecord } = useDispatch(coreStore);
  const say = useSay();
  return (
    <>
      <ToggleControl __nextHasNoMarginBottom label={__("Analyse texts")} checked={!!s.values.enable_analysis} onChange={(v) => s.change({ enable_analysis: v })} />
      <ToggleControl __nextHasNoMarginBottom label={__("Look for language that leaves people out")} checked={!!s.values.inclusive_language} onChange={(v) => s.change({ inclusive_language: v })} />
      {[["rssbefore", __("Before each entry in feeds")], ["rssafter", __("After each entry in feeds")]].map(([name, label]) => (
        <TextareaControl key={name} __nextHasNoMarginBottom label={label} help="%%AUTHORLINK%% %%POSTLINK%% %%BLOGLINK%% %%BLOGDESCLINK%%" value={s.values[name] ?? ""} onChange={(v) => s.change({ [name]: v })} />
      ))}
      {record && "seo_llms_txt" in record && (
        <CheckboxControl __nextHasNoMarginBottom label={__("Offer the file llms.txt to language models")} help={__("It is stored at once.")} checked={!!record.seo_llms_txt}
          onChange={(v) => say(() => saveEntityRecord("root", "site", { seo_llms_txt: v }, { throwOnError: true }), __("Settings saved."))} />
      )}
    </>
  );
}

const tabs = [["site", __("Site")], ["types", __("Content types")], ["taxonomies", __("Categories and tags")], ["archives", __("Archives")], ["social", __("Social")], ["paths", __("Breadcrumbs")], ["features", __("Features")]].map(([name, title]) => ({ name, title }));

export function Settings({ data }) {
  const s = useSettings();
  if (!s.ready) return <Spinner />;
  const kinds = (list, prefix, more) => list.map(([name, title]) => <Kind key={name} s={s} data={data} name={prefix + name} title={title} {...more} />);
  return (
    <TabPanel className="quoin-tabpanel" tabs={tabs}>
      {({ name }) => (
        <form className="quoin-form" onSubmit={(event) => { event.preventDefault(); s.save(); }}>
          {{
            site: <Site s={s} />, types: kinds(types, "", { noindex: true, social: true, schema: true }), taxonomies: kinds(taxonomies, "tax-", { noindex: true, social: true }),
            archives: archives.map(([kind, title]) => <Kind key={kind} s={s} data={data} name={kind} title={title} noindex plainTitle={kind === "search" || kind === "404"} />),
            social: <Social s={s} data={data} />, paths: <Paths s={s} />, features: <Features s={s} />,
          }[name]}
          <div className="quoin-form__buttons"><Button variant="primary" type="submit" disabled={!s.dirty} accessibleWhenDisabled __next40pxDefaultSize>{__("Save Changes")}</Button></div>
        </form>
      )}
    </TabPanel>
  );
}
