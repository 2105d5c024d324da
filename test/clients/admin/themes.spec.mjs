// Looking at the site with another theme, and patterns as files.
import fs from "node:fs/promises";
import { expect, newest, test } from "./fixtures.mjs";

const bar = (page) => page.getByRole("region", { name: "Editor top bar" });

test("a theme is looked at before it is put into effect", async ({ admin, editor, page, requestUtils }) => {
  const active = async () => (await requestUtils.rest({ path: "/wp/v2/themes", params: { status: "active" } }))[0].stylesheet;
  const before = await active();
  await admin.visitAdminPage("themes.php");
  await page.getByRole("link", { name: "Live Preview Heron" }).click();
  await expect(page).toHaveURL(/site-editor\.php\?.*wp_theme_preview=heron/);
  await page.frameLocator('iframe[name="editor-canvas"]').locator("body").click();
  await expect(editor.canvas.getByText("Seen with Heron")).toBeVisible();
  expect(await active()).toBe(before);
  await bar(page).getByRole("button", { name: "Activate Heron" }).click();
  await page.getByRole("button", { name: "Activate", exact: true }).click();
  await expect(page.getByRole("button", { name: "Dismiss this notice" })).toContainText("Theme activated");
  await admin.visitAdminPage("themes.php");
  await expect(page.getByRole("link", { name: "Customize Heron" })).toBeVisible();
  expect(await active()).toBe("heron");
  await requestUtils.activateTheme(before);
  expect(await active()).toBe(before);
});

test("patterns come from files and go into them", async ({ admin, page, requestUtils }) => {
  await admin.visitAdminPage("edit.php", "post_type=wp_block");
  await expect(page).toHaveTitle(/^Patterns/);
  await expect(page.getByRole("link", { name: "Add Pattern" })).toHaveAttribute("href", /post-new\.php\?post_type=wp_block$/);
  await page.getByRole("button", { name: "Import from JSON" }).click();
  const dialog = page.getByRole("dialog", { name: "Import from JSON" });
  const take = async (text) => {
    await dialog.locator("input[type=file]").setInputFiles({ name: "pattern.json", mimeType: "application/json", buffer: Buffer.from(text) });
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
  };
  for (const [text, said] of [["<script>", "The file isn't JSON."], ['{"__file":"wp_template","title":"x","content":"y"}', "There is no pattern in the file."], ["null", "There is no pattern in the file."]]) {
    await take(text);
    await expect(dialog.locator(".components-notice")).toContainText(said);
  }
  await take(await fs.readFile(new URL("./pattern.json", import.meta.url), "utf8"));
  await expect(page.getByText("Pattern imported successfully!")).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: "Greeting from a file" });
  await expect(row).toHaveCount(1);
  const block = await newest(requestUtils, "blocks");
  expect(block).toMatchObject({ status: "publish", title: { raw: "Greeting from a file" }, wp_pattern_sync_status: "unsynced" });
  const saved = page.waitForEvent("download");
  await row.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Export as JSON" }).click();
  expect(JSON.parse(await fs.readFile(await (await saved).path(), "utf8"))).toEqual(JSON.parse(await fs.readFile(new URL("./pattern.json", import.meta.url), "utf8")));
  await requestUtils.deleteAllBlocks();
});

test("pages give signs for what is queued, as plug-ins expect", async ({ admin, page }) => {
  await admin.visitAdminPage("edit.php");
  const answer = await page.evaluate(() => new Promise((resolve) => {
    const { heartbeat, hooks } = window.wp;
    const queued = [heartbeat.enqueue("quoin", { a: { b: "1" } }), heartbeat.enqueue("quoin", 2, true), heartbeat.isQueued("quoin")];
    hooks.addAction("heartbeat.tick", "quoin", (said) => resolve({ queued, left: heartbeat.isQueued("quoin"), time: said.server_time, wrong: heartbeat.hasConnectionError(), seconds: [heartbeat.interval("fast"), heartbeat.interval()] }));
    heartbeat.connectNow();
  }));
  expect(answer).toMatchObject({ queued: [true, false, true], left: false, wrong: false, seconds: [5, 5] });
  expect(answer.time).toBeGreaterThan(1e9);
  await admin.createNewPost();
  expect(await page.evaluate(() => window.wp.plugins.getPlugin("block-directory")?.name)).toBe("block-directory");
});
