import { shorten } from "./shorten.ts";

/**
 * Lines of foreign text, indented: what stands at the margin is ours, so a tool cannot imitate a
 * question or an answer of the command line (A96).
 */
export function block(text: string, max: number): string[] {
  return shorten(text, max)
    .split(/\r?\n/)
    .map((line) => `  ${line.replaceAll("\t", "    ")}`);
}
