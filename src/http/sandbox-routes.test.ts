import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openApi } from "../../test/open-api.ts";
import { longTest } from "../../test/runs.ts";
import type { Routes } from "./client/wire.ts";

type Report = Routes["POST /v1/sandbox/check"]["answer"];
type Overview = Routes["GET /v1/overview"]["answer"];

async function open(settings: NonNullable<Parameters<typeof openApi>[0]>["settings"] = {}) {
  const api = await openApi({ settings });
  onTestFinished(() => api.close());
  return api;
}

const heldBy = ({ bounds }: Report) => bounds.map(({ held_by }) => held_by);

longTest(
  "the server tries its own sandbox: every canary holds, also for two who ask at once",
  async () => {
    const api = await open();
    const [first, second] = await Promise.all([
      api.post<Report>("/v1/sandbox/check"),
      api.post<Report>("/v1/sandbox/check"),
    ]);
    expect(first.body).toMatchObject({ enforcement: "bubblewrap", problem: null });
    expect(first.body.canaries).toHaveLength(16);
    expect(first.body.canaries.filter(({ held }) => !held)).toEqual([]);
    expect(second.body).toEqual(first.body);
    expect(heldBy(first.body)).not.toContain("nothing");
    const { body } = await api.get<Overview>("/v1/overview");
    expect(body.sandbox).toEqual({ enforcement: "bubblewrap", problem: null });
  },
  60_000,
);

test("without bubblewrap it names the command, and looks again after it was installed", async () => {
  const empty = mkdtempSync(join(tmpdir(), "capstan-test-"));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(empty, { recursive: true });
  });
  const path = process.env.PATH ?? "";
  vi.stubEnv("PATH", empty);
  const api = await open();
  const missing = {
    enforcement: "degraded",
    problem: { reason: "not_installed", command: expect.stringContaining("bubblewrap") },
  };
  expect((await api.get<Overview>("/v1/overview")).body.sandbox).toMatchObject(missing);
  const { body } = await api.post<Report>("/v1/sandbox/check");
  expect(body).toMatchObject({ ...missing, canaries: [] });
  expect(heldBy(body)).toEqual(["nothing", "nothing", "kernel", "nothing"]);
  vi.stubEnv("PATH", path);
  const again = await api.post<Report>("/v1/sandbox/check");
  expect(again.body).toMatchObject({ enforcement: "bubblewrap", problem: null });
}, 60_000);

test("a sandbox that is off is told", async () => {
  const api = await open({ sandbox: "off" });
  const { body } = await api.post<Report>("/v1/sandbox/check");
  expect(body).toEqual({
    enforcement: "off",
    problem: {
      reason: "off",
      message: 'The setting "sandbox" is "off": nothing isolates programs.',
      command: null,
    },
    bounds: expect.anything(),
    canaries: [],
  });
  expect(heldBy(body)).toEqual(["nothing", "nothing", "nothing", "nothing"]);
});
