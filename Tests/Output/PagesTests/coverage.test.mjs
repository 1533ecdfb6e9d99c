/* The count of lines that tests run. */

import assert from "node:assert/strict";
import test from "node:test";
import vm from "node:vm";
import { linesRun } from "./Support/scripts.mjs";

test("a line counts if a part of it ran, in any window", () => {
  const text = `function never() {
  return 1;
}
function once(isThere) {
  if (isThere) {
    return 2;
  }
  // This is no code.
  return isThere ? 3
    : 4;
}
once(typeof window === "object");
`;
  const script = new vm.Script(text, { filename: "first.js" });
  script.runInNewContext();
  assert.deepEqual(linesRun("first.js", text),
    { ran: [4, 5, 9, 10, 11, 12], missed: [1, 2, 3, 6, 7] });
  const other = new vm.Script(text, { filename: "second.js" });
  other.runInNewContext();
  other.runInNewContext({ window: {} });
  assert.deepEqual(linesRun("second.js", text).missed, [1, 2, 3]);
});
