import { expect, test } from "vitest";
import { packPermissionWords, permissionWords } from "./permission-words.ts";

test("I46: a permission is said in words, and so is a tool that a pack lists", () => {
  expect(permissionWords("payments")).toBe("spend money (payments)");
  expect(permissionWords("dance")).toBe("dance, which is not known here");
  expect(packPermissionWords("network")).toBe("reach hosts that you open to it (network)");
  expect(packPermissionWords("Bash(git:*)")).toBe(
    'have "Bash(git:*)" called while it is open (allowed-tools)',
  );
});
