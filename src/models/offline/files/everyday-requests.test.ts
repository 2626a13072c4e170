import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { EVERYDAY, EVERYDAY_HOME } from "../../../../bench/offline/everyday-requests.ts";
import { type Home, type HomeFile, openHome } from "../../../../bench/offline/home-agent.ts";
import { VARIED, VARIED_HOME } from "../../../../bench/offline/varied-requests.ts";
import { IS_LONG } from "../../../../test/runs.ts";

const FOLDERS = ["Downloads", "Documents", "Pictures", "Desktop"];
const EVERY = IS_LONG ? 1 : 6;
const CHANGES = /^(?:move|copy|rename|delete|write|organise|bulk)/;
let home: Home | undefined;
afterAll(() => home?.remove());

function look({ path }: Home): string[] {
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => !name.startsWith(".") && statSync(join(path, name)).isFile())
    .sort();
}

/** What is not as it has to be; "" when all is right. */
async function problemOf(
  said: string,
  right: string,
  files: readonly HomeFile[] = EVERYDAY_HOME,
  folders: readonly string[] = FOLDERS,
): Promise<string> {
  home ??= openHome(files, folders);
  const before = look(home);
  const turns = await home.talk(said.split("|").map((part) => part.trim()));
  const after = look(home);
  const last = turns.at(-1);
  const text = (last?.text ?? "").replaceAll(home.path, "~");
  const calls = turns.flatMap((turn) => turn.calls);
  const gone = before.filter((path) => !after.includes(path)).map((path) => `- ${path}`);
  const made = after.filter((path) => !before.includes(path)).map((path) => `+ ${path}`);
  const changed = [...gone, ...made].sort().join(" ");
  const call = calls.at(-1);
  const told = `${changed} | ${call?.tool} ${JSON.stringify(call?.input)} | ${text.slice(0, 160)}`;
  if (changed !== "" || calls.some(({ tool }) => CHANGES.test(tool))) {
    home.remove();
    home = undefined;
  }
  const isRight = right.split(/\|(?=[-+?=@~])/).some((way) => {
    const [sign = "", rest = ""] = [way[0], way.slice(1).trim()];
    if (sign === "-" || sign === "+") return changed === effectsIn(way).join(" ");
    if (sign === "@") {
      const [, tool = "", input = ""] = /^(\S+)\s*(.*)$/.exec(rest) ?? [];
      const given = JSON.stringify(call?.input ?? {}).replaceAll("\\n", "\n");
      return new RegExp(`${tool}$`).test(call?.tool ?? "") && new RegExp(input).test(given);
    }
    if (changed !== "") return false;
    if (sign === "?") return last?.asks !== undefined && new RegExp(rest).test(text);
    if (sign === "~") {
      return !calls.some(({ tool }) => CHANGES.test(tool)) && new RegExp(rest, "i").test(text);
    }
    return rest
      .split(" ; ")
      .every((part) =>
        part.startsWith("!") ? !new RegExp(part.slice(1)).test(text) : new RegExp(part).test(text),
      );
  });
  return isRight ? "" : told;
}

function effectsIn(way: string): string[] {
  return way
    .split(/\s(?=[-+]\s)/)
    .map((part) => part.trim())
    .sort();
}

test("S3, I1: what different people ask of a home folder is done, answered or asked about", async () => {
  const wrong: string[] = [];
  for (const [at, [who, said, right]] of EVERYDAY.entries()) {
    if (at % EVERY !== 0) continue;
    const problem = await problemOf(said, right);
    if (problem !== "") wrong.push(`${who}: ${said}\n    wanted ${right}\n    got ${problem}`);
  }
  expect(wrong.join("\n")).toBe("");
}, 120_000);

test("S3, I1: the same in words as different as people's are", async () => {
  home?.remove();
  home = undefined;
  const wrong: string[] = [];
  for (const [at, [said, right]] of VARIED.entries()) {
    if (at % EVERY !== 0) continue;
    const problem = await problemOf(said, right, VARIED_HOME, [...FOLDERS, "Music"]);
    if (problem !== "") wrong.push(`${said}\n    wanted ${right}\n    got ${problem}`);
  }
  expect(wrong.join("\n")).toBe("");
}, 120_000);
