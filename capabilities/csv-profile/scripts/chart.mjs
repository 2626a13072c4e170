import { writeFileSync } from "node:fs";
import { countValues, isMissing, toNumber } from "./describe-column.mjs";
import { drawPng } from "./draw-png.mjs";
import { drawSvg } from "./draw-svg.mjs";
import { readCsv } from "./read-csv.mjs";
import { outputName, run } from "./run.mjs";

const MAX_BARS = 12;

run(2, ([file, wanted]) => {
  const { columns } = readCsv(file);
  const column = columns.find(({ name }) => name === wanted);
  if (!column) {
    throw new Error(
      `There is no column "${wanted}": ${columns.map(({ name }) => name).join(", ")}.`,
    );
  }
  const present = column.values.filter((value) => !isMissing(value));
  if (present.length === 0) throw new Error(`The column "${wanted}" has no values.`);
  const numbers = present.map(toNumber);
  const isNumeric = numbers.every((number) => !Number.isNaN(number));
  const bars = isNumeric ? histogram(numbers) : frequent(present);
  const chart = { title: column.name, bars };
  const path = outputName(file, column.name);
  writeFileSync(`${path}.svg`, drawSvg(chart));
  writeFileSync(`${path}.png`, drawPng(chart));
  return { kind: isNumeric ? "histogram" : "bars", bars, files: [`${path}.svg`, `${path}.png`] };
});

function frequent(values) {
  const counts = countValues(values);
  const rest = counts.slice(MAX_BARS - 1);
  if (rest.length < 2) return counts.map(([label, count]) => ({ label, count }));
  const others = rest.reduce((sum, [, count]) => sum + count, 0);
  return [
    ...counts.slice(0, MAX_BARS - 1).map(([label, count]) => ({ label, count })),
    { label: `${rest.length} others`, count: others },
  ];
}

function histogram(numbers) {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const number of numbers) [min, max] = [Math.min(min, number), Math.max(max, number)];
  if (min === max) return [{ label: String(min), count: numbers.length }];
  const count = Math.min(MAX_BARS, Math.max(2, Math.ceil(Math.log2(numbers.length)) + 1));
  const width = (max - min) / count;
  const bars = Array.from({ length: count }, (_, index) => ({
    label: `${short(min + index * width)} – ${short(min + (index + 1) * width)}`,
    count: 0,
  }));
  for (const number of numbers) {
    bars[Math.min(count - 1, Math.floor((number - min) / width))].count += 1;
  }
  return bars;
}

function short(number) {
  return String(Number(number.toPrecision(4)));
}
