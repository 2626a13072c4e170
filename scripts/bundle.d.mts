export function bundle(
  entry: string,
  folder: string,
  options?: { readonly clean?: boolean },
): Promise<void>;
