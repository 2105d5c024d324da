import assert from "node:assert/strict";
import test from "node:test";
import client from "wordpress-api-client";
import { base, login, secret } from "./site.mjs";

test("wordpress-api-client reads and writes", async () => {
  const Client = client.default ?? client;
  const c = new Client(base, { auth: { type: "basic", username: login, password: secret } });
  const posts = await c.post().find();
  assert.ok(posts.length > 5);
  assert.equal((await c.post().find(posts[0].id))[0].id, posts[0].id);
  const made = await c.page().create({ title: { raw: "By a client" }, status: "draft" });
  assert.equal((await c.page().update({ title: { raw: "Changed" } }, made.id)).title.rendered, "Changed");
  assert.ok(await c.page().delete(made.id));
  assert.ok((await c.postCategory().find()).length > 0);
  assert.ok((await c.search("wall")).length > 0);
  assert.equal((await c.user().findMe()).id, 1);
});
