import { createHash } from "node:crypto";
import { makeZip } from "../../src/features/bundles/testing/make-zip.ts";
import { serveLoopback } from "./serve-loopback.ts";

export type PublishedWheel = {
  readonly name: string;
  readonly version: string;
  readonly file: string;
  /** `sha256:<hex>` */
  readonly hash: string;
};

type Kept = PublishedWheel & { archive: Uint8Array };

export type WheelOptions = {
  readonly tag?: string;
  readonly needs?: readonly string[];
  /** `name = module:function`, for programs of the package. */
  readonly programs?: readonly string[];
  /** Parts of the archive besides its own, by their whole paths. */
  readonly more?: Readonly<Record<string, string>>;
};

/** An index of Python packages on loopback, with pages in JSON or, as older ones have them, in HTML. */
export async function startPythonIndex({
  html = false,
  atEnd,
}: {
  readonly html?: boolean;
  readonly atEnd?: (end: () => void) => void;
} = {}) {
  const wheels = new Map<string, Kept>();
  const server = await serveLoopback((path) => {
    const kept = wheels.get(path.slice("/files/".length));
    if (path.startsWith("/files/")) {
      return kept && { body: kept.archive, type: "application/octet-stream" };
    }
    const [, name] = /^\/simple\/([^/]+)\/$/.exec(path) ?? [];
    const all = [...wheels.values()].filter((it) => normal(it.name) === name);
    if (all.length === 0) return undefined;
    return html ? asHtml(all) : asJson(name ?? "", all);
  }, atEnd);

  function asJson(name: string, all: readonly Kept[]) {
    const files = all.map(({ file, hash }) => ({
      filename: file,
      url: `../../files/${file}`,
      hashes: { sha256: hash.slice("sha256:".length) },
    }));
    const body = JSON.stringify({ meta: { "api-version": "1.0" }, name, files });
    return { body, type: "application/vnd.pypi.simple.v1+json" };
  }

  function asHtml(all: readonly Kept[]) {
    const links = all.map(
      ({ file, hash }) =>
        `<a href="../../files/${file}#${hash.replace(":", "=")}" data-requires-python="&gt;=3.8">${file}</a><br/>`,
    );
    const body = `<!DOCTYPE html><html><body>${links.join("\n")}</body></html>`;
    return { body, type: "text/html" };
  }

  return {
    ...server,
    /** The address of the index itself. */
    simple: `${server.url}simple/`,
    /** Files are given by their paths in the wheel. */
    publish(
      name: string,
      version: string,
      files: Readonly<Record<string, string>>,
      { tag = "py3-none-any", needs = [], programs = [], more = {} }: WheelOptions = {},
    ): PublishedWheel {
      const module = normal(name).replaceAll("-", "_");
      const info = `${module}-${version}.dist-info`;
      const needed = needs.map((one) => `Requires-Dist: ${one}\n`).join("");
      const parts = {
        ...files,
        ...more,
        [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n${needed}`,
        [`${info}/WHEEL`]: `Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: ${tag}\n`,
        ...(programs.length > 0 && {
          [`${info}/entry_points.txt`]: `[console_scripts]\n${programs.join("\n")}\n`,
        }),
      };
      const archive = makeZip([
        ...Object.entries(parts).map(([path, content]) => ({ name: path, content })),
        { name: `${info}/RECORD`, content: recordOf(parts, info) },
      ]);
      const hash = `sha256:${createHash("sha256").update(archive).digest("hex")}`;
      const file = `${module}-${version}-${tag}.whl`;
      const published = { name, version, file, hash };
      wheels.set(file, { ...published, archive });
      return published;
    },
    /** From now on the archive is another one than the index says. */
    tamper(file: string): void {
      const found = wheels.get(file);
      if (found) found.archive = Buffer.concat([found.archive, Buffer.of(0)]);
    },
  };
}

export type PythonIndex = Awaited<ReturnType<typeof startPythonIndex>>;

/** A `requirements.txt` with these wheels and their hashes. */
export function requirements(published: readonly PublishedWheel[]): string {
  return published
    .map(({ name, version, hash }) => `${name}==${version} \\\n    --hash=${hash}\n`)
    .join("");
}

function recordOf(parts: Readonly<Record<string, string>>, info: string): string {
  const rows = Object.entries(parts).map(([path, content]) => {
    const hash = createHash("sha256").update(content).digest("base64url");
    return `${path},sha256=${hash},${Buffer.byteLength(content)}`;
  });
  return [...rows, `${info}/RECORD,,`, ""].join("\n");
}

function normal(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}
