// Strangers register once the settings let them.
import { expect, test } from "@wordpress/e2e-test-utils-playwright";

const stranger = async (browser) => (await browser.newContext({ storageState: { cookies: [], origins: [] }, baseURL: process.env.WP_BASE_URL + "/" })).newPage();

async function anyone(admin, page, may) {
  await admin.visitAdminPage("options-general.php");
  await page.locator("#users_can_register").setChecked(may);
  await page.locator("#submit").click();
  await expect(page.locator("#setting-error-settings_updated").first()).toBeVisible();
}

test("strangers register where anyone can", async ({ admin, page, browser, requestUtils }) => {
  const other = await stranger(browser);
  await other.goto("wp-login.php?action=register");
  await expect(other).toHaveURL(/registration=disabled/);
  await expect(other.locator(".wp-login-register")).toHaveCount(0);
  await anyone(admin, page, true);
  await other.goto("wp-login.php");
  await other.locator(".wp-login-register").click();
  await other.locator("#user_login").fill("newcomer");
  await other.locator("#user_email").fill("newcomer@example.org");
  await other.locator("#wp-submit").click();
  await expect(other).toHaveURL(/checkemail=registered/);
  await other.goto("wp-login.php?action=register");
  await other.locator("#user_login").fill("newcomer");
  await other.locator("#user_email").fill("elsewhere@example.org");
  await other.locator("#wp-submit").click();
  await expect(other.locator("#login_error")).toContainText("already registered");
  await other.context().close();
  await anyone(admin, page, false);
  const [made] = await requestUtils.rest({ path: "/wp/v2/users", params: { search: "newcomer", context: "edit" } });
  expect(made.roles).toEqual(["subscriber"]);
  await requestUtils.rest({ method: "DELETE", path: `/wp/v2/users/${made.id}`, params: { force: true, reassign: 1 } });
});
