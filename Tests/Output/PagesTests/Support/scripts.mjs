/* Runs the scripts of pages in a window in memory, and counts the lines that ran. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Session } from "node:inspector";
import test from "node:test";
import vm from "node:vm";
import { tokensOf } from "./lexer.mjs";

const WEB = new URL("../../../../Sources/Output/Pages/Web/", import.meta.url);
/* The share of a script's lines that its tests must run, in percent. */
const LEAST = 80;

export const webFile = (name) => readFileSync(new URL(name, WEB), "utf8");

const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

const compiled = new Map();

/* Runs scripts of pages in a window; returns a function that evaluates an expression there. */
export function run(window, ...names) {
  const context = vm.createContext(window.globals);
  for (const name of names) {
    if (!compiled.has(name)) compiled.set(name, new vm.Script(webFile(name), { filename: name }));
    compiled.get(name).runInContext(context);
  }
  return (expression) => vm.runInContext(expression, context);
}

/* The lines of code of a script that ran and those that did not, counted from 1. */
export function linesRun(name, text) {
  const count = new Uint32Array(text.length);
  session.post("Profiler.takePreciseCoverage", (_, { result }) => {
    const { functions } = result.find(({ url }) => url === name);
    // A range comes after the range that it lies in.
    for (const { startOffset, endOffset, count: times } of functions.flatMap((one) => one.ranges)) {
      count.fill(times, startOffset, endOffset);
    }
  });
  const lines = new Map();
  for (const { line, place } of tokensOf(text)) {
    lines.set(line, lines.get(line) || count[place] > 0);
  }
  const all = [...lines.keys()];
  return { ran: all.filter((line) => lines.get(line)),
    missed: all.filter((line) => !lines.get(line)) };
}

/* Adds the last test of a file: whether the tests before it ran enough lines of a script. */
export function requireLines(name) {
  test(`the tests run at least ${LEAST} % of the lines of ${name}`, (context) => {
    const { ran, missed } = linesRun(name, webFile(name));
    const share = 100 * ran.length / (ran.length + missed.length);
    context.diagnostic(`${name}: ${share.toFixed(1)} % of ${ran.length + missed.length} lines`);
    assert(share >= LEAST, `${share.toFixed(1)} %; these lines never run: ${missed.join(" ")}`);
  });
}
