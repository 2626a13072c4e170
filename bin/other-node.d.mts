type System = { readonly platform: string; readonly arch: string };

export function isTooOld(version: string): boolean;
export function shippedNode(system: System): string | undefined;
export function whatToInstall(system: System & { versions: { readonly node: string } }): string;
export function runWithAnother(args: readonly string[]): Promise<void>;
