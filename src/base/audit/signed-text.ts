/** A text, and what its signer made of it. */
export type SignedText = { readonly body: string; readonly signature: string };

/** Whether the signature is that of the one signer who counts. */
export type IsSigned = (text: SignedText) => boolean;
