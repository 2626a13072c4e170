import * as z from "zod";

/** Only what a tool's author writes; the length and the framing of a request are the client's. */
const HeaderName = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, "is not the name of a header")
  .refine((name) => !FRAMING.has(name.toLowerCase()), "is set by the client itself");

const FRAMING: ReadonlySet<string> = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "upgrade",
  "expect",
]);

const Template = z.string().max(10_000);

/**
 * A request as a template: `{{name}}` is an input, `{{config.name}}` a setting of the agent,
 * `${secret:NAME}` a secret that was allowed for the tool.
 */
export const HttpCall = z.strictObject({
  method: z.enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]),
  url: Template,
  query: z.record(z.string().min(1).max(200), Template).optional(),
  headers: z.record(HeaderName, Template).optional(),
  /** A text that is one place and nothing else becomes the value itself, with its type. */
  body: z.json().optional(),
});
export type HttpCall = z.infer<typeof HttpCall>;

/** No place may stand in the host: it is the same for every call. */
export function hostOfCall({ url }: HttpCall): string {
  return URL.parse(/^[^{]*/.exec(url)?.[0] ?? "")?.host.toLowerCase() ?? "";
}
