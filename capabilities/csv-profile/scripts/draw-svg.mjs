const [WIDTH, LEFT, RIGHT, TOP, ROW] = [720, 220, 70, 56, 30];

/** Bars that lie, with their labels before them and their counts behind. */
export function drawSvg({ title, bars }) {
  const most = Math.max(...bars.map(({ count }) => count), 1);
  const height = TOP + bars.length * ROW + 16;
  const rows = bars.map(({ label, count }, index) => {
    const y = TOP + index * ROW;
    const length = Math.round(((WIDTH - LEFT - RIGHT) * count) / most);
    return [
      `<text x="${LEFT - 10}" y="${y + 15}" text-anchor="end">${asText(shorten(label))}</text>`,
      `<rect x="${LEFT}" y="${y}" width="${length}" height="20" rx="2" fill="#2f6f9f"/>`,
      `<text x="${LEFT + length + 8}" y="${y + 15}">${count}</text>`,
    ].join("");
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="13" role="img" aria-label="${asText(title)}">`,
    '<rect width="100%" height="100%" fill="#ffffff"/>',
    `<text x="16" y="30" font-size="17" font-weight="600">${asText(shorten(title, 70))}</text>`,
    ...rows,
    "</svg>",
    "",
  ].join("\n");
}

function shorten(text, most = 28) {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

function asText(text) {
  return text
    .replace(/\p{Cc}/gu, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
