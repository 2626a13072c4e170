import { expect, test } from "vitest";
import { CALL, forge, makeHub } from "../../../../test/hub-tools.ts";

test("a thousand entries are read, verified, and searched in under 20 ms; and are there again after a restart", async () => {
  const { client, publisher, source, indexPath, hubSigner } = await makeHub();
  forge(
    indexPath,
    ({ skills }) => {
      const [one] = skills;
      if (!one) return;
      const named = (at: number) => ({ ...one, name: `greeter-${at}`, description: `Says ${at}.` });
      skills.push(...Array.from({ length: 999 }, (_, at) => named(at)));
    },
    hubSigner,
  );
  const hub = await client.readHub(source, null, CALL);
  // Time of the processor, because others use it as well. The first search has nothing to prepare.
  const before = process.cpuUsage();
  const [first] = client.search([hub], "says 77");
  const { user, system } = process.cpuUsage(before);
  expect(first?.entry.name).toBe("greeter-77");
  expect((user + system) / 1_000).toBeLessThan(20);
  expect(client.search([hub], "")).toHaveLength(1_000);
  expect(client.recallHub(hub.known)).toEqual({ ...hub, changed: false });
  expect(client.recallHub({ ...hub.known, index: "{}" })).toBeNull();
  expect(await publisher.head(source.url)).toMatchObject({ name: "test-hub" });
});
