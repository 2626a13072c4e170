import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { CapstanError } from "../base/errors.ts";
import { newMasterKey } from "../base/keyring.ts";

const BYTES = 32;

/**
 * The key under which secrets and waiting inputs are sealed and checkpoints are signed: preset, or
 * in a file of its own that is made on the first start. Servers that share a database share it.
 */
export function openMasterKey(file: string, preset: string | undefined): Uint8Array {
  if (preset) return decode(preset, "CAPSTAN_MASTER_KEY");
  if (existsSync(file)) return decode(readFileSync(file, "utf8").trim(), file);
  const key = newMasterKey();
  const text = `${Buffer.from(key).toString("base64")}\n`;
  writeFileSync(file, text, { mode: 0o600, flag: "wx" });
  return key;
}

function decode(text: string, where: string): Uint8Array {
  const key = Buffer.from(text, "base64");
  if (key.length === BYTES) return key;
  throw new CapstanError("SETTINGS_INVALID", `${where} must be ${BYTES} bytes in base64.`);
}
