import assert from "node:assert/strict";
import test from "node:test";
import WPAPI from "wpapi";
import { base, login, root, secret } from "./site.mjs";

test("wpapi finds the API, pages, embeds and writes", async () => {
  const found = await WPAPI.discover(base + "/");
  assert.ok((await found.posts()).length > 0);
  const wp = new WPAPI({ endpoint: root, username: login, password: secret, auth: true });
  const first = await wp.posts().perPage(3).embed();
  assert.equal(first.length, 3);
  assert.ok(Number(first._paging.total) > 3);
  assert.ok(first[0]._embedded.author[0].name);
  const second = await first._paging.next;
  assert.equal(second.length, 3);
  assert.ok(!first.some((p) => second.some((q) => q.id === p.id)));
  const made = await wp.posts().create({ title: "By a client", content: "Text", status: "publish" });
  assert.equal((await wp.posts().id(made.id).update({ title: "Changed" })).title.rendered, "Changed");
  assert.equal((await wp.posts().id(made.id).delete({ force: true })).deleted, true);
  await assert.rejects(wp.posts().id(made.id).get(), (e) => e.code === "rest_post_invalid_id" && e.data.status === 404);
  await assert.rejects(new WPAPI({ endpoint: root }).posts().create({ title: "No" }), (e) => e.data.status === 401);
});
