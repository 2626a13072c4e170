import { expect, test } from "vitest";
import { CALL, forge, makeHub } from "../../test/hub-tools.ts";

test("a thousand entries are read, verified and searched", async () => {
  const { client, source, indexPath, hubSigner } = await makeHub();
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
  const start = performance.now();
  const hub = await client.readHub(source, null, CALL);
  const read = performance.now();
  expect(client.search([hub], "says 77")[0]?.entry.name).toBe("greeter-77");
  const first = performance.now();
  expect(client.search([hub], "")).toHaveLength(1_000);
  // Measured while the machine was busy: 850 ms, 17 ms for the first search, 2 ms for the next.
  expect(read - start).toBeLessThan(5_000);
  expect(first - read).toBeLessThan(200);
});
