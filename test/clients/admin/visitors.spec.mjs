// What blocks do for who reads the site: written by the API, used on its pages.
import fs from "node:fs";
import { expect, test } from "./fixtures.mjs";

const paragraph = (text, attrs = "") => `<!-- wp:paragraph ${attrs} -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const image = (media) => `<!-- wp:image {"lightbox":{"enabled":true},"id":${media.id},"linkDestination":"none"} --><figure class="wp-block-image"><img src="${media.source_url}" alt="Picture ${media.id}" class="wp-image-${media.id}"/></figure><!-- /wp:image -->`;
const track = (media, i, title) => `<!-- wp:playlist-track ${JSON.stringify({ id: media.id, uniqueId: "t" + i, src: media.source_url, title, length: "0:09" })} /-->`;

async function read(page, requestUtils, content) {
  const { link } = await requestUtils.createPost({ title: "For visitors", status: "publish", content });
  await page.goto(link);
}

// wave is nine seconds of silence.
function wave(file) {
  const bytes = Buffer.alloc(44 + 72000, 128);
  bytes.fill(0, 0, 44);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(8000, 24);
  bytes.writeUInt32LE(8000, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(72000, 40);
  fs.writeFileSync(file, bytes);
  return file;
}

test("a block is hidden on the screens that it is not for", async ({ page, requestUtils }) => {
  const not = (screen) => JSON.stringify({ metadata: { blockVisibility: { viewport: { [screen]: false } } } });
  await read(page, requestUtils, ["mobile", "tablet", "desktop"].map((screen) => paragraph("Never " + screen, not(screen))).join("\n"));
  for (const [width, screen] of [[1280, "desktop"], [700, "tablet"], [400, "mobile"]]) {
    await page.setViewportSize({ width, height: 800 });
    for (const one of ["mobile", "tablet", "desktop"]) await expect(page.getByText("Never " + one)).toBeVisible({ visible: one !== screen });
  }
});

test("a playlist plays its tracks, and is moved by keys", async ({ page, requestUtils }, info) => {
  const media = await requestUtils.uploadMedia(wave(info.outputPath("silence.wav")));
  await read(page, requestUtils, `<!-- wp:playlist {"currentTrack":"t0"} --><figure class="wp-block-playlist"><ol class="wp-block-playlist__tracklist">${track(media, 0, "Ebb")}${track(media, 1, "Flow")}</ol></figure><!-- /wp:playlist -->`);
  const seek = page.getByRole("slider", { name: "Ebb" });
  await expect(seek).toHaveAttribute("aria-valuetext", "0:00 of 0:09");
  await page.getByRole("button", { name: "Play", exact: true }).focus();
  await page.keyboard.press("Tab");
  await expect(seek).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(seek).toHaveAttribute("aria-valuetext", "0:05 of 0:09");
  await page.getByRole("button", { name: /^Flow/ }).click();
  await expect(page.getByRole("slider", { name: "Flow" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Flow/ })).toHaveAttribute("aria-current", "true");
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
});

test("enlarged pictures of a gallery lead to each other", async ({ page, requestUtils }, info) => {
  const file = info.outputPath("dot.png");
  fs.writeFileSync(file, Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64"));
  const both = [await requestUtils.uploadMedia(file), await requestUtils.uploadMedia(file)];
  await read(page, requestUtils, `<!-- wp:gallery {"linkTo":"none"} --><figure class="wp-block-gallery has-nested-images columns-default">${both.map(image).join("")}</figure><!-- /wp:gallery -->`);
  await page.getByRole("button", { name: /^Enlarge/ }).first().press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Next" }).click();
  await expect(dialog.getByRole("img", { name: "Picture " + both[1].id })).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(dialog.getByRole("img", { name: "Picture " + both[0].id })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("a link opens the part of an accordion that it leads into, and a heading fills its width", async ({ admin, editor, page }) => {
  await admin.createNewPost({ title: "Parts" });
  await editor.insertBlock({ name: "core/paragraph", attributes: { content: '<a href="#inside">Look inside</a>' } });
  await editor.insertBlock({ name: "core/heading", attributes: { content: "Wide", fitText: true, anchor: "wide" } });
  await editor.insertBlock({ name: "core/accordion", innerBlocks: [{ name: "core/accordion-item", innerBlocks: [
    { name: "core/accordion-heading", attributes: { title: "Part" } },
    { name: "core/accordion-panel", innerBlocks: [{ name: "core/paragraph", attributes: { content: "Within", anchor: "inside" } }] },
  ] }] });
  const at = "/?p=" + await editor.publishPost();
  await page.goto(at + "#%"); // names nothing, and is no encoding
  await page.getByRole("button", { name: "Part" }).click();
  await expect(page.locator("#inside")).toBeVisible();
  await page.goto(at);
  await expect(page.locator("#inside")).toBeHidden();
  await page.getByRole("link", { name: "Look inside" }).click();
  await expect(page.locator("#inside")).toBeVisible();
  await expect(page.getByRole("button", { name: "Part" })).toHaveAttribute("aria-expanded", "true");
  await expect.poll(() => page.locator("#wide").evaluate((heading) => parseFloat(getComputedStyle(heading).fontSize))).toBeGreaterThan(100);
});

test("a list of entries turns its pages in place", async ({ page, requestUtils }) => {
  for (const n of [1, 2, 3]) await requestUtils.createPost({ title: "Turned " + n, status: "publish", date: `2019-0${n}-01T00:00:00` });
  await read(page, requestUtils, '<!-- wp:query {"queryId":9,"query":{"perPage":1,"postType":"post","order":"asc","orderBy":"date","search":"Turned","sticky":"exclude","inherit":false},"enhancedPagination":true} --><div class="wp-block-query"><!-- wp:post-template --><!-- wp:post-title {"isLink":true} /--><!-- /wp:post-template --><!-- wp:query-pagination --><!-- wp:query-pagination-numbers /--><!-- wp:query-pagination-next /--><!-- /wp:query-pagination --></div><!-- /wp:query -->');
  await page.evaluate(() => { window.stayed = true; });
  const list = page.locator('[data-wp-router-region="query-9"]');
  await expect(list.getByRole("link", { name: "Turned 1" })).toBeVisible();
  await list.getByRole("link", { name: "Next Page" }).click();
  await expect(list.getByRole("link", { name: "Turned 2" })).toBeFocused();
  await expect(page).toHaveURL(/query-9-page=2/);
  await page.goBack();
  await expect(list.getByRole("link", { name: "Turned 1" })).toBeVisible();
  expect(await page.evaluate(() => window.stayed)).toBe(true);
});
