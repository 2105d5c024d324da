// The browser of the flows: the Chromium of the machine, one page at a time, logged in as
// the administrator.
import os from "node:os";
import path from "node:path";
import { defineConfig } from "@playwright/test";

const folder = process.env.QUOIN_OUTPUT ?? path.join(os.tmpdir(), "quoin-admin");
process.env.STORAGE_STATE_PATH = path.join(folder, "administrator.json");
process.env.WP_BASE_URL = process.env.QUOIN_BASE;
process.env.WP_USERNAME = process.env.QUOIN_LOGIN ?? "admin";
process.env.WP_PASSWORD = process.env.QUOIN_PASSWORD;

// A browser that is driven notes where each error is made. With positions that it looks up
// when asked it would read all packages again for the first one on a page: two seconds.
const wholePositions = "--js-flags=--no-enable-lazy-source-positions";

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.mjs",
  globalSetup: "./setup.mjs",
  outputDir: path.join(folder, "results"),
  workers: 1,
  retries: 0,
  timeout: Number(process.env.QUOIN_STEP ?? 60_000),
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    baseURL: process.env.QUOIN_BASE + "/",
    storageState: process.env.STORAGE_STATE_PATH,
    viewport: { width: 1280, height: 900 },
    actionTimeout: 15_000,
    trace: "off",
    launchOptions: { executablePath: process.env.QUOIN_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", wholePositions] },
  },
});
