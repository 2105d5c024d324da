// Types and fields of the site's own, made in the admin.
import { expect, test } from "./fixtures.mjs";

test("a type and its fields are made, refused and removed", async ({ admin, page, requestUtils }) => {
  await admin.visitAdminPage("tools.php", "page=definitions");
  await page.getByRole("button", { name: "Add type" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Not a name");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/type "Not a name": name/).first()).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("meeting");
  await page.getByLabel("Label", { exact: true }).fill("Meetings");
  await page.getByLabel("Route in the API").fill("meetings");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Meetings", { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: "Add fields" }).click();
  await page.getByLabel("Name", { exact: true }).fill("meeting-facts");
  await page.getByLabel("Types that have them").fill("meeting");
  await page.keyboard.press("Enter");
  await page.getByLabel("Key").fill("seats");
  await page.getByLabel("Kind of value").selectOption("integer");
  await page.getByLabel("Lists filter and order by it").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("meeting-facts").first()).toBeVisible();
  const made = await requestUtils.rest({ method: "POST", path: "/wp/v2/meetings", data: { title: "One", status: "publish", meta: { seats: 12 } } });
  expect(await requestUtils.rest({ path: "/wp/v2/meetings", params: { "fields[seats][gte]": 10 } })).toMatchObject([{ id: made.id }]);
  await requestUtils.rest({ method: "DELETE", path: `/wp/v2/meetings/${made.id}`, params: { force: true } });
  for (const which of ["fields/meeting-facts", "type/meeting"]) await requestUtils.rest({ method: "DELETE", path: "/quoin/v1/definitions/" + which });
});
