import { expect, test } from "vitest";
import { readTrees } from "./find-trees.ts";

const V1 = `24 20 0:21 / /sys/fs/cgroup rw - tmpfs tmpfs rw
25 24 0:22 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct
26 24 0:23 / /sys/fs/cgroup/memory rw shared:9 - cgroup cgroup rw,memory
27 24 0:24 / /sys/fs/cgroup/devices rw - cgroup cgroup rw,devices`;

test("finds the trees of the first form by what they count", () => {
  const groups = "5:devices:/a\n4:memory:/user/one\n3:cpu,cpuacct:/\n0::/x";
  expect(readTrees(V1, groups)).toEqual([
    {
      form: 1,
      controllers: ["cpuacct", "cpu"],
      own: "/sys/fs/cgroup/cpu,cpuacct",
      root: "/sys/fs/cgroup/cpu,cpuacct",
    },
    {
      form: 1,
      controllers: ["memory"],
      own: "/sys/fs/cgroup/memory/user/one",
      root: "/sys/fs/cgroup/memory",
    },
  ]);
});

test("finds the tree of the second form once, wherever it is mounted", () => {
  const mount = "29 24 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate";
  const trees = readTrees(`${mount}\n${mount}`, "0::/user.slice/session-1.scope");
  expect(trees).toEqual([
    {
      form: 2,
      controllers: [],
      own: "/sys/fs/cgroup/user.slice/session-1.scope",
      root: "/sys/fs/cgroup",
    },
  ]);
});

test.each([
  ["/docker/abc", "/docker/abc/inner", "/sys/fs/cgroup/memory/inner"],
  ["/docker/abc", "/elsewhere", "/sys/fs/cgroup/memory"],
])("a container that sees %s and is in %s has its group at %s", (shared, path, own) => {
  const mounts = `26 24 0:23 ${shared} /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory`;
  expect(readTrees(mounts, `4:memory:${path}`)[0]?.own).toBe(own);
});

test("a machine without control groups has no trees", () => {
  expect(readTrees("", "")).toEqual([]);
});
