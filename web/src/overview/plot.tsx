import { useEffect, useMemo, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { tellShort } from "../base/tell-amount.ts";
import { tellDuration } from "../base/tell-time.ts";
import { Card } from "../ui/card.tsx";
import { useScheme } from "./use-scheme.ts";

type Tone = "accent" | "critical" | "high" | "med";

type Line = {
  readonly name: string;
  readonly tone: Tone;
  readonly values: readonly (number | null)[];
  readonly bars?: boolean;
};

type PlotProps = {
  readonly title: string;
  readonly unit?: "ms";
  readonly times: readonly string[];
  readonly lines: readonly Line[];
};

const HEIGHT = 180;
/** What is counted has no halves. */
const WHOLE = [1, 2, 5]
  .flatMap((digit) => [...Array(9).keys()].map((zeros) => digit * 10 ** zeros))
  .sort((a, b) => a - b);

/** A plot for the eye, with its sum in words for those who do not see it. */
export function Plot({ title, unit, times, lines }: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const scheme = useScheme();
  const hasData = lines.some(({ values }) => values.some((value) => value !== null && value > 0));
  const data = useMemo(
    (): uPlot.AlignedData => [
      times.map((time) => Date.parse(time) / 1_000),
      ...lines.map(({ values }) => [...values]),
    ],
    [times, lines],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: other colours need another plot
  useEffect(() => {
    const element = box.current;
    if (!element || !hasData) return;
    const plot = new uPlot(optionsOf(element.clientWidth, unit, lines), data, element);
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: HEIGHT }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [data, lines, unit, hasData, scheme]);
  return (
    <Card aria-label={title} className="min-w-0">
      <header className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-medium text-sm">{title}</h2>
        <ul className="flex gap-3 text-quiet text-xs">
          {lines.map(({ name, tone, values }) => (
            <li key={name} className="flex items-center gap-1.5">
              <span
                aria-hidden
                className="size-2 rounded-full"
                style={{ background: colour(tone) }}
              />
              {name}
              {unit === undefined && (
                <span className="tabular-nums">
                  {tellShort(values.reduce<number>((sum, value) => sum + (value ?? 0), 0))}
                </span>
              )}
            </li>
          ))}
        </ul>
      </header>
      {hasData ? (
        <div ref={box} aria-hidden style={{ height: `${HEIGHT}px` }} />
      ) : (
        <div
          className="flex items-center justify-center rounded-lg bg-sunken text-quiet text-sm"
          style={{ height: `${HEIGHT}px` }}
        >
          Nothing in this time
        </div>
      )}
    </Card>
  );
}

function colour(tone: Tone | "quiet" | "line"): string {
  return `var(--color-${tone})`;
}

/** A canvas knows no variables, and none of `light-dark()`: the colour as it is at this moment. */
function computed(tone: Parameters<typeof colour>[0]): string {
  const probe = document.createElement("span");
  probe.style.color = colour(tone);
  document.body.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}

const hour = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

function tellTick(seconds: number): string {
  const time = hour.format(seconds * 1_000);
  return time === "00:00" ? day.format(seconds * 1_000) : time;
}

/** By half a step, so that the first bar and the last are seen whole. */
function widen(plot: uPlot, min: number, max: number): uPlot.Range.MinMax {
  const half = (max - min) / Math.max(1, (plot.data[0]?.length ?? 1) - 1) / 2;
  return [min - half, max + half];
}

function optionsOf(width: number, unit: "ms" | undefined, lines: readonly Line[]): uPlot.Options {
  const axis = {
    stroke: computed("quiet"),
    grid: { stroke: computed("line"), width: 1 },
    ticks: { show: false },
    font: "11px system-ui",
  };
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    scales: {
      x: { range: widen },
      y: { range: (_plot, _min, max) => [0, Math.max(max * 1.1, 1)] },
    },
    axes: [
      { ...axis, size: 30, values: (_plot, ticks) => ticks.map(tellTick) },
      {
        ...axis,
        size: 52,
        ...(unit === undefined && { incrs: WHOLE }),
        values: (_plot, ticks) =>
          ticks.map((tick) => (unit === "ms" ? tellDuration(tick) : tellShort(tick))),
      },
    ],
    series: [
      {},
      ...lines.map(({ name, tone, bars }): uPlot.Series => {
        const stroke = computed(tone);
        const paths = bars ? uPlot.paths.bars?.({ size: [0.7, 14] }) : undefined;
        return {
          label: name,
          stroke,
          width: bars ? 0 : 2,
          spanGaps: true,
          points: { show: !bars, size: 4, fill: stroke },
          ...(bars && { fill: stroke }),
          ...(paths && { paths }),
        };
      }),
    ],
  };
}
