import type * as z from "zod";

type Renamer = (value: unknown) => unknown;

// Walking a schema costs more than using the result; schemas are module constants.
const renamers = new WeakMap<z.ZodType, Renamer>();

/**
 * The wire form of a value: camelCase keys of its schema become snake_case. Only keys that the
 * schema names are touched: what tools take and give passes through as it is.
 */
export function toWire<T>(schema: z.ZodType<T>, value: T): unknown {
  return renamerOf(schema)(value);
}

function renamerOf(schema: z.ZodType): Renamer {
  let renamer = renamers.get(schema);
  if (!renamer) {
    renamer = build(schema);
    renamers.set(schema, renamer);
  }
  return renamer;
}

/** Just as much of Zod's own description of a schema as is needed here. */
type Definition = {
  readonly type: string;
  readonly shape?: Record<string, z.ZodType>;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
};

function build(schema: z.ZodType): Renamer {
  const { type, shape, element, innerType } = schema.def as unknown as Definition;
  if (type === "object" && shape) return renameObject(shape);
  if (type === "array" && element) {
    const item = renamerOf(element);
    return (value) => (Array.isArray(value) ? value.map(item) : value);
  }
  return innerType ? renamerOf(innerType) : (value) => value;
}

function renameObject(shape: Record<string, z.ZodType>): Renamer {
  const fields = Object.entries(shape).map(
    ([key, schema]) => [key, snakeCase(key), renamerOf(schema)] as const,
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

export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
