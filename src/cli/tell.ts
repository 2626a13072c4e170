import type { Io } from "./command.ts";
import { renderLines } from "./render-lines.ts";

/** Says something beside the answer, on stderr: as wide as the terminal there. */
export function tell({ err, errWidth }: Pick<Io, "err" | "errWidth">, text: string): void {
  err(renderLines([text], { hasColour: false, width: errWidth }).join("\n"));
}
