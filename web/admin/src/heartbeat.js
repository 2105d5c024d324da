// A sign from time to time that a page is open. Who has something to send says so in the hook
// "heartbeat.send" or queues it, and learns in "heartbeat.tick" what came back: that is how
// the lock of an entry is kept, and lost to who takes over. wp.heartbeat has the names that
// plug-ins of the field expect.
import { select } from "@wordpress/data";
import { doAction, hasAction } from "@wordpress/hooks";

const speeds = { fast: 5, standard: 15, slow: 60, "long-polling": 120 };
const queue = new Map();
let seconds = speeds.standard;
let lost = false;

// flat are the names and values of a form that says a value.
function* flat(name, value) {
  if (value !== null && typeof value === "object") for (const [key, more] of Object.entries(value)) yield* flat(`${name}[${key}]`, more);
  else yield [name, String(value ?? "")];
}

function heartbeat(data) {
  let nonce = data.heartbeat, timer, sending;

  // sign sends what is to be said: once more where the page is of an earlier session, whose signs do nothing.
  async function sign(again) {
    const what = Object.fromEntries(queue);
    queue.clear();
    doAction("heartbeat.send", what);
    const form = new URLSearchParams({ action: "heartbeat", _nonce: nonce, interval: String(seconds), has_focus: String(document.hasFocus()), screen_id: window.pagenow ?? "" });
    for (const [key, value] of Object.entries(what)) for (const pair of flat(`data[${key}]`, value)) form.append(...pair);
    try {
      const response = await fetch(data.ajax, { method: "POST", body: form, credentials: "same-origin" });
      if (!response.ok) throw new Error(String(response.status));
      const answer = await response.json();
      nonce = answer.heartbeat_nonce ?? nonce;
      if (lost) doAction("heartbeat.connection-restored");
      lost = false;
      doAction("heartbeat.tick", answer, "success");
      if (!answer.nonces_expired || again === true) return;
      for (const [key, value] of Object.entries(what)) if (!queue.has(key)) queue.set(key, value);
      await sign(true);
    } catch (error) {
      if (!lost) doAction("heartbeat.connection-lost", "error");
      lost = true;
      doAction("heartbeat.error", error);
    }
  }
  // One at a time: whoever asks meanwhile has the answer of the next.
  const connectNow = () => (sending = (sending ?? Promise.resolve()).then(sign));
  // A page on which nobody has anything to say asks nothing.
  const due = () => (queue.size > 0 || hasAction("heartbeat.send")) && connectNow();
  const pace = () => { clearInterval(timer); timer = setInterval(due, seconds * 1000); };
  pace();
  // Whoever comes back to the page learns at once what happened meanwhile.
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && due());
  return {
    connectNow,
    hasFocus: () => document.hasFocus(),
    hasConnectionError: () => lost,
    interval(speed) {
      const wanted = speeds[speed] ?? Number(speed);
      if (wanted >= 1 && wanted <= 3600) { seconds = wanted; pace(); }
      return seconds;
    },
    disableSuspend() {}, // it isn't suspended
    enqueue(handle, value, keep) {
      if (!handle || keep && queue.has(handle)) return false;
      queue.set(handle, value);
      return true;
    },
    dequeue: (handle) => { queue.delete(handle); },
    isQueued: (handle) => queue.has(handle),
    getQueuedItem: (handle) => queue.get(handle),
  };
}

// beat begins the signs of a page.
export function beat(data) {
  window.wp.heartbeat = heartbeat(data);
}

// giveBack returns the entry of the editor when its page is left. The packages send this with
// the lock that they had when the page opened, which was none.
export function giveBack() {
  window.addEventListener("pagehide", (event) => {
    const editor = select("core/editor");
    const { postLockUtils } = editor.getEditorSettings();
    if (event.persisted || !postLockUtils || editor.isPostLocked() || !editor.getActivePostLock()) return;
    const form = new FormData();
    form.append("action", "wp-remove-post-lock");
    form.append("_wpnonce", postLockUtils.unlockNonce);
    form.append("post_ID", editor.getCurrentPostId());
    form.append("active_post_lock", editor.getActivePostLock());
    navigator.sendBeacon(postLockUtils.ajaxUrl, form);
  });
}
