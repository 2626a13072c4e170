/** How the parts of a page are written. */
export type Dialect = {
  readonly escape: (text: string) => string;
  readonly paragraph: (text: string) => string;
  readonly heading: (level: number, text: string) => string;
  readonly strong: (text: string) => string;
  readonly emphasis: (text: string) => string;
  readonly strike: (text: string) => string;
  readonly code: (text: string) => string;
  readonly link: (text: string, url: string) => string;
  readonly image: (alt: string, url: string) => string;
  readonly codeBlock: (code: string, language: string) => string;
  readonly quote: (text: string) => string;
  /** The first row is the head. */
  readonly table: (rows: readonly (readonly string[])[]) => string;
  readonly rule: string;
  readonly lineBreak: string;
  readonly cellBreak: string;
};
