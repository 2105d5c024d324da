// Logs the administrator in once for all flows.
import { RequestUtils } from "@wordpress/e2e-test-utils-playwright";

export default async function setup() {
  const utils = await RequestUtils.setup({ baseURL: process.env.WP_BASE_URL, storageStatePath: process.env.STORAGE_STATE_PATH });
  await utils.setupRest();
  await utils.request.dispose();
}
