// Texts of the API as people read them. What strangers wrote is only ever shown as text.
import { dateI18n, getSettings } from "@wordpress/date";
import { decodeEntities } from "@wordpress/html-entities";
import { __, sprintf } from "@wordpress/i18n";

export const plain = (field) => decodeEntities(field?.raw ?? field?.rendered ?? field ?? "");

// words is the text of HTML, without its tags; it is parsed where nothing runs.
export const words = (html) => new DOMParser().parseFromString(html ?? "", "text/html").body.textContent.trim();

export const when = (date) => dateI18n(getSettings().formats.datetime, date);

// inList is a date as it stands in a list: short, and the same for every site.
export const inList = (date) => sprintf(__("%1$s at %2$s"), dateI18n("Y/m/d", date), dateI18n("g:i a", date));

// bytes is a size as people read it.
export function bytes(n) {
  const units = [__("bytes"), "KB", "MB", "GB", "TB"];
  let i = 0;
  for (; n >= 1000 && i < units.length - 1; i++) n /= 1000;
  const digits = i ? 1 : 0;
  return `${n.toLocaleString(document.documentElement.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${units[i]}`;
}
