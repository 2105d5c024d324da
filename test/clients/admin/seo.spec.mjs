// What search engines are told: in the editor's sidebar, and on screens of their own.
import { expect, test, write } from "./fixtures.mjs";

const told = (page, text) => expect(page.locator("#message", { hasText: text })).toBeVisible();
const headOf = async (requestUtils, path) => (await requestUtils.rest({ path, params: { context: "edit" } })).yoast_head_json;

for (const type of ["post", "page"]) {
  test(`the texts of a ${type} are written, analysed and stored with it`, async ({ admin, editor, page, requestUtils }) => {
    await admin.createNewPost({ postType: type });
    await write(editor, page, "Pointing a wall", "Pointing a wall with lime mortar takes patience. First the old mortar is raked out. Then the joints are wetted.");
    await page.getByRole("region", { name: "Editor top bar" }).getByRole("button", { name: "SEO", exact: true }).click();
    const sidebar = page.getByRole("region", { name: "Editor settings" });
    await sidebar.getByRole("textbox", { name: "Focus keyphrase" }).fill("lime mortar");
    await sidebar.getByRole("textbox", { name: "SEO title" }).fill("%%title%% with lime");
    await expect(sidebar.getByRole("figure", { name: "Preview" })).toContainText("Pointing a wall with lime");
    await sidebar.getByRole("textbox", { name: "Meta description" }).fill("How a wall is pointed.");
    // The analysis of the package, in its worker: the keyphrase stands in the first words.
    await expect(sidebar.getByText("Keyphrase in introduction")).toBeVisible({ timeout: 30_000 });
    await sidebar.getByRole("button", { name: "Social" }).click();
    await sidebar.getByRole("textbox", { name: "Social title" }).fill("Lime!");
    await editor.publishPost();
    const [entry] = await requestUtils.rest({ path: `/wp/v2/${type}s`, params: { search: "Pointing a wall", context: "edit", per_page: 1 } });
    const head = await headOf(requestUtils, `/wp/v2/${type}s/${entry.id}`);
    expect(head.title).toBe("Pointing a wall with lime");
    expect(head.description).toBe("How a wall is pointed.");
    expect(head.og_title).toBe("Lime!");
    // Scores go with it.
    const kept = await requestUtils.rest({ path: `/yoast/v1/entries/${entry.id}` });
    expect(kept.seo_score).toBeGreaterThan(0);
    expect(kept.readability_score).toBeGreaterThan(0);
    // Nothing is left to be saved, and another change is one.
    await admin.editPost(entry.id);
    await page.getByRole("region", { name: "Editor top bar" }).getByRole("button", { name: "SEO", exact: true }).click();
    await expect(sidebar.getByRole("textbox", { name: "SEO title" })).toHaveValue("%%title%% with lime");
    await sidebar.getByRole("textbox", { name: "SEO title" }).fill("Another title");
    await page.getByRole("region", { name: "Editor top bar" }).getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(async () => (await headOf(requestUtils, `/wp/v2/${type}s/${entry.id}`)).title).toBe("Another title");
    await requestUtils.rest({ path: `/wp/v2/${type}s/${entry.id}`, method: "DELETE", params: { force: true } });
  });
}

test("titles of a type are made of variables, seen at once", async ({ admin, page, requestUtils }) => {
  const post = await requestUtils.createPost({ title: "A quoin", status: "publish" });
  await admin.visitAdminPage("admin.php", "page=seo_settings");
  await page.getByRole("tab", { name: "Content types" }).click();
  const posts = page.getByRole("region", { name: "Posts", exact: true });
  await posts.getByRole("textbox", { name: "Title", exact: true }).fill("%%title%% by ");
  await posts.getByRole("textbox", { name: "Title", exact: true }).press("End");
  await posts.getByRole("button", { name: "Insert a variable: Title", exact: true }).click();
  await page.getByRole("menuitem", { name: /^name/ }).click();
  await expect(posts.getByRole("figure", { name: "Preview" })).toContainText("A quoin by admin");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await told(page, "Settings saved.");
  expect((await headOf(requestUtils, "/wp/v2/posts/" + post.id)).title).toBe("A quoin by admin");
  await requestUtils.rest({ path: "/yoast/v1/settings", method: "POST", data: { settings: { "title-post": "" } } });
  expect((await headOf(requestUtils, "/wp/v2/posts/" + post.id)).title).toContain("A quoin - ");
  await requestUtils.rest({ path: "/wp/v2/posts/" + post.id, method: "DELETE", params: { force: true } });
});

test("a press on a variable moves nothing", async ({ admin, page }) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await admin.visitAdminPage("admin.php", "page=seo_settings");
  await page.getByRole("tab", { name: "Content types" }).click();
  const posts = page.getByRole("region", { name: "Posts", exact: true });
  const title = posts.getByRole("textbox", { name: "Title", exact: true });
  await title.fill("");
  await posts.getByRole("button", { name: "Insert a variable: Title", exact: true }).click();
  await expect(page.locator(".components-popover.is-positioned")).toBeVisible();
  const item = page.getByRole("menuitem", { name: /^name/ });
  await item.hover();
  const before = await item.boundingBox();
  await page.mouse.down();
  await expect(page.locator(".components-popover").getByRole("menuitem").first()).toBeFocused();
  expect(await item.boundingBox()).toEqual(before);
  await page.mouse.up();
  await expect(title).toHaveValue("%%name%%");
});

test("the first configuration goes step by step", async ({ admin, page, requestUtils }) => {
  await admin.visitAdminPage("admin.php", "page=seo_dashboard");
  await expect(page.getByRole("heading", { name: "Tasks" })).toBeVisible();
  await admin.visitAdminPage("admin.php", "page=seo_dashboard#/first-time-configuration");
  const wizard = page.getByRole("region", { name: "First configuration" });
  await wizard.getByRole("button", { name: "Start", exact: true }).click();
  await wizard.getByRole("radio", { name: "An organization" }).check();
  await wizard.getByRole("textbox", { name: "Name of the organization" }).fill("Masons Ltd");
  await wizard.getByRole("button", { name: "Save and continue" }).click();
  await wizard.getByRole("textbox", { name: "Name on X" }).fill("masons");
  await wizard.getByRole("button", { name: "Save and continue" }).click();
  await expect(wizard).toContainText("All is set up.");
  const { settings } = await requestUtils.rest({ path: "/yoast/v1/settings" });
  expect([settings.company_name, settings.twitter_site]).toEqual(["Masons Ltd", "masons"]);
  expect((await requestUtils.rest({ path: "/yoast/v1/get_tasks" })).tasks["complete-ftc"].isCompleted).toBe(true);
});

test("texts of many entries are changed in a list", async ({ admin, page, requestUtils }) => {
  const post = await requestUtils.createPost({ title: "In a list of texts", status: "publish" });
  await admin.visitAdminPage("admin.php", "page=seo_bulk");
  const row = page.getByRole("row").filter({ hasText: "In a list of texts" });
  await row.getByRole("button", { name: "Actions" }).or(row.getByRole("button", { name: "Edit texts" })).first().click();
  const item = page.getByRole("menuitem", { name: "Edit texts" });
  if (await item.count()) await item.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Description", exact: true }).fill("Changed in a list");
  await dialog.getByRole("textbox", { name: "Title in social networks" }).fill("Shared");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("Changed in a list");
  const head = await headOf(requestUtils, "/wp/v2/posts/" + post.id);
  expect([head.description, head.og_title]).toEqual(["Changed in a list", "Shared"]);
  await requestUtils.rest({ path: "/wp/v2/posts/" + post.id, method: "DELETE", params: { force: true } });
});
