/**
 * The whole environment of a program of ours, for who gives it one of its own: it runs what was bundled,
 * from what was compiled before (rig/bundle-setup.ts). From its source each start takes three times as
 * long.
 */
export function bundledEnv(own: Readonly<Record<string, string>>): Record<string, string> {
  const { PATH = "", CAPSTAN_BUNDLE = "", NODE_COMPILE_CACHE = "" } = process.env;
  return { PATH, CAPSTAN_BUNDLE, NODE_COMPILE_CACHE, ...own };
}
