import { expect, test } from "vitest";
import { CapstanError, ERROR_CODES, type ErrorCode } from "../base/errors.ts";
import { problemResponse } from "./problem.ts";

const codes = Object.keys(ERROR_CODES) as ErrorCode[];

test.each(codes)("X20: %s is a problem as in RFC 9457, with its status", async (code) => {
  const response = problemResponse(new CapstanError(code, "Why it is so."));
  const { status, retryable } = ERROR_CODES[code];
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect(response.headers.get("www-authenticate")).toBe(status === 401 ? "Bearer" : null);
  expect(await response.json()).toEqual({
    type: "about:blank",
    title: expect.stringMatching(/^[A-Z]/),
    status,
    code,
    detail: "Why it is so.",
    message: "Why it is so.",
    retryable,
  });
});

test("X20: details go with it; a cause and a stack never do", async () => {
  const cause = new Error("secret at /root");
  const error = new CapstanError("INPUT_INVALID", "Why.", { cause, details: { field: "a" } });
  const text = await problemResponse(error).text();
  expect(JSON.parse(text)).toMatchObject({ details: { field: "a" } });
  expect(text).not.toMatch(/secret|stack|\.ts/);
});

test.each([new TypeError("secret at /root/x.ts"), "secret", { code: "POLICY_DENIED" }, undefined])(
  "X20: an error that is not ours says nothing of itself: %s",
  async (error) => {
    const response = problemResponse(error);
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ code: "INTERNAL", retryable: false });
    expect(text).not.toMatch(/secret|POLICY/);
  },
);
