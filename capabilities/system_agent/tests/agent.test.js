import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { run } from "../agent.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "system-agent-")));
after(() => rmSync(folder, { recursive: true, force: true }));

const ended = [];
const HOST = {
  processes: async () => [
    {
      pid: 42,
      name: "editor",
      state: "sleeping",
      memory_bytes: 10,
      cpu_s: 9,
      started: "2026-01-01",
    },
    { pid: 43, name: "browser", state: "running", memory_bytes: 20, cpu_s: 1 },
  ],
  disks: async () => [{ path: "/", total_bytes: 100, free_bytes: 25 }],
  endProcess: async (one) => ended.push(one),
};

async function call(action, params = {}, more = {}) {
  const context = { user: "tester", granted_paths: [folder], task_id: "t", dry_run: false };
  const answer = await run({ action, params, context: { ...context, ...HOST, ...more } });
  assert.deepEqual(Object.keys(answer.metadata).length, 4);
  return answer;
}

test("get_current_date: in a format and a time zone", async () => {
  const { result } = await call("get_current_date", { format: "DD.MM.YYYY HH:mm:ss" });
  assert.match(result.date, /^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d$/);
  const utc = (await call("get_current_date", { format: "YYYY-MM-DD", time_zone: "UTC" })).result;
  assert.equal(utc.date, utc.iso.slice(0, 10));
  const odd = await call("get_current_date", { time_zone: "Nowhere/Town" });
  assert.equal(odd.error.code, "INVALID_PARAMS");
});

test("get_disk_usage: of all disks, or of the one that a granted folder is on", async () => {
  assert.equal((await call("get_disk_usage")).result.disks[0].used_percent, 75);
  assert.equal((await call("get_disk_usage", { path: folder })).status, "success");
  assert.equal((await call("get_disk_usage", { path: "/etc" })).error.code, "PATH_NOT_GRANTED");
  const gone = await call("get_disk_usage", { path: join(folder, "gone") });
  assert.equal(gone.error.code, "FILE_NOT_FOUND");
});

test("get_system_info, get_hardware_profile: tell what there is", async () => {
  assert.ok((await call("get_system_info")).result.memory.total_bytes > 0);
  assert.ok((await call("get_hardware_profile")).result.processor.cores > 0);
});

test("get_process_list: filtered and sorted; nothing where nobody tells", async () => {
  const names = async (params) =>
    (await call("get_process_list", params)).result.processes.map(({ name }) => name);
  assert.deepEqual(await names({}), ["browser", "editor"]);
  assert.deepEqual(await names({ sort: "cpu" }), ["editor", "browser"]);
  assert.deepEqual(await names({ filter: "BROW" }), ["browser"]);
  const alone = await call("get_process_list", {}, { processes: undefined });
  assert.equal(alone.error.code, "SYSTEM_UNAVAILABLE");
});

test("end_process: names the very process to the runtime, and does nothing in a dry run", async () => {
  const dry = await call("end_process", { pid: 42 }, { dry_run: true });
  assert.match(dry.action_performed, /^Would end.*"editor"/);
  assert.deepEqual(ended, []);
  assert.equal((await call("end_process", { pid: 42 })).status, "success");
  assert.deepEqual(ended, [{ pid: 42, name: "editor", started: "2026-01-01" }]);
  assert.equal((await call("end_process", { pid: 1 })).error.code, "INVALID_PARAMS");
  assert.equal((await call("end_process", { pid: 7 })).error.code, "PROCESS_NOT_FOUND");
  const refusal = Object.assign(new Error("A person denied it."), { code: "APPROVAL_DENIED" });
  for (const [error, code] of [
    [refusal, "APPROVAL_DENIED"],
    [new Error("EPERM"), "NOT_PERMITTED"],
  ]) {
    const endProcess = () => Promise.reject(error);
    assert.equal((await call("end_process", { pid: 42 }, { endProcess })).error.code, code);
  }
});

test("dry_run: every action says what it would do", async () => {
  for (const action of ["get_current_date", "get_disk_usage", "get_system_info"]) {
    assert.match((await call(action, {}, { dry_run: true })).action_performed, /^Would/);
  }
  for (const action of ["get_hardware_profile", "get_process_list"]) {
    assert.match((await call(action, {}, { dry_run: true })).action_performed, /^Would/);
  }
  assert.equal((await call("dance")).error.code, "UNKNOWN_ACTION");
});
