import { expect, test } from "vitest";
import { markerHolds } from "./markers.ts";

const VARIABLES = new Map([
  ["python_version", "3.11"],
  ["python_full_version", "3.11.2"],
  ["sys_platform", "linux"],
  ["platform_machine", "x86_64"],
  ["implementation_name", "cpython"],
]);
const holds = (marker: string, extras: readonly string[] = []) =>
  markerHolds(marker, VARIABLES, new Set(extras));

test.each([
  ["python_version >= '3.8'", true],
  ["python_version < '3.9'", false],
  ["python_version == '3.11'", true],
  ["python_version == '3.*'", true],
  ["python_version != '3.11.*'", false],
  ["python_version ~= '3.10'", true],
  ["python_full_version < '3.11.3'", true],
  ["'3.12' > python_version", true],
  ["sys_platform == 'win32' or sys_platform == \"linux\"", true],
  ["sys_platform == 'linux' and platform_machine != 'x86_64'", false],
  ["sys_platform == 'win32' and python_version < '3' or implementation_name == 'cpython'", true],
  ["(sys_platform == 'win32' or python_version > '3') and platform_machine == 'x86_64'", true],
  ["platform_machine in 'x86_64 aarch64'", true],
  ["sys_platform not in 'win32 darwin'", true],
  ["extra == 'test'", false],
])("a marker of PEP 508 is evaluated: %s", (marker, expected) => {
  expect(holds(marker)).toBe(expected);
});

test("an extra holds where it was asked for", () => {
  expect(holds("extra == 'test' and python_version > '3'", ["test"])).toBe(true);
  expect(holds("extra != 'test'", ["test"])).toBe(false);
});

test.each([
  "",
  "python_version",
  "python_version >=",
  "os == 'x'",
  "(python_version > '3'",
  "python_version > '3' and",
  "__import__('os').system('x')",
  "python_version > '3' sys_platform == 'linux'",
])("a marker that means nothing is refused: %j", (marker) => {
  expect(() => holds(marker)).toThrow(/cannot be read/);
});
