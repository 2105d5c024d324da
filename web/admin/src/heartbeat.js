// A sign from time to time that the editor is open. The packages say in the hook
// "heartbeat.send" what goes with it, and learn in "heartbeat.tick" what came back: that is
// how the lock of an entry is kept, and lost to who takes over.
import { select } from "@wordpress/data";
import { doAction } from "@wordpress/hooks";

const every = 15_000;

export function beat(data) {
  let nonce = data.heartbeat;
  async function sign() {
    const what = {};
    doAction("heartbeat.send", what);
    const form = new URLSearchParams({ action: "heartbeat", _nonce: nonce });
    for (const [name, values] of Object.entries(what)) {
      for (const [key, value] of Object.entries(values)) form.append(`data[${name}][${key}]`, value ?? "");
    }
    try {
      const response = await fetch(data.ajax, { method: "POST", body: form, credentials: "same-origin" });
      if (!response.ok) throw new Error(String(response.status));
      const answer = await response.json();
      nonce = answer.heartbeat_nonce ?? nonce;
      doAction("heartbeat.tick", answer, "success");
    } catch (error) {
      doAction("heartbeat.error", error);
    }
  }
  setInterval(sign, every);
  // Whoever comes back to the page learns at once what happened meanwhile.
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && sign());
  // Whoever leaves the page gives the entry back. The packages send this with the lock that
  // they had when the page opened, which was none.
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
  // For end-to-end tools, which don't wait.
  window.wp.heartbeat = { connectNow: sign, interval: () => every / 1000 };
}
