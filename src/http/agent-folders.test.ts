import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { openApi } from "../../test/open-api.ts";

let close = async () => {};
afterEach(() => close());

const SHIPPED = fileURLToPath(new URL("../../capabilities/", import.meta.url));

type Item = { readonly name: string; readonly state: string; readonly message: string };
type Report = { readonly ok: boolean; readonly name: string; readonly items: readonly Item[] };

async function open() {
  const api = await openApi({ contentFolder: mkdtempSync(join(tmpdir(), "capstan-content-")) });
  close = api.close;
  const ask = async (what: "test" | "check-folder", path: string) => {
    const { status, body } = await api.post<Report>(`/v1/capabilities/${what}`, { path });
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };
  return { api, ask };
}

const failed = ({ items }: Report) => items.filter(({ state }) => state === "failed");

test.each(["file_agent", "system_agent"])(
  "I38, I39, I40, I41, I42, I43, I44: %s passes check and test",
  async (name) => {
    const { ask } = await open();
    const report = await ask("test", join(SHIPPED, name));
    expect(failed(report)).toEqual([]);
    expect(report).toMatchObject({ ok: true, name });
  },
  60_000,
);
