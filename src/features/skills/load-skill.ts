import { isJsonObject, type JsonObject } from "../../base/json.ts";
import { packSlug } from "../../base/slug.ts";
import { createValidator } from "../../schema/json-schema/create-validator.ts";
import { createPatterns } from "../../schema/json-schema/patterns.ts";
import type { SideEffect } from "../../schema/side-effect.ts";
import type { SkillContract } from "../../schema/skill-contract.ts";
import type { FolderLoader } from "../bundles/folder-kind.ts";
import { authorIn } from "../bundles/read/author-in.ts";
import { decodeDoc } from "../bundles/read/decode-doc.ts";
import { readFrontMatter } from "../bundles/read/read-front-matter.ts";
import type { ReadBundle } from "../bundles/read-bundle.ts";
import { shown } from "./front-matter-values.ts";
import { readContract } from "./read-contract.ts";
import { skillInvalid } from "./skill-errors.ts";

const MAX_DOC = 1_000_000;
const MAX_WARNINGS = 50;
/** Time that a process has to end by itself, after its own is up. */
const ENDING_S = 10;
/** The file with its code. */
export const IMPLEMENTATION = /^impl\.(?:py|ts|mts|js|mjs)$/;
const ANYTHING: JsonObject = { type: "object" };

/** Which of the languages counts where a folder has more than one (X32). */
const PREFERRED = ["impl.ts", "impl.mts", "impl.js", "impl.mjs", "impl.py"];

/**
 * What a folder with SKILL.md and `impl.*` is as a skill: one tool, with its contract. Read leniently,
 * with warnings; a wrong value of a key that is enforced refuses it. Nothing is imported or run.
 */
export const loadSkill: FolderLoader = (read) => {
  const doc = docOf(read);
  const front = readFrontMatter(doc.text);
  if (!front) {
    const message =
      'SKILL.md has no front matter. Begin it with the lines "---", "name: …", "description: …", "---".';
    throw skillInvalid(message, { field: "SKILL.md" });
  }
  const { fields } = front;
  const { contract, warnings } = readContract(fields);
  const name = shown(fields.name, 64);
  if (name === "") {
    throw skillInvalid('The front matter has no name. Add "name: <my-skill>".', { field: "name" });
  }
  const description = shown(fields.description, 4_000);
  const version = versionOf(fields.version);
  const entry = entryOf(read);
  const input = schemaOf(fields, "input_schema");
  const output = schemaOf(fields, "output_schema");
  const asks = contract.allowed_intermediate_states.includes("input_required");
  return {
    metadata: {
      name,
      version,
      description,
      warnings: [
        ...doc.warnings,
        ...front.warnings,
        ...(description === "" ? ["The front matter has no description."] : []),
        ...warnings,
        ...read.leftOut.map(({ path, reason }) => `"${path}" was left out. ${reason}`),
      ].slice(0, MAX_WARNINGS),
    },
    capability: {
      id: packSlug(name, ""),
      name,
      description: description || `The skill ${name}.`,
      version,
      trust: "local",
      status: "available",
      tools: [
        {
          name: "run",
          calledAs: packSlug(name, "").replaceAll("-", "_"),
          description: description || `Runs the skill ${name}.`,
          inputSchema: withoutCorrelation(input ?? ANYTHING),
          ...(output && { outputSchema: output }),
          behaviour: {
            readOnly: contract.writes === "none",
            idempotent: mayRepeat(contract),
            timeoutMs: 1_000 * (contract.timeout_seconds + ENDING_S),
          },
          declaredEffects: effectsOf(contract),
          contract,
          checksOwnInputs: asks,
          execution: {
            type: "child",
            protocol: "skill",
            bundle: read.bundle.digest,
            entry,
            name,
            timeout_s: contract.timeout_seconds,
            writes: contract.writes,
            ...(contract.execution_mode !== "deterministic" && {
              advisor: contract.execution_mode,
              permissions: ["model"],
            }),
          },
        },
      ],
    },
    declares: { author: authorIn(fields) },
  };
};

function docOf({ bundle, contents }: ReadBundle) {
  const file = bundle.files.find(({ path }) => /^skill\.md$/i.test(path));
  const bytes = file && contents.get(file.digest);
  if (!bytes) throw skillInvalid("SKILL.md cannot be read.", { field: "SKILL.md" });
  if (bytes.byteLength > MAX_DOC) {
    throw skillInvalid(`SKILL.md has more than ${MAX_DOC} bytes.`, { field: "SKILL.md" });
  }
  return decodeDoc(bytes);
}

function entryOf({ bundle }: ReadBundle): string {
  const found = bundle.files.map(({ path }) => path).filter((path) => IMPLEMENTATION.test(path));
  const entry = PREFERRED.find((path) => found.includes(path));
  if (entry !== undefined) return entry;
  throw skillInvalid("There is no impl.ts, impl.js or impl.py.", { field: "impl" });
}

function versionOf(version: unknown): string {
  const text = typeof version === "number" ? String(version) : shown(version as string);
  return /^\d+\.\d+\.\d+/.test(text) ? text : "1.0.0";
}

/** A schema that cannot be used would fail in the middle of somebody's call. */
function schemaOf(fields: JsonObject, key: string): JsonObject | undefined {
  const schema = fields[key];
  if (schema === undefined || schema === null) return undefined;
  if (!isJsonObject(schema)) throw skillInvalid(`"${key}" must be an object.`, { field: key });
  try {
    createValidator(schema, { first: true, patterns: createPatterns() })({});
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw skillInvalid(`"${key}" is not a JSON Schema that can be used: ${why}`, { field: key });
  }
  return schema;
}

/** Supplied by the runtime: nobody is asked for it. */
function withoutCorrelation(schema: JsonObject): JsonObject {
  const { required } = schema;
  if (!Array.isArray(required)) return schema;
  return { ...schema, required: required.filter((name) => name !== "correlation_id") };
}

function effectsOf({ side_effects, writes }: SkillContract): SideEffect[] {
  const effects: SideEffect[] = [];
  if (writes !== "none") effects.push("fs.write");
  if (side_effects.some((effect) => /^net/i.test(effect))) effects.push("network.http");
  return effects;
}

/**
 * Whether a turn that was cut off may run again without asking anybody: what it leaves in its artifacts
 * folder is kept with its outcome or not at all, or its contract says so.
 */
function mayRepeat({ writes, side_effects, retry, idempotency }: SkillContract): boolean {
  if (retry.policy === "safe" || idempotency.required) return true;
  return writes !== "given" && !side_effects.some((effect) => /^net/i.test(effect));
}
