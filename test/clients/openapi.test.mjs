import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import fs from "node:fs/promises";
import path from "node:path";
import test from "node:test";
import { promisify } from "node:util";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { authorization, base, root } from "./site.mjs";

const run = promisify(execFile);
const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const made = path.join(here, "made"); // beside node_modules, so that packages are found

test.before(() => fs.mkdir(made, { recursive: true }));
test.after(() => fs.rm(made, { recursive: true }));

// compile checks the types of files and fails with what is wrong.
function compile(...files) {
  const program = ts.createProgram(files.map((f) => path.join(made, f)), {
    strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, skipLibCheck: true, types: [], lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  });
  const wrong = ts.getPreEmitDiagnostics(program);
  assert.equal(ts.formatDiagnostics(wrong.slice(0, 20), { getCurrentDirectory: () => made, getCanonicalFileName: (f) => f, getNewLine: () => "\n" }), "");
}

for (const mount of ["/api", "/wp-json"]) {
  test("a linter finds nothing in " + mount + "/openapi.json", async () => {
    const file = path.join(made, mount.slice(1) + ".json");
    await fs.writeFile(file, await (await fetch(base + mount + "/openapi.json")).text());
    await run(process.execPath, [path.join(here, "node_modules/@redocly/cli/bin/cli.js"), "lint", "--config", path.join(here, "redocly.yaml"), "--max-problems", "20", file],
      { env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" } }).catch((e) => assert.fail(e.stdout + e.stderr));
  });
}

test("all patterns are expressions of ECMAScript", async () => {
  let patterns = 0;
  const walk = (v) => {
    if (typeof v?.pattern === "string") {
      new RegExp(v.pattern, "u");
      patterns++;
    }
    if (v && typeof v === "object") Object.values(v).forEach(walk);
  };
  walk(await (await fetch(base + "/wp-json/openapi.json")).json());
  assert.ok(patterns > 100, patterns + " patterns");
});

test("a generated client compiles and works", async () => {
  await fs.writeFile(path.join(made, "schema.ts"), astToString(await openapiTS(new URL(base + "/api/openapi.json"))));
  const source = `
import createClient from "openapi-fetch";
import type { paths, components } from "./schema.js";

export type Post = components["schemas"]["Post"];

export async function smoke(baseUrl: string, authorization: string): Promise<string[]> {
  const client = createClient<paths>({ baseUrl });
  const list = await client.GET("/core/v2/posts", { params: { query: { per_page: 2, order: "asc" } } });
  if (list.error) throw new Error(list.error.code);
  const total: string | null = list.response.headers.get("X-WP-Total");
  const titles = (list.data ?? []).map((p: Post) => String(p.title?.rendered));
  const headers = { Authorization: authorization };
  const made = await client.POST("/core/v2/posts", { body: { title: "Typed", status: "draft" }, headers });
  if (made.error) throw new Error(made.error.code);
  const id: number = made.data.id ?? 0;
  const missing = await client.GET("/core/v2/posts/{id}", { params: { path: { id: 999999 } } });
  const gone = await client.DELETE("/core/v2/posts/{id}", { params: { path: { id }, query: { force: true } }, headers });
  return [String(total), ...titles, String(made.response.status), String(missing.error?.code), String(gone.response.status)];
}
`;
  await fs.writeFile(path.join(made, "smoke.ts"), source);
  compile("smoke.ts");
  const out = ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 } }).outputText;
  await fs.writeFile(path.join(made, "smoke.mjs"), out);
  const { smoke } = await import(path.join(made, "smoke.mjs"));
  const said = await smoke(base + "/api", authorization);
  assert.ok(Number(said[0]) > 2);
  assert.deepEqual(said.slice(3), ["201", "rest_post_invalid_id", "200"]);
});

test("answers have the types of wp-types", async () => {
  const types = {
    posts: "WP_REST_API_Posts", pages: "WP_REST_API_Pages", media: "WP_REST_API_Attachments", categories: "WP_REST_API_Terms", tags: "WP_REST_API_Terms",
    comments: "WP_REST_API_Comments", users: "WP_REST_API_Users", search: "WP_REST_API_Search_Results", types: "WP_REST_API_Types", statuses: "WP_REST_API_Statuses", taxonomies: "WP_REST_API_Taxonomies",
  };
  // Its enumerations are classes of their own; what they stand for is text.
  let source = `import type * as wp from "wp-types";
type Plain<T> = T extends string ? \`\${T}\` : T extends (infer U)[] ? Plain<U>[] : T extends object ? { [K in keyof T]: Plain<T[K]> } : T;
`;
  for (const [route, type] of Object.entries(types)) {
    for (const context of ["view", "edit"]) {
      if (route === "search" && context === "edit") continue;
      const r = await fetch(root + "wp/v2/" + route + "?context=" + context, { headers: { Authorization: authorization } });
      assert.equal(r.status, 200, route);
      source += `export const ${route}_${context}: Plain<wp.${type}> = ${await r.text()};\n`;
    }
  }
  await fs.writeFile(path.join(made, "types.ts"), source);
  compile("types.ts");
});
