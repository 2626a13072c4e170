const MISSING = new Set(["", "na", "n/a", "null", "none", "-"]);
const NUMBER = /^[+-]?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?(e[+-]?\d+)?$/i;
const DATE = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const BOOLEAN = /^(true|false|yes|no)$/i;
const MAX_DISTINCT = 100_000;
const TOP = 5;

export function isMissing(value) {
  return MISSING.has(value.toLowerCase());
}

export function toNumber(value) {
  return NUMBER.test(value) && /\d/.test(value) ? Number(value.replaceAll(",", "")) : Number.NaN;
}

/** The most frequent values first; those that are as frequent by name. */
export function countValues(values) {
  const counts = new Map();
  for (const value of values) {
    if (counts.has(value) || counts.size < MAX_DISTINCT) {
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}

export function describeColumn({ name, values }) {
  const present = values.filter((value) => !isMissing(value));
  const counts = countValues(present);
  const type = typeOf(present);
  return {
    name,
    type,
    missing: values.length - present.length,
    distinct: counts.length,
    ...rangeOf(type, present),
    ...(type !== "number" && {
      top: counts.slice(0, TOP).map(([value, count]) => ({ value: value.slice(0, 80), count })),
    }),
  };
}

function typeOf(present) {
  if (present.length === 0) return "empty";
  const all = (fits) => present.every(fits);
  if (all((value) => !Number.isNaN(toNumber(value)))) return "number";
  if (all((value) => DATE.test(value))) return "date";
  if (all((value) => BOOLEAN.test(value))) return "true or false";
  return "text";
}

function rangeOf(type, present) {
  if (type === "date") {
    const sorted = present.toSorted();
    return { min: sorted[0], max: sorted.at(-1) };
  }
  if (type !== "number") return {};
  const numbers = present.map(toNumber).sort((a, b) => a - b);
  const middle = numbers.length / 2;
  const median =
    numbers.length % 2 === 1
      ? numbers[Math.floor(middle)]
      : (numbers[middle - 1] + numbers[middle]) / 2;
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  return { min: numbers[0], max: numbers.at(-1), mean: Number(mean.toPrecision(6)), median };
}
