import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { emptySchema } from "../../../../rig/shared-postgres.ts";
import { type Link, openLink } from "./link.ts";

let url: string;

beforeEach(async () => {
  url = await emptySchema();
});

function open(): Link {
  const link = openLink(url);
  onTestFinished(() => link.close());
  return link;
}

const until = (assertion: () => void | Promise<void>) =>
  vi.waitFor(assertion, { interval: 5, timeout: 5_000 });

const notify = (link: Link, channel: string, payload: string) =>
  link.query("select pg_notify($1, $2)", [channel, payload]);

test("several channels are heard over one connection, whenever they were added", async () => {
  const link = open();
  const heard: (string | undefined)[] = [];
  const hear = (channel: string) => (payload: string | undefined) =>
    void heard.push(payload && `${channel} ${payload}`);
  link.listen("test_a", hear("a"));
  link.listen("test_b", hear("b"));
  await until(() => expect(heard).toEqual([undefined, undefined]));
  link.listen("test_c", hear("c"));
  for (const channel of ["test_a", "test_b", "test_c"]) {
    await until(async () => {
      await notify(link, channel, "x");
      expect(heard).toContain(`${channel.slice(-1)} x`);
    });
  }
});

test("a query that fails leaves the link usable", async () => {
  const link = open();
  await expect(link.query("select nonsense")).rejects.toThrow("nonsense");
  expect(await link.query("select $1::text as said", ["yes"])).toEqual([{ said: "yes" }]);
});

test("may be closed twice, also before it has connected", async () => {
  const link = openLink(url);
  link.listen("test_a", () => {});
  await link.close();
  await link.close();
});

test("a link that is closed while it begins to listen complains of nothing", async () => {
  const reported: unknown[] = [];
  for (const after of [0, 1, 3, 6, 10]) {
    const link = openLink(url, { report: (error) => reported.push(error) });
    link.listen("test_a", () => {});
    await new Promise((resolve) => setTimeout(resolve, after));
    await link.close();
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(reported).toEqual([]);
});
