import { packageError } from "./package-error.ts";

const TOKEN =
  /\s*(?:(?<text>"[^"]*"|'[^']*')|(?<operator><=|>=|===|==|!=|~=|<|>|not\s+in\b|in\b)|(?<word>[A-Za-z_][\w.]*)|(?<sign>[()]))/y;
const VERSIONS: ReadonlySet<string> = new Set([
  "python_version",
  "python_full_version",
  "implementation_version",
]);
const NUMBERS = /^\d+(?:\.\d+)*(?:\.\*)?$/;
const MAX_MARKER = 2_000;

type Token = { readonly kind: "text" | "operator" | "word" | "sign"; readonly value: string };

/** Whether an environment marker of Python holds (PEP 508). `extras` are those that were asked for. */
export function markerHolds(
  marker: string,
  variables: ReadonlyMap<string, string>,
  extras: ReadonlySet<string> = new Set(),
): boolean {
  const tokens = tokensOf(marker);
  let at = 0;

  const take = (kind: Token["kind"], value?: string): string | undefined => {
    const token = tokens[at];
    if (token?.kind !== kind || (value !== undefined && token.value !== value)) return undefined;
    at += 1;
    return token.value;
  };
  function either(): boolean {
    let holds = both();
    while (take("word", "or") !== undefined) holds = both() || holds;
    return holds;
  }
  function both(): boolean {
    let holds = single();
    while (take("word", "and") !== undefined) holds = single() && holds;
    return holds;
  }
  function single(): boolean {
    if (take("sign", "(") !== undefined) {
      const holds = either();
      if (take("sign", ")") === undefined) throw unreadable(marker);
      return holds;
    }
    const left = operand();
    const operator = take("operator");
    if (operator === undefined) throw unreadable(marker);
    return compare(left, operator.replace(/\s+/, " "), operand());
  }
  function operand(): Operand {
    const text = take("text");
    if (text !== undefined) return { value: text.slice(1, -1) };
    const name = take("word");
    if (name === "extra") return { name, value: "" };
    const value = name === undefined ? undefined : variables.get(name);
    if (name === undefined || value === undefined) throw unreadable(marker);
    return { name, value };
  }
  function compare(left: Operand, operator: string, right: Operand): boolean {
    if (left.name === "extra" || right.name === "extra") {
      const has = extras.has(left.name === "extra" ? right.value : left.value);
      return operator === "!=" ? !has : has;
    }
    if (operator === "in") return right.value.includes(left.value);
    if (operator === "not in") return !right.value.includes(left.value);
    const isVersion = VERSIONS.has(left.name ?? "") || VERSIONS.has(right.name ?? "");
    return isVersion && NUMBERS.test(right.value) && NUMBERS.test(left.value)
      ? compareVersions(left.value, operator, right.value)
      : compareTexts(left.value, operator, right.value);
  }

  const holds = either();
  if (at < tokens.length) throw unreadable(marker);
  return holds;
}

type Operand = { readonly name?: string; readonly value: string };

function tokensOf(marker: string): readonly Token[] {
  if (marker.length > MAX_MARKER) throw unreadable(marker);
  const text = marker.trimEnd();
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const groups = TOKEN.exec(text)?.groups;
    const [kind, value] = Object.entries(groups ?? {}).find(([, it]) => it !== undefined) ?? [];
    if (kind === undefined || value === undefined) throw unreadable(marker);
    tokens.push({ kind: kind as Token["kind"], value });
  }
  return tokens;
}

function compareTexts(left: string, operator: string, right: string): boolean {
  switch (operator) {
    case "==":
    case "===":
    case "~=":
      return left === right;
    case "!=":
      return left !== right;
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    default:
      return left >= right;
  }
}

/** Release numbers alone: an interpreter that is a preview compares as its release. */
function compareVersions(left: string, operator: string, right: string): boolean {
  const wild = right.endsWith(".*");
  const numbers = (text: string) => text.replace(/\.\*$/, "").split(".").map(Number);
  const [own, other] = [numbers(left), numbers(right)];
  const isUnder = other.every((number, index) => (own[index] ?? 0) === number);
  const order = orderOf(own, other);
  switch (operator) {
    case "==":
    case "===":
      return wild ? isUnder : order === 0;
    case "!=":
      return wild ? !isUnder : order !== 0;
    case "~=":
      return order >= 0 && other.slice(0, -1).every((number, index) => own[index] === number);
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    default:
      return order >= 0;
  }
}

function orderOf(own: readonly number[], other: readonly number[]): number {
  for (let index = 0; index < Math.max(own.length, other.length); index++) {
    const difference = (own[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
}

function unreadable(marker: string) {
  return packageError(`The marker "${marker.slice(0, 200)}" of a Python package cannot be read.`);
}
