// As much of a browser as the packages of the editor ask for when they load.
import { JSDOM, VirtualConsole } from "jsdom";

const dom = new JSDOM("<!DOCTYPE html><body></body>", { url: "http://localhost/", pretendToBeVisual: true, virtualConsole: new VirtualConsole() });
const quiet = class { observe() {} unobserve() {} disconnect() {} };
const heard = { matches: false, addListener() {}, removeListener() {}, addEventListener() {}, removeEventListener() {} };
Object.assign(dom.window, {
  matchMedia: () => heard, ResizeObserver: quiet, IntersectionObserver: quiet,
  CSS: { escape: (s) => s, supports: () => false }, requestIdleCallback: (f) => setTimeout(f, 0),
});
for (const key of Object.getOwnPropertyNames(dom.window)) {
  if (!(key in globalThis)) globalThis[key] = dom.window[key];
}
globalThis.window = dom.window;
globalThis.document = dom.window.document;
