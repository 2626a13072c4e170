import { expect, test } from "vitest";
import { API } from "../../src/app/features.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../src/base/json.ts";
import { openApiOf } from "../../src/http/reference/openapi.ts";
import { assertPublished } from "./published-answers.ts";

type Given = {
  readonly method?: string;
  readonly path: string;
  readonly status?: number;
  readonly type?: string;
  readonly body: unknown;
};

function answer({ method = "GET", path, status = 200, type = "application/json", body }: Given) {
  return () =>
    assertPublished(method, path, { status, headers: new Headers({ "content-type": type }) }, body);
}

const FILE = {
  path: "/a.txt",
  name: "a.txt",
  is_directory: false,
  size_bytes: 1,
  mime: null,
  digest: null,
  created_at: "2026-03-01T10:00:00.000Z",
  updated_at: "2026-03-01T10:00:00.000Z",
};
const { digest: _, ...WITHOUT_DIGEST } = FILE;
const FILES = "/v1/sessions/session_1/files";
const PROBLEM = { type: "about:blank", title: "Not Found", status: 404, retryable: false };

test("F30: an answer that fits what is published passes", () => {
  answer({ path: `${FILES}?recursive`, body: { items: [FILE], total: 1 } })();
  answer({ path: `${FILES}/docs/deep?list`, body: { items: [FILE], total: 1 } })();
  answer({ path: "/healthz", body: { status: "ok", version: "1" } })();
});

test.each<[string, Given, RegExp]>([
  [
    "with a field in camelCase",
    { path: FILES, body: { items: [{ ...FILE, sizeBytes: 1 }], total: 1 } },
    /#\/items\/0\/sizeBytes is not a published field/,
  ],
  [
    "without a field",
    { path: FILES, body: { items: [WITHOUT_DIGEST], total: 1 } },
    /#\/items\/0: .*"digest"/,
  ],
  [
    "with a field of another type",
    { path: FILES, body: { items: [{ ...FILE, size_bytes: "1" }], total: 1 } },
    /#\/items\/0\/size_bytes: .*"string".*"integer"/,
  ],
  [
    "of a deeper path, judged by the schema of that path",
    { method: "PUT", path: `${FILES}/docs/a.txt`, body: FILE },
    /#: .*"created"/,
  ],
  [
    "with a status that is not published",
    { path: FILES, status: 201, body: { items: [], total: 0 } },
    /no schema for 201 application\/json/,
  ],
  [
    "with a media type that is not published",
    { path: FILES, type: "text/plain", body: "" },
    /no schema for 200 text\/plain/,
  ],
  [
    "that is a problem with a code of its own",
    {
      path: "/v1/nowhere",
      status: 404,
      type: "application/problem+json",
      body: { ...PROBLEM, code: "NOWHERE", message: "No." },
    },
    /#\/code: /,
  ],
  [
    "of a path that is not published, unless it is a problem",
    { path: "/v1/nowhere", body: {} },
    /no schema for 200 application\/json/,
  ],
])("F30: an answer %s is refused, and the field is named", (_, given, told) => {
  expect(answer(given)).toThrow(told);
});

test("F30: every published object of an answer is closed, or an open record", () => {
  const document = openApiOf(API, "0.0.0-test");
  const { schemas = {} } = document.components as { schemas?: JsonObject };
  const answers = Object.entries(schemas).filter(([name]) => !name.endsWith("Body"));
  const open = answers.flatMap(([name, schema]) => openObjects(schema, name));
  expect(open).toEqual([]);
  expect(answers.length).toBeGreaterThan(100);
});

/** Where a schema names fields and takes others as well. */
function openObjects(schema: JsonValue, path: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((item, n) => openObjects(item, `${path}/${n}`));
  if (!isJsonObject(schema)) return [];
  const isOpen = isJsonObject(schema.properties) && schema.additionalProperties !== false;
  const inner = Object.entries(schema).flatMap(([key, part]) =>
    openObjects(part, `${path}/${key}`),
  );
  return isOpen && schema.type === "object" ? [path, ...inner] : inner;
}
