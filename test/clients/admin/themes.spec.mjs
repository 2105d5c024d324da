// Looking at the site with another theme, and patterns as files.
import fs from "node:fs/promises";
import { crc32 } from "node:zlib";
import { expect, newest, test, violations } from "./fixtures.mjs";

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

// zip is an archive of texts, which aren't packed.
function zip(files) {
  const parts = [], list = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const data = Buffer.from(text), path = Buffer.from(name), head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt32LE(crc32(data), 10);
    head.writeUInt32LE(data.length, 14);
    head.writeUInt32LE(data.length, 18);
    head.writeUInt16LE(path.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    list.push(Buffer.from("PK\x01\x02\x14\x00"), head, place, path);
    parts.push(Buffer.from("PK\x03\x04"), head, path, data);
    at += 30 + path.length + data.length;
  }
  const end = Buffer.alloc(18), names = Buffer.concat(list);
  end.writeUInt16LE(Object.keys(files).length, 4);
  end.writeUInt16LE(Object.keys(files).length, 6);
  end.writeUInt32LE(names.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, names, Buffer.from("PK\x05\x06"), end]);
}

test("a theme is installed from a file, replaced, put into effect and deleted", async ({ admin, page, requestUtils }) => {
  const active = async () => (await requestUtils.rest({ path: "/wp/v2/themes", params: { status: "active" } }))[0].stylesheet;
  const before = await active();
  const bring = async (version, files) => {
    await admin.visitAdminPage("theme-install.php");
    await expect(page.locator("#install-theme-submit")).toBeDisabled();
    await page.locator(".upload-theme #themezip").setInputFiles({ name: "egret.zip", mimeType: "application/zip", buffer: zip(files ?? { "egret/style.css": `/* Theme Name: Egret\nVersion: ${version} */`, "egret/templates/index.html": "<!-- wp:paragraph --><p>Seen with Egret</p><!-- /wp:paragraph -->" }) });
    await page.getByRole("button", { name: "Install Now" }).click();
  };
  await admin.visitAdminPage("themes.php");
  await page.getByRole("link", { name: "Add Theme", exact: true }).first().click();
  await expect(page).toHaveURL(/theme-install\.php/);
  expect(await violations(page)).toEqual([]);
  await bring("1", { "egret/readme.txt": "no theme" });
  await expect(page.getByText("The theme isn't installed.").first()).toBeVisible();
  await page.getByRole("link", { name: "Go to Theme Installer" }).click();
  await bring("1.0");
  await expect(page.getByText("Theme installed: Egret").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Live Preview Egret" })).toHaveAttribute("href", /wp_theme_preview=egret/);
  await bring("1.1");
  await expect(page.getByRole("heading", { name: "This theme is already installed." })).toBeVisible();
  await expect(page.getByRole("row", { name: "Version 1.0 1.1" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("link", { name: "Replace installed with uploaded" }).click();
  await expect(page.getByText("Theme installed: Egret").first()).toBeVisible();
  await page.getByRole("link", { name: "Activate Egret" }).click();
  await expect(page.getByText("New theme activated.").first()).toBeVisible();
  expect(await active()).toBe("egret");
  await requestUtils.activateTheme(before);
  await admin.visitAdminPage("themes.php");
  const card = page.locator('.theme[data-slug="egret"]');
  await expect(card).toBeVisible();
  page.once("dialog", (dialog) => dialog.accept());
  await card.hover();
  await card.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByText("Theme deleted.").first()).toBeVisible();
  await expect(page.locator('.theme[data-slug="heron"]')).toBeVisible();
  await expect(card).toHaveCount(0);
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

test("the details of a theme are shown at an address of their own, one after the other", async ({ admin, page, requestUtils }) => {
  const themes = await requestUtils.rest({ path: "/wp/v2/themes" });
  const [first] = themes;
  await admin.visitAdminPage("themes.php");
  await page.getByRole("button", { name: `Theme Details of ${first.name.raw}` }).click();
  const details = page.locator(".theme-overlay");
  await expect(details.locator(".theme-name")).toContainText(first.name.raw);
  await expect(details.locator(".theme-version")).toContainText(first.version);
  await expect(page).toHaveURL(new RegExp("theme=" + first.stylesheet));
  expect(await violations(page)).toEqual([]);
  if (themes.length > 1) {
    await details.getByRole("button", { name: "Show next theme" }).click();
    await expect(page).not.toHaveURL(new RegExp("theme=" + first.stylesheet + "(&|$)"));
  }
  await page.reload();
  await expect(details.locator(".theme-name")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(details).toHaveCount(0);
  await expect(page).not.toHaveURL(/theme=/);
  await page.locator(`#${first.stylesheet}-name`).click();
  await expect(details).toBeVisible();
});
