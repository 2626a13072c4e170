import type { Dialect } from "./dialect.ts";
import type { HtmlElement } from "./html-element.ts";

/** What every part of a conversion is told. */
export type Rendering = {
  readonly dialect: Dialect;
  readonly shows: (element: HtmlElement) => boolean;
  /** The whole address of a link or an image, or nothing where it is not one to follow. */
  readonly resolve: (href: string | undefined) => string | undefined;
};
