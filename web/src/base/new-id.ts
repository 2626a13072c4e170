/** A random id. `crypto.randomUUID` is missing where the console is reached by plain HTTP by name. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
