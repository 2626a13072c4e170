import type { JsonObject, JsonValue } from "../../base/json.ts";
import { cutLine, hasHidden, oneLine } from "../../base/one-line.ts";
import type { PackMetadata } from "../../schema/pack.ts";
import { packInvalid } from "../bundles/pack-errors.ts";
import { readAllowedTools } from "./read-allowed-tools.ts";

type Metadata = Pick<PackMetadata, "name" | "description" | "allowedTools" | "warnings">;

const MAX_NAME = 200;
const STANDARD_NAME = 64;
const MAX_DESCRIPTION = 4_000;
const STANDARD_DESCRIPTION = 1_024;
const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Of the Agent Skills standard; others are kept in the file, and mean nothing here. */
const KNOWN_KEYS: ReadonlySet<string> = new Set([
  ...["name", "description", "license", "compatibility", "metadata", "allowed-tools", "version"],
]);

/** What front matter says of a pack, made safe to be shown: one line each, nothing hidden. */
export function readMetadata(fields: JsonObject, folder: string): Metadata {
  const warnings: string[] = [];
  const description = readText(fields.description, "description", warnings);
  if (description === "") {
    throw packInvalid(
      'The front matter has no description. Add "description: <what it does, and when to use it>".',
      { field: "description" },
    );
  }
  const given = readText(fields.name, "name", warnings);
  const name = given || oneLine(folder) || "pack";
  if (given === "") warnings.push(`The front matter has no name: it is called "${name}".`);
  else if (!KEBAB.test(given) || given.length > STANDARD_NAME) {
    warnings.push(
      `The name "${cutLine(given, 60)}" is not like "my-pack", with 64 characters at most.`,
    );
  } else if (folder !== "" && given !== folder) {
    warnings.push(
      `The name "${given}" is not that of its folder, "${cutLine(oneLine(folder), 60)}".`,
    );
  }
  if (description.length > STANDARD_DESCRIPTION) {
    warnings.push(`The description has more than ${STANDARD_DESCRIPTION} characters.`);
  }
  const unknown = Object.keys(fields).filter((key) => !KNOWN_KEYS.has(key));
  if (unknown.length > 0) {
    const shown = unknown.slice(0, 10).map((key) => cutLine(oneLine(key), 40));
    warnings.push(`These keys mean nothing here: ${shown.join(", ")}.`);
  }
  return {
    name: cutLine(name, MAX_NAME),
    description: cutLine(description, MAX_DESCRIPTION),
    allowedTools: readAllowedTools(fields["allowed-tools"]),
    warnings,
  };
}

function readText(value: JsonValue | undefined, field: string, warnings: string[]): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") {
    if (hasHidden(value))
      warnings.push(`Characters that cannot be seen were taken out of the ${field}.`);
    return oneLine(value);
  }
  const texts = Array.isArray(value) ? value : [value];
  const isPlain = texts.every((text) => text !== null && typeof text !== "object");
  warnings.push(`The ${field} is not a text. Put it in quotes.`);
  return isPlain ? oneLine(texts.join(", ")) : "";
}
