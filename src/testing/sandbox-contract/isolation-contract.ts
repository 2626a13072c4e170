import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Mount, Network } from "../../sandbox/sandbox.ts";
import { type SandboxUnderTest, start, testUnless, textOf } from "./sandbox-under-test.ts";

export function isolationContract(under: SandboxUnderTest): void {
  const { mounts: noMounts, network: noNetwork } = under.cannot ?? {};

  /** What the process saw, whether it could write, what it saw then; and what the host has then. */
  async function useFile(mode: Mount["mode"]) {
    const source = await under.makeFolder();
    await under.writeFile(`${source}/a.txt`, "as it was");
    const { stdout, end } = await start(under, "useFile", {
      mounts: [{ source, target: "/data", mode }],
      args: ["/data/a.txt"],
    });
    const inside = JSON.parse(await textOf(stdout));
    await end;
    return { inside, host: await under.readFile(`${source}/a.txt`) };
  }

  async function connect(network: Network): Promise<string> {
    const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    return textOf((await start(under, "connect", { args: [String(port)], network })).stdout);
  }

  describe("what a process is given", () => {
    test("has the environment it was given, and nothing of ours", async () => {
      process.env.CAPSTAN_CONTRACT_SECRET = "ours";
      onTestFinished(() => void delete process.env.CAPSTAN_CONTRACT_SECRET);
      const { stdout } = await start(under, "describeItself", { env: { GREETING: "hello" } });
      const { PWD, ...env } = JSON.parse(await textOf(stdout)).env;
      expect(env).toEqual({ GREETING: "hello" });
      expect([undefined, "/"]).toContain(PWD);
    });

    test("works in the folder it was given", async () => {
      const folder = await under.makeFolder();
      const { stdout } = await start(under, "describeItself", {
        cwd: folder,
        mounts: [{ source: folder, target: folder, mode: "rw" }],
      });
      expect(JSON.parse(await textOf(stdout)).cwd).toBe(folder);
    });

    testUnless(noMounts, "reads what is mounted ro, and cannot change it", async () => {
      expect(await useFile("ro")).toEqual({
        inside: ["as it was", null, "as it was"],
        host: "as it was",
      });
    });

    testUnless(noMounts, "changes what is mounted rw on the host", async () => {
      expect(await useFile("rw")).toEqual({
        inside: ["as it was", "done", "changed"],
        host: "changed",
      });
    });

    testUnless(noMounts, "changes its own copy of what is mounted as scratch", async () => {
      expect(await useFile("scratch")).toEqual({
        inside: ["as it was", "done", "changed"],
        host: "as it was",
      });
    });

    testUnless(noMounts, "sees nothing of a folder that is not mounted", async () => {
      const folder = await under.makeFolder();
      await under.writeFile(`${folder}/a.txt`, "as it was");
      const { stdout } = await start(under, "useFile", { args: [`${folder}/a.txt`] });
      expect(JSON.parse(await textOf(stdout))).toEqual([null, null, null]);
      expect(await under.readFile(`${folder}/a.txt`)).toBe("as it was");
    });

    test("reaches this machine with the network of the host", async () => {
      expect(await connect("host")).toBe("connected");
    });

    testUnless(noNetwork, "reaches nothing without a network", async () => {
      expect(await connect("none")).toBe("refused");
    });
  });
}
