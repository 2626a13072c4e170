import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { askModel, completed, event, failed, inputRequired } from "capstan/skill";
import { inferFromCsv, inferFromJson } from "./from-samples.mjs";
import { fromCode, fromDocs, textsIn } from "./from-texts.mjs";

const SECTIONS = {
  name: "parsed_sections",
  type: "object",
  description: "What was parsed: node_name, and code or docs.",
};
const TYPE = {
  name: "source_type",
  type: "string",
  description: "TYPE1 for source code, TYPE2 for documentation",
};
const KINDS = new Map([
  [
    "TYPE1",
    {
      source: "SOURCE_CODE",
      keys: ["code", "source_code", "source", "files"],
      read: fromCode,
      finds: "a function, a method, or an operation in a node's description",
    },
  ],
  [
    "TYPE2",
    {
      source: "API_DOCS",
      keys: ["docs", "documentation", "api_docs", "text", "sections", "endpoints"],
      read: fromDocs,
      finds: 'an operation, such as "GET /path" or "method: name"',
    },
  ],
]);

export async function execute(ctx) {
  const { parsed_sections: sections, source_type: type, sample_json, sample_csv } = ctx.inputs;
  if (sample_json !== undefined && sample_json !== null) {
    return answer(ctx, inferFromJson(sample_json), "SAMPLE");
  }
  if (typeof sample_csv === "string" && sample_csv.trim() !== "") {
    return answer(ctx, inferFromCsv(sample_csv), "SAMPLE");
  }
  const kind = KINDS.get(String(type ?? "").toUpperCase());
  const isThere =
    sections !== null && typeof sections === "object" && Object.keys(sections).length > 0;
  const missing = [...(isThere ? [] : [SECTIONS]), ...(kind ? [] : [TYPE])];
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(" and ");
    return inputRequired(missing, `To infer a schema I need ${names}.`);
  }
  const texts = textsIn(sections, kind.keys, kind.source === "API_DOCS");
  if (texts.length === 0) {
    const what = kind.source === "SOURCE_CODE" ? "source code" : "documentation";
    const where = kind.keys.map((key) => `"${key}"`).join(", ");
    return failed(
      `There is no ${what} in parsed_sections. It is looked for in ${where}.`,
      "parse_error",
    );
  }
  const found = kind.read(texts);
  if (found.operations.length > 0) return answer(ctx, named(found, sections, texts), kind.source);
  const advised = await advise(ctx, texts);
  if (advised)
    return answer(ctx, named({ ...found, ...advised }, sections, texts), "ADVISOR", true);
  return failed(`Nothing in parsed_sections looks like ${kind.finds}.`, "parse_error");
}

const ADVICE = {
  type: "object",
  required: ["operations"],
  additionalProperties: false,
  properties: {
    operations: {
      type: "array",
      minItems: 1,
      maxItems: 100,
      items: {
        type: "object",
        required: ["name", "evidence"],
        properties: {
          name: { type: "string", pattern: "^[A-Za-z_][A-Za-z0-9_]*$" },
          evidence: { type: "string", minLength: 1 },
        },
      },
    },
    assumptions: { type: "array", items: { type: "string" } },
  },
};

/** What the model names counts only where its evidence stands in the texts, letter by letter. */
async function advise(ctx, texts) {
  const whole = texts.map(({ content }) => content).join("\n\n");
  const question = `Which operations does this describe? Quote the words that say so as evidence.\n\n${whole.slice(0, 20_000)}`;
  const advice = await askModel(ctx, question, { schema: ADVICE });
  event(ctx, "advised", { state: advice.state, reason: advice.reason ?? null });
  if (advice.state !== "answered") return null;
  const proven = advice.value.operations.filter(({ evidence }) => whole.includes(evidence));
  if (proven.length === 0) return null;
  return {
    operations: proven.map(({ name, evidence }) => ({ name, evidence, parameters: [] })),
  };
}

/** What the sections say of the node as a whole, and what has to be assumed. */
function named(found, sections, texts) {
  const name = [sections.node_name, sections.name, sections.type].find(
    (one) => typeof one === "string" && one.trim() !== "",
  );
  const file = texts
    .find((text) => text.file)
    ?.file?.replace(/^.*\//, "")
    .replace(/\..*$/, "");
  const said = typeof sections.description === "string" ? sections.description.trim() : "";
  const version = [sections.version, sections.node_version].find(
    (one) => typeof one === "number" || (typeof one === "string" && one !== ""),
  );
  const type = name ?? file ?? "node";
  return {
    ...found,
    type,
    description: said || `Operations of ${type}.`,
    version: version ?? 1,
    assumptions: [
      ...(name === undefined
        ? [{ field: "type", text: `The node is called "${type}", which no section says.` }]
        : []),
      ...(version === undefined
        ? [{ field: "version", text: "The version is 1, because no section names one." }]
        : []),
    ],
  };
}

function answer(ctx, found, source, isAdvised = false) {
  if (found.fault !== undefined) return failed(found.fault, "parse_error");
  const { type, version, description, operations, credentials, properties, schema } = found;
  const entry = (field, of, evidence, more = {}) => ({
    field_path: field,
    source: of,
    evidence,
    confidence: of === "ASSUMPTION" ? "low" : of === "ADVISOR" ? "medium" : "high",
    ...more,
  });
  const part = (list, one, index) =>
    entry(`${list}[${index}]`, source, one.evidence, one.file ? { source_file: one.file } : {});
  const entries = [
    ...operations.map((one, index) => part("operations", one, index)),
    ...credentials.map((one, index) => part("credentials", one, index)),
    ...properties.map((one, index) => part("properties", one, index)),
    ...found.assumptions.map(({ field, text }) => entry(field, "ASSUMPTION", text)),
  ];
  const bare = ({ evidence: _evidence, file: _file, ...rest }) => rest;
  const inferred = {
    type,
    version,
    description,
    operations: operations.map(bare),
    credentials: credentials.map(bare),
    properties: properties.map(bare),
    ...(schema && { json_schema: schema }),
  };
  const trace = { correlation_id: ctx.correlation_id, node_type: type, trace_entries: entries };
  const files = { "inferred_schema.json": inferred, "trace_map.json": trace };
  for (const [name, value] of Object.entries(files)) {
    writeFileSync(join(ctx.artifacts_dir, name), `${JSON.stringify(value, null, 2)}\n`);
  }
  event(ctx, "inferred", { operations: operations.length, properties: properties.length });
  const assumed = found.assumptions.length;
  return completed({
    inferred_schema: inferred,
    trace_map: trace,
    assumptions: found.assumptions.map(({ text }) => text),
    advisor_used: isAdvised,
    artifacts_written: Object.keys(files),
    extraction_confidence:
      entries.length === 0 ? 0 : round((entries.length - assumed) / entries.length),
  });
}

function round(value) {
  return Math.round(100 * value) / 100;
}
