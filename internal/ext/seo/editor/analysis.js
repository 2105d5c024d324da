// The analysis of texts, in a worker that starts when somebody looks at it. The worker
// speaks the protocol of the package yoastseo.
import { __ } from "@wordpress/i18n";

const longest = 30_000;

// startAnalysis gives a function that analyses a text.
export function startAnalysis(lazy, { locale, analyses, cornerstone }) {
  const language = lazy[`analysis-${locale.slice(0, 2)}.js`] ?? lazy["analysis-default.js"];
  const worker = new Worker(lazy["analysis-base.js"], { name: new URL(language, document.baseURI).href });
  const waiting = new Map();
  let last = 0;
  worker.onmessage = ({ data: { type, id, payload } }) => {
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (type.endsWith(":done")) resolve?.(payload);
    else reject?.(new Error(payload?.message ?? __("The analysis failed.")));
  };
  worker.onerror = (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message || __("The analysis can't be started.")));
    waiting.clear();
  };
  const ask = (type, payload) => new Promise((resolve, reject) => {
    const id = last++;
    waiting.set(id, { resolve, reject });
    setTimeout(() => { if (waiting.delete(id)) reject(new Error(__("The analysis takes too long."))); }, longest);
    worker.postMessage({ type, id, payload });
  });
  const begun = ask("initialize", {
    locale, contentAnalysisActive: analyses.includes("readability"), keywordAnalysisActive: analyses.includes("seo"),
    inclusiveLanguageAnalysisActive: analyses.includes("inclusive"), useCornerstone: cornerstone, logLevel: "ERROR",
  });
  return {
    analyse: async (text, attributes) => {
      await begun;
      const result = await ask("analyze", { paper: { _parseClass: "Paper", text, locale, ...attributes } });
      return { seo: result.seo?.[""] ?? none, readability: result.readability ?? none, inclusive: result.inclusiveLanguage ?? none };
    },
    stop: () => worker.terminate(),
  };
}

const none = { results: [], score: 0 };
