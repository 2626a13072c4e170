const MARKS = [",", ";", "\t", "|"];

/**
 * The rows of a CSV text, each a list of its cells; or why it cannot be read. What separates the cells is
 * found in the first row. A quoted cell may hold that mark, line breaks, and quotes that are doubled.
 */
export function readCsv(text, maxRows) {
  let content = text.replace(/^\uFEFF/, "");
  // A spreadsheet may say in a line of its own what separates the cells.
  const said = /^sep=([,;|\t])\r?\n/i.exec(content);
  if (said) content = content.slice(said[0].length);
  content = content.replace(/^(?:[ \t]*\r?\n)+/, "");
  const mark = said?.[1] ?? markOf(content);
  const rows = [];
  let row = [];
  let cell = "";
  let isQuoted = false;
  let quotedFrom = 0;
  let line = 1;
  const endCell = () => {
    row.push(cell.trim());
    cell = "";
  };
  const endRow = () => {
    endCell();
    if (row.some((one) => one !== "")) rows.push(row);
    row = [];
  };
  for (let at = 0; at < content.length && rows.length <= maxRows; at++) {
    const character = content[at];
    if (character === "\n") line += 1;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (content[at + 1] === '"') cell += content[++at];
      else isQuoted = false;
    } else if (character === '"' && cell.trim() === "") {
      isQuoted = true;
      quotedFrom = line;
      cell = "";
    } else if (character === mark) endCell();
    else if (character === "\n" || (character === "\r" && content[at + 1] !== "\n")) endRow();
    else if (character !== "\r") cell += character;
  }
  if (isQuoted) {
    return { fault: `A quote that sample_csv opens in line ${quotedFrom} is never closed.` };
  }
  endRow();
  return { rows };
}

/** The mark that is there most often in the first row, outside quotes. */
function markOf(content) {
  const counts = new Map(MARKS.map((mark) => [mark, 0]));
  let isQuoted = false;
  for (const character of content) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /[\r\n]/.test(character)) break;
    else if (!isQuoted && counts.has(character)) counts.set(character, counts.get(character) + 1);
  }
  return [...counts].sort((one, other) => other[1] - one[1])[0][0];
}
