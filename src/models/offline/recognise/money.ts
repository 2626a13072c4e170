import type { Value } from "./value.ts";

const CURRENCIES = new Map<string, string>();
for (const [code, names] of [
  ["USD", "$ dollar dollars usd bucks us$"],
  ["EUR", "€ euro euros eur"],
  ["GBP", "£ pound pounds gbp quid sterling"],
  ["JPY", "¥ yen jpy"],
  ["CHF", "franc francs chf"],
  ["INR", "₹ rupee rupees inr"],
  ["CNY", "yuan renminbi cny"],
] as const) {
  for (const name of names.split(" ")) CURRENCIES.set(name, code);
}
const NAME = /[$€£¥₹]|(?<![\p{L}\p{N}])\p{L}{3,8}(?![\p{L}\p{N}])/gu;

/** Names and signs of currencies, as ISO 4217 codes. */
export function recogniseMoney(text: string): Value[] {
  return [...text.matchAll(NAME)].flatMap(({ 0: name, index }) => {
    const code = CURRENCIES.get(name.toLowerCase());
    if (!code) return [];
    return [{ kind: "money" as const, value: code, start: index, end: index + name.length }];
  });
}
