import type { PolicyJson } from "@cedar-policy/cedar-wasm/nodejs";
import { childrenOf, conditionsOf, type Expr, pathOf } from "../cedar/expression.ts";

/** What policies refer to: nothing else is told to Cedar, and a decision depends on nothing else. */
export type References = {
  /** Attributes of `context`: `approval_level`, `mode`, `args`, `paths`, … */
  readonly context: ReadonlySet<string>;
  /** Names under `context.args` and `context.text`. */
  readonly args: ReadonlySet<string>;
  readonly text: ReadonlySet<string>;
  /** Attributes of `resource`. */
  readonly tool: ReadonlySet<string>;
  readonly principal: boolean;
  readonly scopes: boolean;
  /** Whether the name or the kind of the principal is asked for. */
  readonly person: boolean;
  /** Records taken as a whole, which cannot be told in part, and attributes that nobody knows. */
  readonly untellable: ReadonlySet<string>;
};

const TOOL_ATTRIBUTES = ["id", "name", "risk", "effects", "source", "capability", "trust"];

export function referencesOf(policy: PolicyJson): References {
  const paths = conditionsOf(policy).flatMap((condition) => [...pathsIn(condition)]);
  const isBare = (root: string) => paths.some((path) => path.length === 1 && path[0] === root);
  const under = (...head: string[]) =>
    new Set(
      paths
        .filter((path) => head.every((name, index) => path[index] === name))
        .flatMap((path) => path.slice(head.length, head.length + 1)),
    );
  return {
    context: under("context"),
    args: under("context", "args"),
    text: under("context", "text"),
    // `(if … then resource else …).risk` hides the attribute that it asks for.
    tool: isBare("resource") ? new Set(TOOL_ATTRIBUTES) : under("resource"),
    principal: policy.principal.op !== "All" || paths.some(([root]) => root === "principal"),
    scopes: isBare("principal") || under("principal").has("scopes"),
    person: isBare("principal") || ["name", "kind"].some((it) => under("principal").has(it)),
    untellable: new Set(paths.filter(isUntellable).map((path) => path.join("."))),
  };
}

export function mergeReferences(all: readonly References[]): References {
  const union = (pick: (one: References) => ReadonlySet<string>) =>
    new Set(all.flatMap((one) => [...pick(one)]));
  return {
    context: union((one) => one.context),
    args: union((one) => one.args),
    text: union((one) => one.text),
    tool: union((one) => one.tool),
    principal: all.some((one) => one.principal),
    scopes: all.some((one) => one.scopes),
    person: all.some((one) => one.person),
    untellable: union((one) => one.untellable),
  };
}

/** Every `context.args.path` and every `context has args.path` in an expression. */
function* pathsIn(expression: Expr): Generator<string[]> {
  const path = pathOf(expression);
  if (path) return yield path;
  if ("has" in expression) {
    const { left, attr } = expression.has as { left: Expr; attr: string | string[] };
    const before = pathOf(left);
    // `context.args has path` says nothing of the whole record, unlike a bare `context.args`.
    if (before) return yield before.concat(attr);
  }
  for (const child of childrenOf(expression)) yield* pathsIn(child);
}

function isUntellable([root, attribute, name]: string[]): boolean {
  if (root !== "context") return false;
  if (attribute === undefined) return true;
  if (attribute === "approver") return name !== undefined;
  return (attribute === "args" || attribute === "text") && name === undefined;
}

export function readsInputs({ context }: References): boolean {
  return ["args", "text", "paths", "hosts", "commands", "secrets"].some((fact) =>
    context.has(fact),
  );
}
