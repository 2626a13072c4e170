import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";

/** A folder for one fetch, gone afterwards. */
export async function inScratch<T>(
  scratch: string,
  act: (folder: string) => Promise<T>,
): Promise<T> {
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(scratch, "fetch-"));
  try {
    return await act(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
