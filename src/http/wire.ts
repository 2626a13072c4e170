import * as z from "zod";

type Renamer = (value: unknown) => unknown;

// Walking a schema costs more than using the result; schemas are module constants.
const renamers = new WeakMap<z.ZodType, Renamer>();

/**
 * The wire form of a value: camelCase keys of its schema become snake_case. Only keys that the
 * schema names are touched: what tools take and give passes through as it is.
 */
export function toWire<T>(schema: z.ZodType<T>, value: T): unknown {
  return wireFormOf(schema)(value);
}

/** Throws for a schema with a part that has no wire form. */
export function wireFormOf(schema: z.ZodType): Renamer {
  let renamer = renamers.get(schema);
  if (!renamer) {
    // A schema that holds itself, as z.json() does, meets this one on its way down.
    renamers.set(schema, asItIs);
    renamer = build(schema);
    const isRecursive = schema instanceof z.ZodLazy && renamer !== asItIs;
    if (isRecursive) throw new TypeError("A lazy schema with names of its own has no wire form.");
    renamers.set(schema, renamer);
  }
  return renamer;
}

const asItIs: Renamer = (value) => value;

/** Just as much of Zod's own description of a schema as is needed here. */
type Definition = {
  readonly type: string;
  readonly shape: Record<string, z.ZodType>;
  readonly element: z.ZodType;
  readonly innerType: z.ZodType;
  readonly getter: () => z.ZodType;
  readonly valueType: z.ZodType;
  readonly options: readonly z.ZodType[];
  readonly items: readonly z.ZodType[];
  readonly rest: z.ZodType | null;
  readonly left: z.ZodType;
  readonly right: z.ZodType;
};

const PLAIN = new Set([
  ...["string", "number", "boolean", "null", "literal", "enum", "template_literal"],
]);
const WRAPPERS = new Set(["optional", "nullable", "default", "readonly"]);

function build(schema: z.ZodType): Renamer {
  const definition = schema.def as unknown as Definition;
  const { type, rest } = definition;
  if (PLAIN.has(type)) return asItIs;
  if (WRAPPERS.has(type)) return wireFormOf(definition.innerType);
  switch (type) {
    case "object":
      return renameObject(definition.shape);
    case "array":
      return renameItems([], wireFormOf(definition.element));
    case "tuple":
      return renameItems(definition.items.map(wireFormOf), rest ? wireFormOf(rest) : asItIs);
    case "record":
      return renameValues(wireFormOf(definition.valueType));
    case "union":
      return renameOption(definition.options);
    case "intersection":
      return renameBoth(wireFormOf(definition.left), wireFormOf(definition.right));
    case "lazy":
      return wireFormOf(definition.getter());
    default:
      throw new TypeError(`A schema of the type "${type}" has no wire form.`);
  }
}

function renameObject(shape: Record<string, z.ZodType>): Renamer {
  const fields = Object.entries(shape).map(
    ([key, schema]) => [key, snakeCase(key), wireFormOf(schema)] as const,
  );
  return (value) => {
    if (typeof value !== "object" || value === null) return value;
    const source = value as Record<string, unknown>;
    const target: Record<string, unknown> = {};
    for (const [key, name, rename] of fields) {
      if (source[key] !== undefined) target[name] = rename(source[key]);
    }
    return target;
  };
}

function renameItems(first: readonly Renamer[], rest: Renamer): Renamer {
  if ([...first, rest].every((rename) => rename === asItIs)) return asItIs;
  return (value) =>
    Array.isArray(value) ? value.map((item, n) => (first[n] ?? rest)(item)) : value;
}

/** The keys of a record are data. */
function renameValues(rename: Renamer): Renamer {
  if (rename === asItIs) return asItIs;
  return (value) =>
    typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rename(item)]))
      : value;
}

function renameOption(options: readonly z.ZodType[]): Renamer {
  const forms = options.map((option) => [option, wireFormOf(option)] as const);
  if (forms.every(([, rename]) => rename === asItIs)) return asItIs;
  return (value) => {
    const form = forms.find(([option]) => option.safeParse(value).success);
    if (form) return form[1](value);
    throw new TypeError("An answer fits no option of its union.");
  };
}

function renameBoth(left: Renamer, right: Renamer): Renamer {
  return (value) => {
    const [one, other] = [left(value), right(value)];
    return typeof one === "object" && typeof other === "object" ? { ...one, ...other } : other;
  };
}

export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
