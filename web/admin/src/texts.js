// The texts of the language that a page is in, before any package says one. A script that
// the server makes leaves them in the page; English has none.
import { setLocaleData } from "@wordpress/i18n";

if (window.quoinTexts) setLocaleData(window.quoinTexts);
