// What the field's screens of settings and accounts take and tell, by their own names and ids.
import { expect, test } from "@wordpress/e2e-test-utils-playwright";
import { loggedIn } from "./fixtures.mjs";

const password = "a long password 9";
const named = (kind) => kind + Date.now().toString(36);
const account = (requestUtils, username, role) => requestUtils.rest({ method: "POST", path: "/wp/v2/users", data: { username, email: username + "@example.org", password, roles: [role] } });
const forget = (requestUtils, id) => requestUtils.rest({ method: "DELETE", path: "/wp/v2/users/" + id, params: { force: true, reassign: "false" } });
const save = async (page) => {
  await page.locator("#submit").click();
  await expect(page.locator("#setting-error-settings_updated")).toBeVisible();
};

const as = (browser, login) => loggedIn(browser, login, password);

test("pages for the front are chosen only while one stands there", async ({ admin, page }) => {
  await admin.visitAdminPage("options-reading.php");
  await expect(page.locator("#page_on_front")).toBeDisabled();
  await page.getByLabel("A static page").check();
  await expect(page.locator("#page_on_front")).toBeEnabled();
  await expect(page.locator("#page_for_posts")).toBeEnabled();
});

test("who has no picture gets the one that is chosen", async ({ admin, page }) => {
  await admin.visitAdminPage("options-discussion.php");
  await page.locator("input[name=avatar_default][value=identicon]").check();
  await save(page);
  await page.reload();
  await expect(page.locator("input[name=avatar_default][value=identicon]")).toBeChecked();
  await page.locator("input[name=avatar_default][value=mystery]").check();
  await save(page);
});

test("the page of an account is named after it, and wants what each must have", async ({ admin, page, requestUtils }) => {
  const login = named("person");
  const { id } = await account(requestUtils, login, "author");
  await admin.visitAdminPage("user-edit.php", "user_id=" + id);
  await expect(page.getByRole("heading", { level: 1, name: "Edit User " + login })).toBeVisible();
  await page.locator("#email").evaluate((field) => { field.form.noValidate = true; });
  await page.locator("#email").fill("");
  await page.locator("#nickname").fill("");
  await page.locator("#submit").click();
  const refused = page.locator(".notice-error").first();
  await expect(refused).toContainText(/enter a nickname/i);
  await expect(refused).toContainText(/enter an email address/i);
  await forget(requestUtils, id);
});

test("application passwords: the newest stands first, and its notice is put away", async ({ browser, requestUtils }) => {
  const login = named("program");
  const { id } = await account(requestUtils, login, "author");
  const page = await as(browser, login);
  await page.goto("wp-admin/profile.php");
  const told = page.locator(".new-application-password-notice");
  for (const name of ["One", "Two"]) {
    await page.getByLabel("New Application Password Name").fill(name);
    await page.getByRole("button", { name: "Add Application Password" }).click();
    await expect(told).toContainText(name);
    await expect(page.locator(".application-passwords-user tbody tr").first()).toContainText(name);
    await told.locator(".notice-dismiss").click();
    await expect(told).toHaveCount(0);
  }
  page.once("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: "Revoke all application passwords" }).click();
  await expect(page.locator(".application-passwords-user tbody tr[data-uuid]")).toHaveCount(0);
  await page.context().close();
  await forget(requestUtils, id);
});
