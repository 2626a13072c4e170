import { isObject, type JsonObject, parseJson } from "../api/json.ts";

export type Kind = "program" | "address" | "json";

export type ServerDraft = {
  readonly kind: Kind;
  readonly id: string;
  readonly command: string;
  /** One on each line: no shell reads them. */
  readonly args: string;
  readonly url: string;
  readonly json: string;
};

export type Wanted = JsonObject & { readonly id: string };

/** What is sent for a draft; or what is wrong with it, in words. */
export function readServer(draft: ServerDraft): Wanted | string {
  const id = draft.id.trim();
  if (draft.kind === "json") return readJson(draft.json, id);
  if (id === "") return "Give it a name.";
  if (draft.kind === "address") {
    return draft.url.trim() === "" ? "Give its address." : { id, url: draft.url.trim() };
  }
  const args = draft.args.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
  const command = draft.command.trim();
  return command === "" ? "Give the program that is started." : { id, command, args };
}

/** As servers print it in their manuals: with `mcpServers` around it, or the one entry alone. */
function readJson(text: string, id: string): Wanted | string {
  const read = parseJson(text);
  if (!isObject(read)) return "This is not a JSON object.";
  const all = isObject(read.mcpServers) ? read.mcpServers : read;
  const entries = Object.entries(all);
  const [only] = entries;
  if (entries.length === 1 && only && isObject(only[1])) return { ...only[1], id: id || only[0] };
  if (all !== read) return "mcpServers must have one server: add them one at a time.";
  return id === "" ? "Give it a name." : { ...read, id };
}
