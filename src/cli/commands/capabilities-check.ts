import type { CommandContext, Run } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { typed } from "../program.ts";
import { readManifest } from "../read-manifest.ts";
import { reportLines } from "../report-lines.ts";

const IMPLEMENTATION = /^impl\.(?:py|ts|mts|js|mjs)$/;

export const capabilitiesCheck: Run = async (args, context) => {
  const file = args.require("file");
  const { existsSync, statSync } = process.getBuiltinModule("node:fs");
  if (existsSync(file) && statSync(file).isDirectory()) {
    return isAgent(file) ? checkAgent(file, context) : checkFolder(file, context);
  }
  const body = readManifest(file);
  const client = await context.client();
  const answer = await client.request("POST /v1/capabilities/check", { body });
  await context.print(answer, ({ id, version, tools }) => [
    `${id} ${version} is well formed: ${tools} ${tools === 1 ? "tool" : "tools"}.`,
    `Add it: ${typed(`capabilities add ${file}`)}`,
  ]);
  return EXIT.done;
};

/** An agent has a checklist, and each item its answer. */
async function checkAgent(folder: string, context: CommandContext): Promise<ExitCode> {
  const { resolve } = process.getBuiltinModule("node:path");
  const client = await context.client();
  const body = { path: resolve(folder) };
  const answer = await client.request("POST /v1/capabilities/check-folder", { body });
  await context.print(answer, (report, screen) => [
    ...reportLines(report, screen.width),
    ...(report.ok ? [`Try it out: ${typed(`capabilities test ${folder}`)}`] : []),
  ]);
  return answer.body.ok ? EXIT.done : EXIT.failed;
}

function isAgent(folder: string): boolean {
  const { readdirSync } = process.getBuiltinModule("node:fs");
  const names = readdirSync(folder);
  return (
    names.includes("manifest.json") && names.some((name) => /^agent\.(?:py|m?[jt]s)$/.test(name))
  );
}

async function checkFolder(folder: string, context: CommandContext): Promise<ExitCode> {
  const { resolve, join } = process.getBuiltinModule("node:path");
  const { existsSync } = process.getBuiltinModule("node:fs");
  const isExtension =
    existsSync(join(folder, "manifest.json")) &&
    ["commands", "commands.yaml", "commands.yml"].some((name) => existsSync(join(folder, name)));
  if (isExtension) return checkExtension(resolve(folder), context);
  const names = process.getBuiltinModule("node:fs").readdirSync(folder);
  const isSkill =
    names.some((name) => /^skill\.md$/i.test(name)) &&
    names.some((name) => IMPLEMENTATION.test(name));
  if (isSkill) return checkSkill(folder, resolve(folder), context);
  const client = await context.client();
  const answer = await client.request("POST /v1/packs/check", { body: { path: resolve(folder) } });
  await context.print(answer, ({ name, files }) => [
    `${name} is well formed: ${files} ${files === 1 ? "file" : "files"}.`,
    `Take it in: ${typed(`packs add ${folder}`)}`,
  ]);
  return EXIT.done;
}

async function checkExtension(path: string, context: CommandContext): Promise<ExitCode> {
  const client = await context.client();
  const answer = await client.request("POST /v1/extensions/check", { body: { path } });
  await context.print(answer, ({ id, version, tools, plan, problems }) => [
    ...tools.map(({ name, problem }) => `${problem === null ? "runs" : "does not run"}  ${name}`),
    ...plan.map(
      ({ when, action, problem }) => `${when} step  ${action}${problem ? "  by hand" : ""}`,
    ),
    ...problems,
    problems.length === 0
      ? `${id} ${version} is well formed. Install it: ${typed(`extensions install ${path}`)}`
      : `${id} ${version} is not well formed: ${problems.length} ${problems.length === 1 ? "problem" : "problems"}.`,
  ]);
  return answer.body.problems.length === 0 ? EXIT.done : EXIT.failed;
}

/** Strictly: what is only told when a skill is installed is a problem here. */
async function checkSkill(
  folder: string,
  path: string,
  context: CommandContext,
): Promise<ExitCode> {
  const client = await context.client();
  const answer = await client.request("POST /v1/skills/check", { body: { path } });
  await context.print(answer, ({ name, problems }) => [
    ...problems,
    problems.length === 0
      ? `${name} is well formed. Install it: ${typed(`capabilities install ${folder}`)}`
      : `${name} is not well formed: ${problems.length} ${problems.length === 1 ? "problem" : "problems"}.`,
  ]);
  return answer.body.problems.length === 0 ? EXIT.done : EXIT.failed;
}
