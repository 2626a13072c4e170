import { describe, expect, test } from "vitest";
import { readBody } from "./read-body.ts";

const URL = "http://localhost/";

const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  new Request(URL, { method: "POST", body, headers });

/** A body that arrives piece by piece, and how many pieces were asked for. */
function arriving(pieces: Iterable<Uint8Array>) {
  const iterator = pieces[Symbol.iterator]();
  const asked = { count: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        asked.count += 1;
        const { done, value } = iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
  return { asked, request: new Request(URL, { method: "POST", body, duplex: "half" }) };
}

function* forever(): Generator<Uint8Array> {
  for (;;) yield new Uint8Array(100).fill(0x20);
}

describe("readBody", () => {
  test.each([
    { text: '{"a": [1]}', value: { a: [1] } },
    { text: " null ", value: null },
    { text: '"\u20ac"', value: "\u20ac" },
    { text: "\ufeff{}", value: {} },
  ])("reads $text", async ({ text, value }) => {
    expect(await readBody(post(text), 100)).toEqual(value);
  });

  test("reads a body that arrives in pieces, also inside a character", async () => {
    const bytes = new TextEncoder().encode('"\u20ac\u20ac"');
    const pieces = Array.from(bytes, (_, index) => bytes.slice(index, index + 1));
    expect(await readBody(arriving(pieces).request, 100)).toBe("\u20ac\u20ac");
  });

  test("answers undefined where there is no body, or an empty one", async () => {
    expect(await readBody(new Request(URL, { method: "POST" }), 100)).toBeUndefined();
    expect(await readBody(post(""), 100)).toBeUndefined();
    expect(await readBody(arriving([]).request, 100)).toBeUndefined();
  });

  test("takes exactly as many bytes as are allowed, counted as bytes", async () => {
    const text = JSON.stringify("\u20ac".repeat(10));
    expect(await readBody(post(text), 32)).toBe("\u20ac".repeat(10));
    await expect(readBody(post(text), 31)).rejects.toThrow(
      expect.objectContaining({ code: "BODY_TOO_LARGE", message: expect.stringContaining("31") }),
    );
  });

  test("refuses by the declared length, before it reads anything", async () => {
    const { asked, request } = arriving(forever());
    request.headers.set("content-length", "101");
    await expect(readBody(request, 100)).rejects.toThrow(
      expect.objectContaining({ code: "BODY_TOO_LARGE" }),
    );
    expect(asked.count).toBe(0);
  });

  test("counts what arrives, whatever was declared, and stops reading", async () => {
    const { asked, request } = arriving(forever());
    request.headers.set("content-length", "2");
    await expect(readBody(request, 1_000)).rejects.toThrow(
      expect.objectContaining({ code: "BODY_TOO_LARGE" }),
    );
    expect(asked.count).toBeLessThanOrEqual(12);
  });

  test.each([
    { what: "a byte that is never UTF-8", bytes: [0x22, 0xff, 0x22] },
    { what: "half a character", bytes: [0x22, 0xe2, 0x82, 0x22] },
    { what: "a surrogate", bytes: [0x22, 0xed, 0xa0, 0x80, 0x22] },
    { what: "an overlong form", bytes: [0x22, 0xc0, 0xaf, 0x22] },
  ])("refuses $what", async ({ bytes }) => {
    await expect(readBody(post(new Uint8Array(bytes)), 100)).rejects.toThrow(
      expect.objectContaining({ code: "JSON_INVALID", message: "The body is not valid UTF-8." }),
    );
  });

  test.each(["{", "a=1&b=2", "<xml/>", "\u0000"])("refuses %j as broken JSON", async (text) => {
    await expect(readBody(post(text), 100)).rejects.toThrow(
      expect.objectContaining({ code: "JSON_INVALID" }),
    );
  });
});
