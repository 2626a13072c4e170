/** `future`: the document puts it off. `guidance`: for authors and models. `excluded`: not wanted. */
export type Mark = "future" | "guidance" | "excluded";

export type Row = { readonly text: string; readonly mark: Mark | null };

/** One of the founding documents as rows. Texts are Markdown. */
export type Document = {
  readonly name: string;
  readonly about: string;
  readonly rows: Readonly<Record<string, string | Row>>;
};

export const future = (text: string): Row => ({ text, mark: "future" });
export const guidance = (text: string): Row => ({ text, mark: "guidance" });
export const excluded = (text: string): Row => ({ text, mark: "excluded" });
