// Custom fields below the editor: their switch in the preferences, and what becomes of them.
import { expect, test } from "./fixtures.mjs";

const bar = (page) => page.getByRole("region", { name: "Editor top bar" });

// show turns the switch, which loads the page again.
async function show(page, on) {
  await bar(page).getByRole("button", { name: "Options", exact: true }).last().click();
  await page.getByRole("menuitem", { name: "Preferences" }).click();
  const dialog = page.getByRole("dialog", { name: "Preferences" });
  await dialog.getByRole("tab", { name: "General" }).click();
  await dialog.getByRole("checkbox", { name: "Custom fields" }).setChecked(on);
  await Promise.all([page.waitForEvent("load"), dialog.getByRole("button", { name: on ? "Show & Reload Page" : "Hide & Reload Page" }).click()]);
}

// unfold opens the pane of boxes, whose handle lies over the middle of its button.
async function unfold(page) {
  const button = page.getByRole("region", { name: "Meta Boxes" }).getByRole("button", { name: "Meta Boxes" });
  await expect(button).toBeVisible();
  await expect(async () => {
    if ((await button.getAttribute("aria-expanded")) !== "true") await button.click({ position: { x: 24, y: 12 } });
    await expect(page.locator("#postcustom")).toBeVisible({ timeout: 3000 });
  }).toPass();
}

test("a custom field is added, changed with its entry, and removed", async ({ admin, editor, page, requestUtils }) => {
  const { id } = await requestUtils.createPost({ title: "Fielded", status: "draft" });
  await admin.editPost(id);
  await show(page, true);
  await expect(page).toHaveURL(new RegExp("post=" + id));
  await unfold(page);
  const box = page.locator("#postcustom");
  const other = box.getByRole("button", { name: "Enter new" }); // where a site has names to choose from
  if (await other.isVisible()) await other.click();
  await box.locator("#metakeyinput").fill("mood");
  await box.locator("#metavalue").fill("sunny");
  await box.locator("#newmeta-submit").click();
  const row = box.locator("#the-list tr");
  await expect(row.locator("input").first()).toHaveValue("mood");
  await row.locator("textarea").fill("<i>rainy</i>");
  await editor.canvas.getByRole("textbox", { name: "Add title" }).fill("Fielded anew");
  await editor.saveDraft();
  await page.waitForFunction(() => !window.wp.data.select("core/edit-post").isSavingMetaBoxes());
  await page.reload();
  await unfold(page);
  await expect(row.locator("textarea")).toHaveValue("<i>rainy</i>");
  await row.getByRole("button", { name: "Delete" }).click();
  await expect(row).toBeHidden();
  await page.reload();
  await unfold(page);
  await expect(row).toBeHidden();
  await show(page, false);
  await expect(editor.canvas.getByRole("textbox", { name: "Add title" })).toHaveText("Fielded anew");
  await expect(box).toBeHidden();
});

test("an entry is previewed while its custom fields are shown", async ({ admin, editor, page }) => {
  await admin.createNewPost();
  await show(page, true);
  await unfold(page);
  await editor.canvas.getByRole("textbox", { name: "Add title" }).fill("First title");
  await editor.canvas.getByRole("button", { name: "Add default block" }).click();
  await page.keyboard.type("First text");
  await editor.publishPost();
  await page.getByRole("region", { name: "Editor publish" }).getByRole("button", { name: "Close panel" }).click();
  await editor.canvas.getByRole("document", { name: "Block: Paragraph" }).fill("Second text");
  const [shown] = await Promise.all([page.waitForEvent("popup"), (async () => {
    await bar(page).getByRole("button", { name: "View", exact: true }).click();
    await page.getByRole("menuitem", { name: /^Preview/ }).click();
  })()]);
  await expect(shown.getByText("Second text").first()).toBeVisible();
  await shown.close();
  await bar(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("button", { name: "Dismiss this notice" }).filter({ hasText: "updated" })).toBeVisible();
  await show(page, false);
  await expect(page.locator("#postcustom")).toBeHidden();
});
