import type { QueryClient } from "@tanstack/react-query";
import { putFile } from "../api/file.ts";
import { uploadPath } from "../chat/free-path.ts";

/** Puts files among the session's; one of the same name is replaced. */
export async function uploadFiles(
  queries: QueryClient,
  sessionId: string,
  files: readonly File[],
): Promise<void> {
  for (const file of files) await putFile(sessionId, uploadPath(file.name), file);
  await queries.invalidateQueries({ queryKey: ["files", sessionId] });
}
