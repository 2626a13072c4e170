import { expect, test } from "vitest";
import type { PythonMachine } from "./machine.ts";
import { wheelName, wheelRank } from "./wheel-name.ts";

const MACHINE: PythonMachine = {
  markers: new Map(),
  implementation: "cp",
  version: [3, 11],
  cpu: "x86_64",
  libc: { name: "glibc", version: [2, 36] },
};

const rank = (file: string, machine = MACHINE) => {
  const name = wheelName(file);
  return name && wheelRank(name, machine);
};

test.each([
  "a-1.0-py3-none-any.whl",
  "a-1.0-py2.py3-none-any.whl",
  "a-1.0-1-py3-none-any.whl",
  "a-1.0-py311-none-any.whl",
  "a-1.0-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
  "a-1.0-cp38-abi3-manylinux_2_28_x86_64.whl",
  "a-1.0-cp311-none-linux_x86_64.whl",
  "a-1.0+cpu-cp311-cp311-manylinux1_x86_64.whl",
])("a wheel for this Python fits: %s", (file) => {
  expect(rank(file)).toBeGreaterThanOrEqual(0);
});

test.each([
  "a-1.0.tar.gz",
  "a-1.0-py2-none-any.whl",
  "a-1.0-py312-none-any.whl",
  "a-1.0-cp310-cp310-manylinux_2_17_x86_64.whl",
  "a-1.0-cp312-abi3-manylinux_2_17_x86_64.whl",
  "a-1.0-cp311-cp311t-manylinux_2_17_x86_64.whl",
  "a-1.0-cp311-cp311-manylinux_2_39_x86_64.whl",
  "a-1.0-cp311-cp311-musllinux_1_2_x86_64.whl",
  "a-1.0-cp311-cp311-manylinux_2_17_aarch64.whl",
  "a-1.0-cp311-cp311-macosx_11_0_x86_64.whl",
  "a-1.0-cp311-cp311-win_amd64.whl",
  "../a-1.0-py3-none-any.whl",
])("a file for something else does not: %s", (file) => {
  expect(rank(file)).toBeUndefined();
});

test("the wheel that is made for this Python comes before one for any", () => {
  const files = [
    "a-1.0-py3-none-any.whl",
    "a-1.0-cp38-abi3-manylinux_2_17_x86_64.whl",
    "a-1.0-cp311-cp311-manylinux_2_17_x86_64.whl",
    "a-1.0-cp311-cp311-manylinux_2_28_x86_64.whl",
  ];
  const sorted = files.toSorted((a, b) => (rank(a) ?? -1) - (rank(b) ?? -1));
  expect(sorted).toEqual(files);
  const musl = { ...MACHINE, libc: { name: "musl", version: [1, 2] } } as const;
  expect(rank("a-1.0-cp311-cp311-musllinux_1_2_x86_64.whl", musl)).toBeDefined();
});
