import assert from "node:assert/strict";
import test from "node:test";
import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { authorization, base } from "./site.mjs";

// html-validate by its rules for the standard of HTML.
const validator = new HtmlValidate(new StaticConfigLoader({ extends: ["html-validate:standard"] }));

const headers = { Authorization: authorization, "Content-Type": "application/json" };

async function create(type, body) {
  const r = await fetch(base + "/api/core/v2/" + type, { method: "POST", headers, body: JSON.stringify(body) });
  assert.equal(r.status, 201, await r.clone().text());
  return r.json();
}

async function mistakes(path) {
  const r = await fetch(base + path);
  const { results } = await validator.validateString(await r.text());
  return results.flatMap((x) => x.messages.map((m) => `${path}:${m.line} ${m.ruleId}: ${m.message} (${m.selector})`));
}

test("pages of each kind", async () => {
  const pages = [
    "/", "/page/2/", "/2026/03/05/reading-a-quarry/", "/2026/03/05/reading-a-quarry/embed/", "/2026/03/06/lime-sand-patience/",
    "/2026/03/12/three-views-of-a-wall/", "/2026/03/13/a-letter-to-the-next-mason/", "/about/", "/the-yard/courses/", "/category/masonry/",
    "/tag/sandstone/", "/author/hester/", "/2026/03/", "/?s=stone", "/?s=xyzzy", "/nothing-here/", "/wp-login.php", "/wp-login.php?action=lostpassword",
  ];
  assert.deepEqual((await Promise.all(pages.map(mistakes))).flat(), []);
});

test("a menu of the pages, and replies below the deepest level", async () => {
  const page = await create("pages", {
    title: "Places", status: "publish", comment_status: "open",
    content: '<!-- wp:navigation {"ariaLabel":"Places"} --><!-- wp:page-list /--><!-- wp:navigation-link {"label":"Search","url":"/?s"} /--><!-- /wp:navigation -->',
  });
  let parent = 0;
  for (let depth = 1; depth <= 8; depth++) {
    parent = (await create("comments", { post: page.id, parent, content: "Level " + depth })).id;
  }
  const path = new URL(page.link).pathname;
  const html = await (await fetch(base + path)).text();
  assert.match(html, /<ul[^>]*wp-block-navigation__container[^>]*><li[^>]*><ul[^>]*wp-block-page-list/);
  assert.match(html, /Level 8/);
  assert.deepEqual(await mistakes(path), []);
});
