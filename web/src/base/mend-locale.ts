/**
 * uPlot makes a formatter for `navigator.language` when it is loaded. Some systems say `en-US@posix`
 * there, which no formatter takes.
 */
export function mendLocale(): void {
  try {
    new Intl.NumberFormat(navigator.language);
  } catch {
    Object.defineProperty(navigator, "language", { value: "en-US", configurable: true });
  }
}
