/* The rules, held against examples and against the repository. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { rules } from "./Support/rules.mjs";

const top = fileURLToPath(new URL("../../../", import.meta.url));
const files = ["Sources", "Tests/Output/PagesTests"].flatMap((folder) =>
  readdirSync(top + folder, { recursive: true }).map((name) => `${folder}/${name}`))
  .filter((path) => /\.(css|js|mjs|mustache|swift)$/.test(path)).sort()
  .map((path) => ({ path, text: readFileSync(top + path, "utf8") }));

for (const { name, find, examples } of rules) {
  test(`the rule finds what is bad and nothing else: ${name}`, () => {
    for (const { files, finds = [] } of examples) {
      const tree = Object.entries(files).map(([path, text]) => ({ path, text }));
      assert.deepEqual(find(tree).map(({ path, line }) => `${path}:${line}`), finds);
    }
    assert(examples.some(({ finds }) => !finds), "a good example is missing");
    assert(examples.some(({ finds }) => finds), "a bad example is missing");
  });

  test(`the repository keeps the rule: ${name}`, () => {
    const found = find(files).map(({ path, line, message }) => `${path}:${line}: ${message}`);
    assert.deepEqual(found, []);
  });
}

test("the rules see the repository", () => {
  const paths = files.map(({ path }) => path);
  for (const path of ["Sources/Output/Pages/Web/player.js", "Sources/Output/Pages/Web/page.css",
    "Sources/Output/Pages/Web/row.mustache", "Sources/Output/Pages/PageStyle.swift",
    "Tests/Output/PagesTests/Support/rules.mjs"]) assert(paths.includes(path), path);
});
