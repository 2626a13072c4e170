import type { BuiltinCapability } from "../../builtin-capability.ts";
import { BUILTIN_IDS } from "../builtin-ids.ts";
import { addNote, outline, searchNotes, startResearch } from "./note-tools.ts";
import { createWebSearch, type SearchOptions } from "./web-search.ts";

/** A scratchpad for a question that takes a while (E22). */
export function createResearch(search: SearchOptions): BuiltinCapability {
  return {
    id: BUILTIN_IDS.research,
    name: "Research",
    description: "Looks into a question at length, and keeps what it finds in order.",
    status: "available",
    icon: "search",
    category: "AI",
    systemPrompt: [
      "You have a scratchpad for research. Keep your thoughts, your findings and where they come from in it.",
      "Begin with start_research. Write down each finding with add_note as soon as you have it, with its source and a section; look with search_notes before you search the same thing again; end with research_outline, and say which of your statements have a source and which have none.",
    ].join("\n"),
    tools: [startResearch, addNote, searchNotes, outline, createWebSearch(search)],
  };
}
