// When the session of a page has ended, since somebody logged out in another tab or it was too old, its person
// is asked to log in again in a window above it. Then the page goes on: what it asked of the API too late it asks
// again, and nothing that was typed is lost. Names are those of the field's window.
import apiFetch from "@wordpress/api-fetch";
import { addAction } from "@wordpress/hooks";
import { __ } from "@wordpress/i18n";

// Signs of the page open the window again only after a while, for who has closed it.
const quiet = 3 * 60 * 1000;
let data, asking, closed = 0;

// isEnd tells whether the API refused a question because the session has ended.
async function isEnd(error) {
  const said = error instanceof Response ? await error.clone().json().catch(() => null) : error;
  return said?.code === "rest_cookie_invalid_nonce";
}

// goOn takes what the page needs of a session that began meanwhile: "none" where there is none, and "other"
// where it is that of somebody else, as whom nothing of this page is stored.
async function goOn() {
  const answer = await fetch(apiFetch.nonceEndpoint, { credentials: "same-origin" }).catch(() => null);
  if (!answer?.ok) return "none";
  const nonce = await answer.text();
  const me = await fetch(data.root + "wp/v2/users/me", { credentials: "same-origin", headers: { "X-WP-Nonce": nonce } }).then((response) => response.json()).catch(() => null);
  if (me?.id !== data.user) return "other";
  apiFetch.nonceMiddleware.nonce = nonce;
  window.wpApiSettings.nonce = nonce;
  await renewForms();
  return "same";
}

// renewForms takes the nonces for forms of the screen from the page as it would be loaded now. The editors have none,
// and loading the page of a new entry would begin another.
async function renewForms() {
  if (data.page === "post" || data.page === "site") return;
  const page = await fetch(window.location.href, { credentials: "same-origin" }).then((response) => response.text()).catch(() => "");
  const now = new DOMParser().parseFromString(page, "text/html").getElementById("quoin-admin");
  for (const [name, value] of Object.entries(now ? JSON.parse(now.textContent) : {})) if (/nonce$/i.test(name)) data[name] = value;
}

// element makes one with what it says in it.
const element = (name, attributes, ...inside) => {
  const made = Object.assign(document.createElement(name), attributes);
  made.append(...inside);
  return made;
};

// ask opens the window, and tells when it has closed whether the page goes on.
function ask() {
  asking ??= new Promise((done) => {
    const login = new URL("../wp-login.php", new URL(data.ajax, window.location.href)).href;
    const told = element("p", { className: "wp-auth-fallback-expired", role: "status", textContent: __("Your session has ended. Log in again, and this page goes on as it is.") });
    const frame = element("iframe", { id: "wp-auth-check-frame", title: __("Log In"), src: login + "?interim-login=1" });
    const close = element("button", { type: "button", className: "wp-auth-check-close", textContent: "×" });
    close.setAttribute("aria-label", __("Close"));
    const link = element("a", { href: login, target: "_blank", textContent: __("Log in in a new tab") });
    const dialog = element("dialog", { id: "wp-auth-check-wrap" }, element("div", { id: "wp-auth-check" }, close, told, element("div", { id: "wp-auth-check-form" }, frame), element("p", { className: "wp-auth-fallback" }, link)));
    dialog.setAttribute("aria-label", __("Log In"));
    let state = "none";
    const look = async () => {
      state = await goOn();
      if (state === "other") {
        told.textContent = __("You are logged in as somebody else. Log in to the account that this page was opened with.");
        frame.src = login + "?interim-login=1&reauth=1";
      } else if (state === "same") {
        dialog.close();
      }
    };
    // Whoever logged in in another tab comes back from it.
    const back = () => document.visibilityState === "visible" && look();
    frame.addEventListener("load", () => frame.contentDocument?.body?.classList.contains("interim-login-success") && look());
    close.addEventListener("click", () => dialog.close());
    document.addEventListener("visibilitychange", back);
    dialog.addEventListener("close", () => {
      document.removeEventListener("visibilitychange", back);
      dialog.remove();
      asking = undefined;
      if (state !== "same") closed = Date.now();
      else window.wp.heartbeat.connectNow();
      done(state === "same");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
  return asking;
}

// joinSession holds what the API refuses for an ended session until there is another.
export function joinSession(told) {
  data = told;
  apiFetch.use(async (options, next) => {
    try {
      return await next(options);
    } catch (error) {
      if (options.signal?.aborted || !(await isEnd(error))) throw error;
      if (asking || (await goOn()) !== "same") {
        if (!(await ask())) throw error;
      }
      return next(options);
    }
  });
  addAction("heartbeat.tick", "quoin/session", (answer) => {
    if (answer.rest_nonce) apiFetch.nonceMiddleware.nonce = answer.rest_nonce;
    if (answer["wp-auth-check"] === false && Date.now() - closed > quiet) ask();
  });
  addAction("quoin.session-ended", "quoin/session", ask);
}
