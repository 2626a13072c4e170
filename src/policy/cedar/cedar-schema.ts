import type { SchemaJson, Type } from "@cedar-policy/cedar-wasm/nodejs";

export type ArgumentType = "String" | "Long" | "Boolean";

/** Types of arguments by name. */
export type ArgumentTypes = ReadonlyMap<string, ArgumentType>;

const STRING = { type: "String" } as const;
const STRINGS = { type: "Set", element: STRING } as const;

/** What can be said about a call. Records are closed: they have just the arguments named here. */
export function cedarSchema(args: ArgumentTypes, text: Iterable<string>): SchemaJson<string> {
  const texts = new Map([...text].map((name) => [name, "String" as const]));
  const context = {
    approval_level: { type: "Long" },
    mode: STRING,
    dry_run: { type: "Boolean" },
    spec_frozen: { type: "Boolean" },
    tainted: { type: "Boolean" },
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
    risk: { type: "Long" },
    effects: STRINGS,
    source: STRING,
    capability: STRING,
    trust: STRING,
  } as const;
  const user = { name: STRING, kind: STRING, scopes: STRINGS } as const;
  return {
    "": {
      entityTypes: {
        User: { shape: { type: "Record", attributes: user } },
        Tool: { shape: { type: "Record", attributes: tool } },
      },
      actions: {
        invoke: {
          appliesTo: {
            principalTypes: ["User"],
            resourceTypes: ["Tool"],
            context: { type: "Record", attributes: context },
          },
        },
      },
    },
  };
}

function recordOf(types: ArgumentTypes): Type<string> {
  const attributes = [...types].map(([name, type]) => [name, { type, required: false }]);
  return { type: "Record", attributes: Object.fromEntries(attributes) };
}
