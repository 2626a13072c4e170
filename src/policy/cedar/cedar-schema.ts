import type { SchemaJson, Type } from "@cedar-policy/cedar-wasm/nodejs";
import { ChangeFacts } from "../../schema/change-facts.ts";
import type { Action } from "../apply.ts";

export type ArgumentType = "String" | "Long" | "Boolean";

/** Types of arguments by name. */
export type ArgumentTypes = ReadonlyMap<string, ArgumentType>;

const STRING = { type: "String" } as const;
const LONG = { type: "Long" } as const;
const STRINGS = { type: "Set", element: STRING } as const;

type Wanted = {
  readonly args: ArgumentTypes;
  readonly text: Iterable<string>;
  readonly actions: readonly Action[];
};

/** What can be said about a call. Records are closed: they have just the arguments named here. */
export function cedarSchema({ args, text, actions }: Wanted): SchemaJson<string> {
  const texts = new Map([...text].map((name) => [name, "String" as const]));
  const context = {
    approval_level: LONG,
    mode: STRING,
    dry_run: { type: "Boolean" },
    spec_frozen: { type: "Boolean" },
    tainted: { type: "Boolean" },
    closed: { type: "Boolean" },
    approver: { type: "Entity", name: "User", required: false },
    args: recordOf(args),
    text: recordOf(texts),
    paths: STRINGS,
    hosts: STRINGS,
    commands: STRINGS,
    secrets: STRINGS,
  } as const;
  const tool = {
    id: STRING,
    name: STRING,
    risk: LONG,
    effects: STRINGS,
    source: STRING,
    capability: STRING,
    trust: STRING,
  } as const;
  const contexts = { invoke: context, apply: { ...context, ...ABOUT_CHANGES } };
  const user = { name: STRING, kind: STRING, scopes: STRINGS } as const;
  return {
    "": {
      entityTypes: {
        User: { shape: { type: "Record", attributes: user } },
        Tool: { shape: { type: "Record", attributes: tool } },
      },
      actions: Object.fromEntries(
        actions.map((action) => [
          action,
          {
            appliesTo: {
              principalTypes: ["User"],
              resourceTypes: ["Tool"],
              context: { type: "Record", attributes: contexts[action] },
            },
          },
        ]),
      ),
    },
  };
}

const COUNTS = [...ChangeFacts.keyof().options, "total", "must_see"];

const ABOUT_CHANGES = {
  changes: {
    type: "Record",
    attributes: Object.fromEntries(COUNTS.map((name) => [name, LONG])),
  },
  changes_seen: { type: "Boolean" },
  covers: STRINGS,
} as const;

function recordOf(types: ArgumentTypes): Type<string> {
  const attributes = [...types].map(([name, type]) => [name, { type, required: false }]);
  return { type: "Record", attributes: Object.fromEntries(attributes) };
}
