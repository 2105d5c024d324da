// What search engines and social networks are told: tasks and the first configuration,
// the settings, and the texts of many entries.
import { Bulk } from "./bulk.jsx";
import { Dashboard } from "./dashboard.jsx";
import { Settings } from "./settings.jsx";

const pages = {
  "admin.php?page=seo_dashboard": ["Overview", Dashboard],
  "admin.php?page=seo_settings": ["Settings", Settings],
  "admin.php?page=seo_bulk": ["Bulk editor", Bulk],
};

function SEO({ data }) {
  const [, Page] = pages[data.path];
  return (
    <>
      <nav className="quoin-tabs" aria-label="SEO">
        {Object.entries(pages).map(([path, [title]]) => <a key={path} href={data.base + path} aria-current={path === data.path ? "page" : undefined}>{title}</a>)}
      </nav>
      <Page data={data} />
    </>
  );
}

(window.quoinScreens ??= {}).seo = SEO;
