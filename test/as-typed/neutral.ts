/**
 * The text of a command without what differs from one run to the next: ids are numbered in the order
 * in which they first appear, and times, durations, digests, keys, ports and folders have one word each.
 */
export function createNeutral(folders: Readonly<Record<string, string>>) {
  const numbers = new Map<string, number>();
  const counts = new Map<string, number>();

  function numbered(id: string, kind: string): string {
    if (!numbers.has(id)) {
      const next = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, next);
      numbers.set(id, next);
    }
    return `<${kind} ${numbers.get(id)}>`;
  }

  return (text: string): string => {
    let neutral = text;
    for (const [word, folder] of Object.entries(folders)) {
      neutral = neutral.replaceAll(folder, `<${word}>`);
    }
    return (
      neutral
        .replaceAll(/-----BEGIN [A-Z ]+-----[^-]+-----END [A-Z ]+-----/g, "<key>")
        .replaceAll(/\b([a-z]+)_[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?:_\d+)?/g, numbered)
        .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "<time>")
        .replaceAll(/\d{4}-\d\d-\d\d(?=\b)/g, "<day>")
        .replaceAll(/\bcapa?_[\w-]{20,}(?:\.[\w-]+)*/g, "<token>")
        .replaceAll(/(#code=)[\w-]+/g, "$1<code>")
        .replaceAll(/\bed25519:[\w+/=-]+/g, "<public key>")
        .replaceAll(/ …\[\d+ of \d+ characters not shown\]… [^"]*/g, " … <cut>")
        .replaceAll(/\b(?:sha256:[0-9a-f]+|[0-9a-f]{64})\b/g, "<digest>")
        .replaceAll(/"signature":"[^"]+"/g, '"signature":"<signature>"')
        // How often the log was sealed by then, and where in it a call stands.
        .replaceAll(/"stretches":\[.*\]/g, '"stretches":[<proof>]')
        .replaceAll(/(sequence\\?":)\d+/g, "$1<n>")
        .replaceAll(/(streams\\?":)\d+/g, "$1<n>")
        .replaceAll(/\b\d+ (record|stream|signed checkpoint|line)s?\b/g, "<n> $1s")
        .replaceAll(/(\.db \()\d+ bytes/g, "$1<n> bytes")
        .replaceAll(/("duration_ms":)\d+/g, "$1<n>")
        .replaceAll(/\b[0-9a-f]{4}(?: [0-9a-f]{4}){3,}\b/g, "<fingerprint>")
        .replaceAll(/(127\.0\.0\.1):\d+/g, "$1:<port>")
        .replaceAll(/\b\d+(?:\.\d+)? (?:ms|s|min)\b/g, "<duration>")
        // Columns are as wide as their widest cell, which may be a path.
        .replaceAll(/(?<=\S) {2,}/g, "  ")
    );
  };
}
