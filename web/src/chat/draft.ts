/** What a person is about to send. Files go up with it, not before. */
export type Draft = { readonly text: string; readonly files: readonly File[] };
