// What search engines and social networks are told: tasks and the first configuration,
// the settings, and the texts of many entries.
import { __ } from "@wordpress/i18n";
import { Bulk } from "./bulk.jsx";
import { Dashboard } from "./dashboard.jsx";
import { Settings } from "./settings.jsx";

const pages = {
  "admin.php?page=seo_dashboard": [__("Overview"), Dashboard],
  "admin.php?page=seo_settings": [__("Settings"), Settings],
  "admin.php?page=seo_bulk": [__("Bulk editor"), Bulk],
};

function SEO({ data }) {
  const [, Page] = pages[data.path];
  return (
    <>
      <nav className="quoin-tabs" aria-label={__("SEO")}>
        {Object.entries(pages).map(([path, [title]]) => <a key={path} href={data.base + path} aria-current={path === data.path ? "page" : undefined}>{title}</a>)}
      </nav>
      <Page data={data} />
    </>
  );
}

(window.quoinScreens ??= {}).seo = SEO;
