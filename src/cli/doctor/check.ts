/** `warn` works, but a person should look; `fail` does not work until it is mended. */
export type Check = {
  readonly name: string;
  readonly state: "ok" | "warn" | "fail";
  readonly message: string;
  /** What mends it, line by line as it is to be typed. */
  readonly command?: string;
};

export const ok = (name: string, message: string): Check => ({ name, state: "ok", message });
export const warn = (name: string, message: string): Check => ({ name, state: "warn", message });
export const fail = (name: string, message: string): Check => ({ name, state: "fail", message });
