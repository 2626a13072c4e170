import type { Executor } from "../gate/executor.ts";
import type { Model } from "../models/model.ts";
import type { Workspaces } from "../sandbox/workspaces.ts";
import type { Store } from "../stores/store.ts";

/** Called at every point where a process may die with something half done. */
export type At = (point: string) => void | Promise<void>;

// Everything durable or visible outside goes through one of these ports: wrapping them enumerates
// every step of a call and of a turn, also of those that do not exist yet.

export function faultyStore(store: Store, at: At): Store {
  return {
    ...store,
    journal: {
      ...store.journal,
      async commit(step, changes, durable) {
        await at(`commit ${step}: before`);
        await store.journal.commit(step, changes, durable);
        await at(`commit ${step}: after`);
      },
    },
    files: {
      ...store.files,
      async chunk(digest, index) {
        await at("read content: before");
        return store.files.chunk(digest, index);
      },
    },
  };
}

export function faultyExecutor(executor: Executor, at: At): Executor {
  return {
    ...executor,
    async execute(execution) {
      await at(`execute ${execution.tool.name}: before`);
      const result = await executor.execute(execution);
      await at(`execute ${execution.tool.name}: after`);
      return result;
    },
  };
}

export function faultyWorkspaces(workspaces: Workspaces, at: At): Workspaces {
  return {
    ...workspaces,
    async open(wanted) {
      await at("workspace open: before");
      const workspace = await workspaces.open(wanted);
      await at("workspace open: after");
      return {
        ...workspace,
        async capture() {
          await at("workspace capture: before");
          const kept = await workspace.capture();
          await at("workspace capture: after");
          return kept;
        },
      };
    },
  };
}

export function faultyModel(model: Model, at: At): Model {
  const { plan } = model;
  return {
    ...model,
    ...(plan && {
      async plan(request) {
        await at("plan: before");
        const planned = await plan(request);
        await at("plan: after");
        return planned;
      },
    }),
    async respond(request) {
      await at("model: before");
      const reply = await model.respond(request);
      await at("model: after");
      return reply;
    },
  };
}
