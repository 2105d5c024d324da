// What is wrong with the site, as "quoin doctor" finds it.
import { Notice, Spinner } from "@wordpress/components";
import { useEffect, useState } from "@wordpress/element";
import { __ } from "@wordpress/i18n";
import { askPage } from "./forms.js";

const shown = { ok: "success", note: "info", warning: "warning", error: "error" };

// useFindings looks at the site, and is null until that is done. "bad" asks for what is known, and not anew.
export function useFindings(data, bad) {
  const [found, setFound] = useState(null);
  useEffect(() => {
    askPage(data.base + "site-health.php?data=" + (bad ? "known" : "again")).then(
      (answer) => setFound(answer.findings), (error) => setFound([{ check: "", level: "warning", text: error.message }]));
  }, [data, bad]);
  return found;
}

// Health looks when it is shown. "bad" leaves out what is well.
export function Health({ data, bad }) {
  const found = useFindings(data, bad);
  if (!found) return <p><Spinner /> {__("The site is looked at.")}</p>;
  const list = found.filter((f) => !bad || f.level !== "ok");
  if (list.length === 0) return <p>{__("All is well.")}</p>;
  return list.map((f, i) => (
    <Notice key={i} status={shown[f.level] ?? "info"} isDismissible={false} spokenMessage="">
      {f.check && <b>{f.check}: </b>}{f.text}
      {f.examples?.length > 0 && <ul>{f.examples.map((e) => <li key={e}>{e}</li>)}</ul>}
      {f.advice && <p>{f.advice}</p>}
    </Notice>
  ));
}
