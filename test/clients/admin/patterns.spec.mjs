// Patterns whose copies say something else, values of blocks that come from elsewhere, and
// what the site says of block types.
import { expect, test } from "./fixtures.mjs";

const open = { metadata: { name: "Words", bindings: { __default: { source: "core/pattern-overrides" } } } };
const pattern = { title: "Greeting", status: "publish", content: `<!-- wp:heading ${JSON.stringify(open)} -->\n<h2 class="wp-block-heading">Hello</h2>\n<!-- /wp:heading -->\n\n<!-- wp:paragraph -->\n<p>Everywhere</p>\n<!-- /wp:paragraph -->` };

test("a copy of a pattern says something of its own, and is detached", async ({ admin, editor, page, requestUtils }) => {
  const { id } = await requestUtils.createBlock(pattern);
  await admin.createNewPost({ title: "With a greeting" });
  await editor.insertBlock({ name: "core/block", attributes: { ref: id } });
  await editor.canvas.getByRole("document", { name: "Block: Heading" }).fill("Good morning");
  await expect(editor.canvas.getByText("Everywhere")).toHaveAttribute("contenteditable", "false");
  await expect.poll(editor.getBlocks).toMatchObject([{ name: "core/block", attributes: { ref: id, content: { Words: { content: "Good morning" } } } }]);
  const post = await editor.publishPost();
  await page.goto("/?p=" + post);
  await expect(page.getByRole("heading", { name: "Good morning" })).toBeVisible();
  expect((await requestUtils.rest({ path: "/wp/v2/blocks/" + id, params: { context: "edit" } })).content.raw).toContain("Hello");

  await admin.editPost(post);
  await editor.selectBlocks(editor.canvas.getByRole("document", { name: "Block: Pattern" }));
  await editor.clickBlockToolbarButton("Reset");
  await expect(editor.canvas.getByRole("document", { name: "Block: Heading" })).toHaveText("Hello");
  await editor.clickBlockOptionsMenuItem("Detach");
  await page.getByRole("dialog").getByRole("button", { name: "Detach" }).click();
  await expect.poll(async () => (await editor.getBlocks()).map((b) => b.name)).toEqual(["core/heading", "core/paragraph"]);
});

test("the title of a page stands in a bound block", async ({ admin, editor, page, requestUtils }) => {
  await admin.createNewPost({ postType: "page", title: "Said once" });
  await editor.setContent('<!-- wp:paragraph {"metadata":{"bindings":{"content":{"source":"core/post-data","args":{"field":"title"}}}}} -->\n<p></p>\n<!-- /wp:paragraph -->');
  await editor.openDocumentSettingsSidebar();
  await editor.selectBlocks(editor.canvas.locator('[data-type="core/paragraph"]'));
  await expect(page.getByRole("region", { name: "Editor settings" }).getByText("Post Data").first()).toBeVisible();
});

test("blocks are offered as the site has them", async ({ admin, editor, page }) => {
  await admin.createNewPost();
  const offered = (name) => page.evaluate((n) => window.wp.blocks.getBlockType(n).variations.map((v) => v.name), name);
  expect(await offered("core/post-terms")).toEqual(["category", "post_tag"]);
  expect(await offered("core/navigation-link")).toEqual(expect.arrayContaining(["page", "category"]));
  expect(await offered("core/template-part")).toEqual(expect.arrayContaining(["area_header", "instance_header"]));
  // They don't change the frame: blocks are as the packages declare them.
  await expect(page.locator('iframe[name="editor-canvas"]')).toBeVisible();
});

test("whoever inserts a block goes on writing in it", async ({ admin, editor, page }) => {
  await admin.createNewPost();
  for (const content of ["First", "Second"]) await editor.insertBlock({ name: "core/paragraph", attributes: { content } });
  await expect(editor.canvas.getByRole("document", { name: "Block: Paragraph" }).last()).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.type(" one");
  await page.keyboard.press("ArrowUp");
  await expect(editor.canvas.getByRole("document", { name: "Block: Paragraph" }).first()).toBeFocused();
  await expect.poll(async () => (await editor.getBlocks()).map((b) => b.attributes.content)).toEqual(["First", "Second one"]);
});
