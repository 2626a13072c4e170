type Process = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What was started, as it was named. */
  readonly script: string;
  readonly folder: string;
  /** The root of the checkout that this runs from; undefined in an installed package. */
  readonly checkout: string | undefined;
};

let program = () => "capstan";

/** For the composition root: everything after this is told to type what works here. */
export function nameProgram(name: () => string): void {
  program = name;
}

/** A command as a person would type it here. */
export function typed(words: string): string {
  return `${program()} ${words}`;
}

type Place = { readonly start: number; readonly end: number };

/** Where a text tells to type something: up to the quote that ends it, or the end of the text. */
export function* commandsIn(text: string): Generator<Place> {
  const name = program();
  for (let at = 0; ; ) {
    const start = text.indexOf(`${name} `, at);
    if (start === -1) return;
    const before = text[start - 1] ?? " ";
    const quote = /["`]/.test(before) ? text.indexOf(before, start) : -1;
    const end = quote === -1 ? text.length : quote;
    if (/["`\s]/.test(before)) yield { start, end };
    at = end;
  }
}

export function programName({ env, script, folder, checkout }: Process): string {
  const { delimiter, dirname, relative } = process.getBuiltinModule("node:path");
  if (checkout !== undefined) {
    const isInside = !relative(checkout, folder).startsWith("..");
    return isInside ? "npm run -s capstan --" : `node ${script}`;
  }
  // npm puts the commands of a project before all others, for what it runs itself.
  if (env.npm_command) return "npx capstan";
  const places = (env.PATH ?? "").split(delimiter);
  return places.includes(dirname(script)) ? "capstan" : "npx capstan";
}
