import { isAbsolute } from "node:path";
import { CapstanError } from "../../../base/errors.ts";
import type { BundleOrigin } from "../hub.ts";

/** Something to install: an entry of a hub, or a bundle that lies elsewhere. */
export type Wanted =
  | {
      readonly type: "entry";
      readonly publisher?: string;
      readonly name: string;
      readonly version?: string;
      /** The address of the one hub that is meant; left out, all are looked at. */
      readonly hub?: string;
    }
  | { readonly type: "source"; readonly source: string; readonly origin: Origin };

/** An archive on this machine is read first. */
export type Origin = BundleOrigin | { readonly type: "file"; readonly path: string };

const ENTRY = /^(?:([a-z0-9][a-z0-9-]*)\/)?([a-z0-9][a-z0-9._-]*)(?:@([^@\s]{1,100}))?$/;
const GIT = /^git\+([^#]+)#([0-9a-f]{40}|[0-9a-f]{64})(?::(.+))?$/;
const ARCHIVE = /\.(?:zip|tgz|tar\.gz)$/i;

const FORMS =
  "Say the name of an entry (weather, acme/weather@1.2.0), the path of a folder or an archive, a URL, npm:<package>, or git+<url>#<commit>.";

/** What a person asks for: `name` may be any of the forms. */
export type WantedText = {
  readonly name: string;
  readonly version?: string | undefined;
  readonly hub?: string | undefined;
};

/** What a person names, whichever way it is spelled. */
export function readWanted({ name: text, version, hub }: WantedText): Wanted {
  if (text.startsWith("npm:"))
    return source(text, { type: "npm", spec: text.slice("npm:".length) });
  if (text.startsWith("git+")) return source(text, gitOf(text));
  if (/^https?:\/\//.test(text)) return source(text, { type: "url", url: text });
  if (isAbsolute(text)) {
    return source(text, { type: ARCHIVE.test(text) ? "file" : "folder", path: text });
  }
  const [, publisher, name, own] = ENTRY.exec(text) ?? [];
  if (name === undefined) throw unreadable(text);
  const wanted = version ?? own;
  return {
    type: "entry",
    name,
    ...(publisher !== undefined && { publisher }),
    ...(wanted !== undefined && { version: wanted }),
    ...(hub !== undefined && { hub }),
  };
}

function source(text: string, origin: Origin): Wanted {
  return { type: "source", source: text, origin };
}

function gitOf(text: string): BundleOrigin {
  const [, repository, commit, folder] = GIT.exec(text) ?? [];
  if (repository === undefined || commit === undefined) {
    const message = `"${text.slice(0, 200)}" names no commit. Write git+<url>#<commit>, with all 40 digits of the commit, and :<folder> where it is not the whole repository.`;
    throw new CapstanError("HUB_INVALID", message);
  }
  return { type: "git", repository, commit, ...(folder !== undefined && { folder }) };
}

function unreadable(text: string): CapstanError {
  return new CapstanError(
    "HUB_INVALID",
    `"${text.slice(0, 200)}" names nothing to install. ${FORMS}`,
  );
}
