import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { base } from "./site.mjs";

test("@11ty/import reads the whole site", async (t) => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "quoin-"));
  t.after(() => fs.rm(folder, { recursive: true }));
  const cli = fileURLToPath(import.meta.resolve("@11ty/import")).replace(/src\/.*$|[^/]*$/, "") + "cli.js";
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [cli, "wordpress", base + "/", "--dryrun", "--output=" + folder], { cwd: folder });
  const total = (await fetch(base + "/wp-json/wp/v2/posts")).headers.get("x-wp-total");
  const said = stdout + stderr;
  const posts = said.match(/^Importing post \(dry run\)/gm) ?? [];
  assert.equal(posts.length, Number(total), said);
  assert.ok(/^Importing asset/m.test(said), said);
  // It reads pages until one is refused, and counts that as an error.
  assert.match(said, /\(1 error\)/);
  assert.match(said, /page=2/);
});
