import { cutLine, oneLine } from "../../base/one-line.ts";
import { type AgentFiles, textOf } from "../bundles/agent-files.ts";

const HEADING =
  /^#{2,6}\s+(?:Action:\s*)?`?([A-Za-z][A-Za-z0-9_.-]{0,63})`?(?:\s*\(.*\))?\s*:?\s*$/;
const MAX_DESCRIPTION = 1_000;

/** What SPEC.md says of each action, by its name: the first paragraph under the heading of that name. */
export function readSpec(files: AgentFiles): ReadonlyMap<string, string> {
  const told = new Map<string, string>();
  let name: string | undefined;
  let lines: string[] = [];
  const close = () => {
    const text = cutLine(oneLine(lines.join(" ")), MAX_DESCRIPTION);
    if (name !== undefined && text !== "" && !told.has(name)) told.set(name, text);
    name = undefined;
    lines = [];
  };
  for (const line of (textOf(files, "SPEC.md") ?? "").split("\n")) {
    if (line.startsWith("#")) {
      close();
      name = HEADING.exec(line)?.[1];
    } else if (name !== undefined && (line.trim() !== "" || lines.length > 0)) {
      if (line.trim() === "") close();
      else lines.push(line);
    }
  }
  close();
  return told;
}

/** Tasks that its author shows: the quoted lines of SPEC.md. */
export function exampleTasks(files: AgentFiles): string[] {
  const quoted = (textOf(files, "SPEC.md") ?? "").matchAll(/^>\s*[*_"“]*(.+?)[*_"”]*\s*$/gm);
  return [...quoted].map(([, text = ""]) => cutLine(oneLine(text), 300)).slice(0, 20);
}
