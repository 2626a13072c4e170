/** Ids that commands take: their last digits are random, and the first ones are a time. */
const WHOLE =
  /\b(session|appr|agent|grant|token|intent)_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{4}([0-9a-f]{8})(?![0-9a-f-])/g;

/** Each id by its end, which commands take as well. */
export function shortIds(text: string): string {
  return text.replace(WHOLE, "$1_$2");
}
