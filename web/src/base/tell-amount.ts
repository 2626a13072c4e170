const number = new Intl.NumberFormat("en");
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

export function tellNumber(value: number): string {
  return number.format(value);
}

export function tellShort(value: number): string {
  return short.format(value);
}

export function tellBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

const cents = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const fraction = new Intl.NumberFormat("en", { maximumSignificantDigits: 2 });

/** An amount of money: prices are the owner's, and so is the currency, which nobody asks for. */
export function tellCost(cost: number): string {
  return cost === 0 || cost >= 1 ? cents.format(cost) : fraction.format(cost);
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${tellNumber(count)} ${count === 1 ? one : many}`;
}
