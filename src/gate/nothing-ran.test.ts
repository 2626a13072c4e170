import { expect, test } from "vitest";
import { nothingRan } from "./nothing-ran.ts";

test("F20: an error code of JSON-RPC proves that nothing ran where no method was called", () => {
  for (const code of [-32_700, -32_600, -32_601, -32_602, -32_021, -32_022]) {
    expect(nothingRan.afterJsonRpcError(code), `${code}`).toBe(true);
  }
  for (const code of [-32_603, -32_000, -32_042, 0, 1, 500]) {
    expect(nothingRan.afterJsonRpcError(code), `${code}`).toBe(false);
  }
});

test("F20: a status of HTTP proves it where the request was refused", () => {
  for (const status of [400, 401, 403, 404, 409, 413, 415, 422, 429, 501]) {
    expect(nothingRan.afterHttpStatus(status), `${status}`).toBe(true);
  }
  for (const status of [200, 302, 408, 499, 500, 502, 503, 504, 520]) {
    expect(nothingRan.afterHttpStatus(status), `${status}`).toBe(false);
  }
});

test("F20: a failure proves it where no connection stood", () => {
  expect(nothingRan.afterFailure("ECONNREFUSED")).toBe(true);
  for (const code of ["ECONNRESET", "UND_ERR_SOCKET", "UND_ERR_HEADERS_TIMEOUT", "EPIPE"]) {
    expect(nothingRan.afterFailure(code), code).toBe(false);
  }
});
