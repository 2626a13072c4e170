import * as z from "zod";
import { CapstanError } from "../../../base/errors.ts";
import type { SessionFiles } from "../../../gate/session-files.ts";
import type { ToolContext } from "../../builtin-capability.ts";

/** Where the scratchpad lies: a file of the session, to be read and taken along like any other. */
const NOTEBOOK = "/research/notes.json";
const MAX_BYTES = 2_000_000;
export const MAX_NOTES = 500;

const Note = z.strictObject({
  id: z.int(),
  text: z.string(),
  /** Where it comes from: an address, a path, a person. */
  source: z.string().nullable(),
  section: z.string().nullable(),
  at: z.string(),
});
export type Note = z.infer<typeof Note>;

const Notebook = z.strictObject({ question: z.string(), notes: z.array(Note) });
export type Notebook = z.infer<typeof Notebook>;

type Opened = { readonly notebook: Notebook; save(next: Notebook): Promise<void> };

/** The session's notebook as it is now. Saving conflicts when somebody else has written meanwhile. */
export async function openNotebook(context: ToolContext): Promise<Opened> {
  const files = filesOf(context);
  const file = await files.stat(NOTEBOOK);
  const notebook = file ? await readNotebook(files) : { question: "", notes: [] };
  return {
    notebook,
    async save(next) {
      const bytes = Buffer.from(`${JSON.stringify(next, null, 2)}\n`);
      await files.write(NOTEBOOK, bytes, { expect: file?.digest ?? null });
    },
  };
}

async function readNotebook(files: SessionFiles): Promise<Notebook> {
  const bytes = await files.read(NOTEBOOK, 0, MAX_BYTES);
  try {
    return Notebook.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (cause) {
    const message = `${NOTEBOOK} is no longer a notebook. Move it away to begin a new one.`;
    throw new CapstanError("INPUT_INVALID", message, { cause });
  }
}

function filesOf({ files }: ToolContext): SessionFiles {
  if (files) return files;
  throw new CapstanError("REQUEST_INVALID", "Research is kept in a session: call this in one.");
}
