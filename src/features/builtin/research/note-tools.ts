import { timestamp } from "../../../base/clock.ts";
import { CapstanError } from "../../../base/errors.ts";
import type { JsonSchema } from "../../../schema/tool.ts";
import type { BuiltinTool } from "../../builtin-capability.ts";
import { MAX_NOTES, type Note, openNotebook } from "./notebook.ts";
import { rankNotes } from "./rank-notes.ts";

const NOTE: JsonSchema = {
  type: "object",
  properties: {
    id: { type: "integer" },
    text: { type: "string" },
    source: { type: ["string", "null"] },
    section: { type: ["string", "null"] },
    at: { type: "string" },
  },
  required: ["id", "text", "source", "section"],
};

export const addNote: BuiltinTool = {
  name: "add_note",
  description: "Writes a finding into the research notebook, with where it comes from.",
  examples: [
    "note that {text}",
    "write down for the research: {text}",
    "add a note: {text} from {source}",
  ],
  riskLevel: "MED",
  sideEffectTags: ["fs.read", "fs.write"],
  // Into the session's own notebook; adding the same note twice keeps one.
  behaviour: { idempotent: true, timeoutMs: 10_000 },
  inputSchema: {
    type: "object",
    properties: {
      text: { type: "string", minLength: 1, maxLength: 5_000, description: "The finding." },
      source: { type: "string", maxLength: 2_000, description: "An address, a path or a person." },
      section: { type: "string", maxLength: 200, description: "Where it belongs in the outline." },
    },
    required: ["text"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: { note: NOTE, total: { type: "integer" } },
    required: ["note", "total"],
  },
  async run({ text, source, section }, context) {
    const { notebook, save } = await openNotebook(context);
    const same = notebook.notes.find((it) => it.text === text && it.source === (source ?? null));
    if (same) return { note: same, total: notebook.notes.length };
    if (notebook.notes.length >= MAX_NOTES) {
      throw new CapstanError("FILE_TOO_LARGE", `A notebook has ${MAX_NOTES} notes at most.`);
    }
    const note: Note = {
      id: (notebook.notes.at(-1)?.id ?? 0) + 1,
      text: String(text),
      source: source === undefined ? null : String(source),
      section: section === undefined ? null : String(section),
      at: timestamp(context.now()),
    };
    await save({ ...notebook, notes: [...notebook.notes, note] });
    return { note, total: notebook.notes.length + 1 };
  },
};

export const searchNotes: BuiltinTool = {
  name: "search_notes",
  description:
    "Finds notes of the research notebook by what they say; without a query, all of them.",
  examples: [
    "what did we note about {query}",
    "search the notes for {query}",
    "show the research notes",
  ],
  riskLevel: "LOW",
  sideEffectTags: ["fs.read"],
  behaviour: { readOnly: true, idempotent: true, dryRun: true, timeoutMs: 10_000 },
  inputSchema: {
    type: "object",
    properties: {
      query: { type: "string", maxLength: 500 },
      limit: { type: "integer", minimum: 1, maximum: 100, default: 20 },
    },
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: { notes: { type: "array", items: NOTE }, total: { type: "integer" } },
    required: ["notes", "total"],
  },
  async run({ query, limit = 20 }, context) {
    const { notebook } = await openNotebook(context);
    const found = query === undefined ? notebook.notes : rankNotes(notebook.notes, String(query));
    return { notes: found.slice(0, Number(limit)), total: found.length };
  },
};

export const outline: BuiltinTool = {
  name: "research_outline",
  description:
    "Shows the notebook as an outline: the question, the sections, and the sources of each note.",
  examples: ["outline the research", "what have we found so far", "summarise the notes by section"],
  riskLevel: "LOW",
  sideEffectTags: ["fs.read"],
  behaviour: { readOnly: true, idempotent: true, dryRun: true, timeoutMs: 10_000 },
  inputSchema: { type: "object", properties: {}, additionalProperties: false },
  outputSchema: {
    type: "object",
    properties: {
      question: { type: "string" },
      markdown: { type: "string" },
      sources: { type: "array", items: { type: "string" } },
    },
    required: ["question", "markdown", "sources"],
  },
  async run(_inputs, context) {
    const { notebook } = await openNotebook(context);
    const { question, notes } = notebook;
    const sections = new Map<string, Note[]>();
    for (const note of notes) {
      const name = note.section ?? "Notes";
      sections.set(name, [...(sections.get(name) ?? []), note]);
    }
    const markdown = [
      `# ${question || "Research"}`,
      ...[...sections].map(([name, own]) =>
        [
          `## ${name}`,
          ...own.map(({ text, source }) => `- ${text}${source ? ` (${source})` : ""}`),
        ].join("\n"),
      ),
    ].join("\n\n");
    return {
      question,
      markdown,
      sources: [...new Set(notes.flatMap(({ source }) => source ?? []))],
    };
  },
};

export const startResearch: BuiltinTool = {
  name: "start_research",
  description: "Begins or renames the research: the question that the notebook is about.",
  examples: ["start research on {question}", "research {question}", "look into {question}"],
  riskLevel: "MED",
  sideEffectTags: ["fs.read", "fs.write"],
  behaviour: { idempotent: true, timeoutMs: 10_000 },
  inputSchema: {
    type: "object",
    properties: { question: { type: "string", minLength: 1, maxLength: 1_000 } },
    required: ["question"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: { question: { type: "string" }, notes: { type: "integer" } },
    required: ["question", "notes"],
  },
  async run({ question }, context) {
    const { notebook, save } = await openNotebook(context);
    await save({ ...notebook, question: String(question) });
    return { question, notes: notebook.notes.length };
  },
};
