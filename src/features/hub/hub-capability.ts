import type { JsonObject } from "../../base/json.ts";
import type { BuiltinCapability, ToolContext } from "../builtin-capability.ts";

type Code = {
  search(query: string, limit: number, context: ToolContext): Promise<JsonObject>;
  install(inputs: JsonObject, context: ToolContext): Promise<JsonObject>;
  installFrom(inputs: JsonObject, context: ToolContext): Promise<JsonObject>;
  installPackages(inputs: JsonObject, context: ToolContext): Promise<JsonObject>;
};

const INSTALL_MS = 10 * 60_000;
const DIGEST = {
  type: "string",
  pattern: "^sha256:[0-9a-f]{64}$",
  description: "The digest of the bundle: nothing else is installed.",
} as const;

const HUB = {
  type: "string",
  minLength: 1,
  maxLength: 2_000,
  description: "The address of the hub that is meant, where more than one has it.",
} as const;

/** Finds capabilities in the owner's hubs, and asks for one to be installed. A person decides. */
export function createHubCapability(code: Code): BuiltinCapability {
  return {
    id: "hub",
    name: "Hub",
    description:
      "Finds capabilities in the owner's hubs and installs them, when a person says Run.",
    status: "available",
    icon: "store",
    category: "Utilities",
    tools: [
      {
        name: "search",
        calledAs: "search_hub",
        description:
          "Searches the hubs for skills, agents, packs and extensions that could be installed. Answers name, version, digest and, for a publisher that is new here, the fingerprint of its key.",
        examples: ["search the hub for {query}", "is there a skill for {query}"],
        riskLevel: "LOW",
        behaviour: { readOnly: true, idempotent: true, dryRun: true, timeoutMs: 30_000 },
        inputSchema: {
          type: "object",
          properties: {
            query: { type: "string", maxLength: 200, default: "" },
            limit: { type: "integer", minimum: 1, maximum: 50, default: 10 },
          },
          additionalProperties: false,
        },
        run: ({ query = "", limit = 10 }, context) =>
          code.search(String(query), Number(limit), context),
      },
      {
        name: "install",
        calledAs: "install_from_hub",
        description:
          "Installs one version of an entry of a hub, or updates to it. A person is asked each time. Nothing of it runs by that.",
        riskLevel: "HIGH",
        sideEffectTags: ["network.http"],
        behaviour: { dryRun: true, idempotent: true, timeoutMs: INSTALL_MS },
        inputSchema: {
          type: "object",
          properties: {
            name: {
              type: "string",
              pattern: "^[a-z0-9][a-z0-9-]*/[a-z0-9][a-z0-9._-]*$",
              maxLength: 120,
              description: "publisher/name, as search answers it.",
            },
            version: { type: "string", minLength: 1, maxLength: 100 },
            digest: DIGEST,
            hub: HUB,
            fingerprint: {
              type: "string",
              maxLength: 100,
              description:
                "Of the publisher's key, for a publisher that is new here: an admin pins it.",
            },
          },
          required: ["name", "version", "digest"],
          additionalProperties: false,
        },
        run: (inputs, context) => code.install(inputs, context),
      },
      {
        name: "install_from",
        calledAs: "install_unsigned",
        description:
          "Installs an unsigned bundle: a folder, an archive, a URL, an npm package, a commit, or an entry of an unsigned hub. An admin is asked each time, and it is pinned by its digest.",
        riskLevel: "HIGH",
        sideEffectTags: ["network.http"],
        behaviour: { dryRun: true, idempotent: true, timeoutMs: INSTALL_MS },
        inputSchema: {
          type: "object",
          properties: {
            source: { type: "string", minLength: 1, maxLength: 2_000 },
            digest: DIGEST,
            hub: HUB,
          },
          required: ["source", "digest"],
          additionalProperties: false,
        },
        run: (inputs, context) => code.installFrom(inputs, context),
      },
      {
        name: "install_packages",
        calledAs: "install_packages",
        description:
          "Installs the packages that an MCP server or a capability was found to need: exactly those that are shown. An admin is asked each time. Nothing of them runs by that.",
        riskLevel: "HIGH",
        sideEffectTags: ["network.http"],
        behaviour: { dryRun: true, idempotent: true, timeoutMs: INSTALL_MS },
        inputSchema: {
          type: "object",
          properties: {
            for: {
              type: "string",
              minLength: 1,
              maxLength: 200,
              description: "The server or capability that needs them.",
            },
            ecosystem: { enum: ["npm", "python"] },
            packages: { type: "integer", minimum: 1, description: "How many there are." },
            digest: {
              type: "string",
              pattern: "^[0-9a-f]{64}$",
              description: "The digest of all packages: nothing else is installed.",
            },
          },
          required: ["for", "ecosystem", "packages", "digest"],
          additionalProperties: false,
        },
        run: (inputs, context) => code.installPackages(inputs, context),
      },
    ],
  };
}
