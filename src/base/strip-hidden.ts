/**
 * Controls, bidi marks, zero-width and tag characters, fillers and variation selectors, halves of
 * pairs: what a model reads and a person does not see. Tabs and line breaks are neither.
 */
const HIDDEN = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

export function stripHidden(text: string): string {
  return text.replace(HIDDEN, "");
}
