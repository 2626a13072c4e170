import type { QueryClient } from "@tanstack/react-query";
import { putFile } from "../api/file.ts";

/** Puts files into the session's own folder for them; answers with their paths. */
export async function attachFiles(
  queries: QueryClient,
  sessionId: string,
  files: readonly File[],
): Promise<string[]> {
  const paths: string[] = [];
  for (const file of files) {
    const path = `/uploads/${file.name.replaceAll(/[^\p{L}\p{N}._-]/gu, "_")}`;
    await putFile(sessionId, path, file);
    paths.push(path);
  }
  await queries.invalidateQueries({ queryKey: ["files", sessionId] });
  return paths;
}
