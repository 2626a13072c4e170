/** Head, tail and size: a long value cannot push its dangerous part off the screen (A95). */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = Math.ceil(max / 2);
  const tail = max - head;
  const omitted = text.length - max;
  return `${text.slice(0, head)} …[${omitted} of ${text.length} characters not shown]… ${text.slice(-tail)}`;
}

export function shortJson(value: unknown, max: number): string {
  return shorten(JSON.stringify(value) ?? "", max);
}
