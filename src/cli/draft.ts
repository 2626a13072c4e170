import { readNamedFile } from "./read-file.ts";

/** A policy file as a draft; it takes the place of the one of the same name in the home. */
export function readDraft(file: string): { readonly name: string; readonly text: string } {
  const { basename } = process.getBuiltinModule("node:path");
  return { name: `policy/${basename(file)}`, text: readNamedFile(file) };
}
