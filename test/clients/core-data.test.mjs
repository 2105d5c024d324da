import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test from "node:test";
import { authorization, root } from "./site.mjs";
import "./browser.mjs";

const require = createRequire(import.meta.url);
const apiFetch = require("@wordpress/api-fetch").default;
const { dispatch, resolveSelect } = require("@wordpress/data");
const { store } = require("@wordpress/core-data");

apiFetch.use(apiFetch.createRootURLMiddleware(root));
apiFetch.use((options, next) => next({ ...options, headers: { ...options.headers, Authorization: authorization } }));

test("api-fetch reads, pages and tells errors", async () => {
  const r = await apiFetch({ path: "/wp/v2/posts?per_page=2", parse: false });
  const total = Number(r.headers.get("x-wp-total"));
  assert.ok(total > 2);
  // It follows the links to the next pages by itself.
  assert.equal((await apiFetch({ path: "/wp/v2/posts?per_page=-1" })).length, total);
  await assert.rejects(apiFetch({ path: "/wp/v2/posts/999999" }), (e) => e.code === "rest_post_invalid_id" && e.data.status === 404);
});

test("core-data edits as the editor does", async () => {
  const ask = resolveSelect(store), act = dispatch(store);
  const posts = await ask.getEntityRecords("postType", "post", { per_page: 3, status: "publish" });
  assert.equal(posts.length, 3);
  assert.ok(await ask.getEntityRecordsTotalItems("postType", "post", { per_page: 3, status: "publish" }) > 3);
  // What the caller may do comes from Allow headers of OPTIONS.
  assert.equal(await ask.canUser("create", { kind: "postType", name: "post" }), true);
  assert.equal(await ask.canUser("delete", { kind: "postType", name: "post", id: posts[0].id }), true);
  const made = await act.saveEntityRecord("postType", "post", { title: "Draft", content: "One", status: "publish" }, { throwOnFailure: true });
  await act.editEntityRecord("postType", "post", made.id, { content: "Two" });
  await act.saveEditedEntityRecord("postType", "post", made.id, { throwOnFailure: true });
  assert.equal((await ask.getEntityRecord("postType", "post", made.id)).content.raw, "Two");
  await act.saveEntityRecord("postType", "post", { id: made.id, content: "Three" }, { isAutosave: true, throwOnFailure: true });
  assert.equal((await ask.getAutosaves("post", made.id))[0].content.raw, "Three");
  assert.ok((await ask.getRevisions("postType", "post", made.id)).length > 0);
  const menus = await act.__experimentalBatch(["A", "B"].map((name) => ({ saveEntityRecord }) => saveEntityRecord("root", "menu", { name })));
  assert.deepEqual(menus.map((m) => m.name), ["A", "B"]);
  await act.deleteEntityRecord("postType", "post", made.id, { force: true }, { throwOnFailure: true });
  assert.ok((await ask.getPostTypes()).length > 5);
  assert.ok((await ask.getEntityRecords("root", "taxonomy")).length > 2);
  assert.ok((await ask.getCurrentTheme()).stylesheet);
  assert.ok(await ask.__experimentalGetCurrentGlobalStylesId());
  assert.equal((await ask.getCurrentUser()).id, 1);
  assert.ok((await ask.getBlockPatternCategories()).length > 0);
  assert.ok(await ask.getEntityRecord("root", "site"));
});
