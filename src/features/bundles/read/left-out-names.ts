import { foldedName } from "./bundle-names.ts";

type Rule = { readonly names: RegExp; readonly reason: string };

/** Held against a name in lower case: `.GIT` is `.git` on some systems (A10). */
const RULES: readonly Rule[] = [
  { names: /^\.(?:git|hg|svn|jj)$/, reason: "The history of a repository is not taken along." },
  {
    names: /^(?:node_modules|\.venv|__pycache__)$/,
    reason: "Dependencies are installed by their lock, and compiled files are made anew.",
  },
  { names: /^(?:\.ds_store|thumbs\.db|__macosx)$/, reason: "A system keeps this for itself." },
  { names: /^\.env/, reason: "It usually holds secrets." },
  {
    names:
      /^(?:\.npmrc|\.yarnrc\.yml|\.pypirc|\.netrc|_netrc|\.pgpass|\.git-credentials|\.htpasswd)$/,
    reason: "It usually holds passwords.",
  },
  { names: /^\.(?:ssh|gnupg|aws|azure|kube|docker)$/, reason: "It usually holds keys." },
  { names: /^id_(?:rsa|dsa|ecdsa|ed25519)/, reason: "It is a key." },
  { names: /\.(?:pem|key|p12|pfx|ppk|jks|keystore)$/, reason: "It is a key." },
];

/** Why a file or folder of this name is never part of a bundle; undefined for all others. */
export function reasonToLeaveOut(name: string): string | undefined {
  const folded = foldedName(name);
  return RULES.find(({ names }) => names.test(folded))?.reason;
}
