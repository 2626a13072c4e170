import { describe, expect, test } from "vitest";
import type { Agent } from "../../schema/agent.ts";
import { Page } from "../../schema/page.ts";
import type { Store } from "../../stores/store.ts";
import { fixtureId, makeAgent } from "../fixtures.ts";

const add = (store: Store, ...agents: Agent[]) =>
  store.journal.commit(
    "test.agent",
    agents.map((agent) => ({ type: "agent.add", agent })),
  );

export function agentContract(open: () => Promise<Store>): void {
  describe("agents", () => {
    test("returns undefined for an unknown id or name", async () => {
      const store = await open();
      expect(await store.agents.get("agent_none")).toBeUndefined();
      expect(await store.agents.getByName("none")).toBeUndefined();
    });

    test("E57: gives back what was added, with and without a model", async () => {
      const store = await open();
      const plain = makeAgent({ id: fixtureId("agent", 1), capabilities: [] });
      const withModel = makeAgent({ id: fixtureId("agent", 2), model: "offline" });
      await add(store, plain, withModel);
      expect(await store.agents.get(plain.id)).toEqual(plain);
      expect(await store.agents.get(withModel.id)).toEqual(withModel);
    });

    test("E58: keeps capabilities in the order in which they were given", async () => {
      const store = await open();
      const capabilities = ["web_fetch", "current_time", "test_math", "noop"];
      await add(store, makeAgent({ capabilities }));
      expect((await store.agents.get(makeAgent().id))?.capabilities).toEqual(capabilities);
    });

    test("E9: takes a capability that nobody has heard of", async () => {
      const store = await open();
      const capabilities = [`pack:${"x".repeat(123)}`];
      await add(store, makeAgent({ capabilities }));
      expect((await store.agents.get(makeAgent().id))?.capabilities).toEqual(capabilities);
    });

    test("E59: refuses the same capability twice on one agent", async () => {
      const store = await open();
      const twice = makeAgent({ capabilities: ["noop", "noop"] });
      await expect(add(store, twice)).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      expect(await store.agents.get(twice.id)).toBeUndefined();
    });

    test("E67, E69: keeps each entry as it was sent: id, range, configuration, aliases", async () => {
      const store = await open();
      const capabilities = [
        "noop",
        "current_time@^1.0.0",
        { id: "test_math", config: { precision: 2 }, aliases: { add: "plus" } },
      ];
      await add(store, makeAgent({ capabilities }));
      expect((await store.agents.get(makeAgent().id))?.capabilities).toEqual(capabilities);
    });

    test("E56: is replaced as a whole, capabilities and their order with it", async () => {
      const store = await open();
      await add(store, makeAgent({ capabilities: ["noop", "test_math"] }));
      const agent = makeAgent({ name: "other", capabilities: ["test_math", "noop", "x"] });
      await store.journal.commit("test.agent", [{ type: "agent.put", agent }]);
      expect(await store.agents.get(agent.id)).toEqual(agent);
    });

    test("cannot be replaced or removed when there is none", async () => {
      const store = await open();
      const agent = makeAgent();
      const conflict = { code: "STATE_CONFLICT" };
      const put = store.journal.commit("test.agent", [{ type: "agent.put", agent }]);
      await expect(put).rejects.toMatchObject(conflict);
      const remove = store.journal.commit("test.agent", [{ type: "agent.remove", id: agent.id }]);
      await expect(remove).rejects.toMatchObject(conflict);
    });

    test("is gone when it was removed, with its capabilities", async () => {
      const store = await open();
      const agent = makeAgent({ capabilities: ["noop"] });
      await add(store, agent);
      await store.journal.commit("test.agent", [{ type: "agent.remove", id: agent.id }]);
      expect(await store.agents.get(agent.id)).toBeUndefined();
      await add(store, agent);
      expect((await store.agents.get(agent.id))?.capabilities).toEqual(["noop"]);
    });

    test("finds the oldest agent of a name", async () => {
      const store = await open();
      await add(store, makeAgent({ id: fixtureId("agent", 2) }));
      await add(store, makeAgent({ id: fixtureId("agent", 1) }));
      expect((await store.agents.getByName("assistant"))?.id).toBe(fixtureId("agent", 1));
    });

    test("X27: lists oldest first, page by page, and counts all", async () => {
      const store = await open();
      await add(store, ...[3, 1, 2].map((n) => makeAgent({ id: fixtureId("agent", n) })));
      const { items, total } = await store.agents.list(Page.parse({ limit: 2, offset: 1 }));
      expect(items.map((agent) => agent.id)).toEqual([2, 3].map((n) => fixtureId("agent", n)));
      expect(total).toBe(3);
    });
  });
}
