// Files are chosen in the field's frame: by its names, and by the script that opens it. These flows
// pass on the reference too.
import { expect, test } from "@wordpress/e2e-test-utils-playwright";
import { loggedIn } from "./fixtures.mjs";

const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const frame = (page, name) => page.getByRole("dialog", { name, exact: true });
const library = (dialog) => dialog.getByRole("tab", { name: "Media Library" }).click();
const settings = (page) => page.getByRole("region", { name: "Editor settings" });

// picture stores a picture under a title of its own.
async function picture(requestUtils, title) {
  const { id } = await requestUtils.rest({ method: "POST", path: "/wp/v2/media", multipart: { file: { name: "dot.png", mimeType: "image/png", buffer: png }, title } });
  return id;
}

test("a picture is chosen from the library and described there", async ({ admin, editor, page, requestUtils }) => {
  const title = "Plinth " + Date.now();
  const id = await picture(requestUtils, title);
  await admin.createNewPost();
  await editor.insertBlock({ name: "core/image" });
  await editor.canvas.getByRole("document", { name: "Block: Image" }).getByRole("button", { name: "Media Library" }).click();
  const dialog = frame(page, "Select or Upload Media");
  await library(dialog);
  await expect(dialog.getByRole("button", { name: "Select", exact: true })).toBeDisabled();
  await dialog.getByRole("searchbox", { name: "Search media" }).fill(title);
  await expect(dialog.locator("li.attachment")).toHaveCount(1);
  await dialog.getByRole("checkbox", { name: title }).click();
  await expect(dialog.getByRole("checkbox", { name: title })).toBeChecked();
  await dialog.getByRole("textbox", { name: "Alt Text" }).fill("A grey dot");
  await dialog.getByRole("textbox", { name: "Title" }).click();
  await expect(dialog.getByText("Saved.")).toBeVisible();
  await dialog.getByRole("button", { name: "Select", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(editor.canvas.getByRole("document", { name: "Block: Image" }).getByRole("img")).toHaveAttribute("alt", "A grey dot");
  expect(await editor.getEditedPostContent()).toContain(`"id":${id}`);
  expect((await requestUtils.rest({ path: "/wp/v2/media/" + id })).alt_text).toBe("A grey dot");
});

test("a file is uploaded in the frame, and features the entry", async ({ admin, editor, page, requestUtils }) => {
  await admin.createNewPost({ title: "Featured by the frame" });
  await editor.openDocumentSettingsSidebar();
  await settings(page).getByRole("button", { name: "Set featured image" }).click();
  const dialog = frame(page, "Featured image");
  await dialog.getByRole("tab", { name: "Upload files" }).click();
  await expect(dialog.getByRole("button", { name: "Select Files" })).toBeVisible();
  await dialog.locator(".moxie-shim input[type=file]").setInputFiles({ name: "feature.png", mimeType: "image/png", buffer: png });
  await expect(dialog.getByRole("checkbox", { name: /^feature/, checked: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Set featured image" }).click();
  await expect(settings(page).getByRole("button", { name: "Edit or replace the featured image" })).toBeVisible();
  const id = await editor.publishPost();
  const { featured_media: featured } = await requestUtils.rest({ path: "/wp/v2/posts/" + id });
  expect((await requestUtils.rest({ path: "/wp/v2/media/" + featured })).post).toBe(id);
});

test("the quick edit of pages chooses a picture in the frame", async ({ admin, page, requestUtils }) => {
  const title = "Quickly pictured " + Date.now();
  const { id } = await requestUtils.createPage({ title, status: "publish" });
  await admin.visitSiteEditor({ postType: "page" });
  await page.getByRole("button", { name: "Layout" }).click();
  await page.getByRole("menuitemradio", { name: "Table" }).click();
  await page.getByRole("row", { name: new RegExp(title) }).getByRole("button", { name: "Quick Edit" }).click();
  await page.getByRole("button", { name: "Set featured image" }).click();
  const dialog = page.locator(".media-modal");
  await dialog.getByRole("tab", { name: "Upload files" }).click();
  await dialog.locator(".moxie-shim input[type=file]").setInputFiles({ name: "quick.png", mimeType: "image/png", buffer: png });
  await expect(dialog.getByRole("checkbox", { name: /^quick/, checked: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Select", exact: true }).click();
  await expect(page.getByRole("button", { name: "Set featured image" })).toBeHidden();
  await page.getByRole("button", { name: "Done" }).click();
  await expect.poll(async () => (await requestUtils.rest({ path: "/wp/v2/pages/" + id })).featured_media).toBeGreaterThan(0);
  await requestUtils.rest({ method: "DELETE", path: "/wp/v2/pages/" + id, params: { force: true } });
});

test("a gallery is made, and put in another order", async ({ admin, editor, page, requestUtils }) => {
  const stamp = Date.now();
  const [one, two] = [await picture(requestUtils, "One " + stamp), await picture(requestUtils, "Two " + stamp)];
  await admin.createNewPost();
  await editor.insertBlock({ name: "core/gallery" });
  await editor.canvas.getByRole("document", { name: "Block: Gallery" }).getByRole("button", { name: "Media Library" }).click();
  const dialog = frame(page, "Create gallery");
  await dialog.getByRole("tab", { name: "Media Library" }).click();
  await dialog.getByRole("checkbox", { name: "One " + stamp }).click();
  await dialog.getByRole("checkbox", { name: "Two " + stamp }).click();
  await dialog.getByRole("button", { name: "Create a new gallery" }).click();
  const order = frame(page, "Edit gallery");
  await expect(order.getByRole("checkbox")).toHaveCount(2);
  await order.getByRole("tab", { name: "Add to gallery" }).click();
  await frame(page, "Add to gallery").getByRole("tab", { name: "Edit gallery" }).click();
  await order.getByRole("button", { name: "Insert gallery" }).click();
  await expect.poll(() => editor.getEditedPostContent()).toMatch(new RegExp(`"id":${one}[^]*"id":${two}`));
});

test("scripts open the frame, and are told what was chosen", async ({ admin, page, requestUtils }) => {
  const title = "Lintel " + Date.now();
  const id = await picture(requestUtils, title);
  await admin.createNewPost();
  await page.evaluate(() => {
    window.told = [];
    const chooser = window.wp.media({ title: "Choose a lintel", button: { text: "Use this lintel" }, library: { type: "image" }, multiple: false });
    chooser.on("open close", () => window.told.push("moved"));
    chooser.on("select", () => window.told.push(chooser.state().get("selection").first().toJSON()));
    chooser.open();
  });
  const dialog = frame(page, "Choose a lintel");
  await library(dialog);
  await dialog.getByRole("checkbox", { name: title }).click();
  await dialog.getByRole("button", { name: "Use this lintel" }).click();
  await expect(dialog).toBeHidden();
  const told = (await page.evaluate(() => window.told)).filter((t) => t !== "moved");
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ id, title, alt: "", mime: "image/png", type: "image", subtype: "png", width: 1, height: 1 });
  expect(told[0].url).toMatch(/\/dot.*\.png$/);
  // One that is known by its id is read before it is chosen.
  const again = await page.evaluate(async (known) => {
    const file = window.wp.media.attachment(known);
    await file.fetch();
    return file.get("title");
  }, id);
  expect(again).toBe(title);
});

test("the frame is left by Escape and by its button", async ({ admin, editor, page }) => {
  await admin.createNewPost();
  await editor.insertBlock({ name: "core/image" });
  const opens = editor.canvas.getByRole("document", { name: "Block: Image" }).getByRole("button", { name: "Media Library" });
  await opens.click();
  const dialog = frame(page, "Select or Upload Media");
  await dialog.getByRole("button", { name: "Close dialog" }).click();
  await expect(dialog).toBeHidden();
  await opens.click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("an author takes what others uploaded, but changes nothing of it", async ({ browser, requestUtils }) => {
  const title = "Lintel " + Date.now();
  const id = await picture(requestUtils, title);
  const [name, password] = ["takes" + Date.now(), "a long password 9"];
  const user = await requestUtils.createUser({ username: name, email: name + "@example.org", password, roles: ["author"] });
  const page = await loggedIn(browser, name, password);

  await page.goto("wp-admin/upload.php?mode=list");
  const row = page.locator("#post-" + id);
  await expect(row).toContainText(title);
  await expect(row.getByRole("link", { name: "View" })).toHaveCount(1);
  await expect(row.getByRole("link", { name: /^(Edit|Delete)/ })).toHaveCount(0);
  await page.goto("wp-admin/upload.php?mode=grid");
  await page.locator(`li.attachment[data-id="${id}"]`).click();
  await expect(page.locator(".attachment-details").getByRole("textbox", { name: /^Alt/ })).toHaveAttribute("readonly");
  await expect(page.locator(".attachment-details .delete-attachment")).toHaveCount(0);

  await page.goto("wp-admin/post-new.php");
  const canvas = page.frameLocator("[name=editor-canvas]");
  await expect(canvas.getByRole("textbox", { name: "Add title" })).toBeVisible();
  await page.evaluate(() => {
    window.wp.data.dispatch("core/preferences").set("core/edit-post", "welcomeGuide", false);
    window.wp.data.dispatch("core/block-editor").insertBlock(window.wp.blocks.createBlock("core/image"));
  });
  await canvas.getByRole("button", { name: "Media Library" }).click();
  const dialog = frame(page, "Select or Upload Media");
  await library(dialog);
  await dialog.locator(`li.attachment[data-id="${id}"]`).click();
  await expect(dialog.locator('[data-setting="alt"]').getByRole("textbox")).toHaveAttribute("readonly");
  await dialog.getByRole("button", { name: "Select", exact: true }).click();
  await expect.poll(() => page.evaluate(() => window.wp.data.select("core/block-editor").getBlocks()[0].attributes.id)).toBe(id);
  await page.context().close();
  await requestUtils.rest({ method: "DELETE", path: "/wp/v2/users/" + user.id, params: { force: true, reassign: "false" } });
  await requestUtils.deleteMedia(id);
});
