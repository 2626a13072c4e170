import { describe, expect, test } from "vitest";
import { cpuMs } from "../../../test/cpu-ms.ts";
import { createRedactor } from "./redactor.ts";

const { redact } = createRedactor();
const X = "***REDACTED***";
const ref = (name: string) => `\${secret:${name}}`;
const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N";
const PEM =
  "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7bq\nabc+/=\n-----END RSA PRIVATE KEY-----";

describe("what looks like a secret is hidden", () => {
  test.each([
    ["api_key=abc", `api_key=${X}`],
    ["API_KEY=abc", `API_KEY=${X}`],
    ["OPENAI_API_KEY=abc", `OPENAI_API_KEY=${X}`],
    ["apikey: abc", `apikey: ${X}`],
    ["api-key : abc", `api-key : ${X}`],
    ["x-api-key: abc", `x-api-key: ${X}`],
    ["?api_key=abc&page=2", `?api_key=${X}&page=2`],
    ["password=hunter2", `password=${X}`],
    ["Password: hunter2", `Password: ${X}`],
    ["dbPassword=hunter2;user=sa", `dbPassword=${X};user=sa`],
    ["password='it is\" two words'", `password='${X}'`],
    ['{"password":"hunter2","user":"bob"}', `{"password":"${X}","user":"bob"}`],
    ['{"password": "a\\"b c"}', `{"password": "${X}"}`],
    ['{\\"password\\": \\"hunter2\\"}', `{\\"password\\": \\"${X}\\"}`],
    ["passwd=hunter2", `passwd=${X}`],
    ["passphrase: correct", `passphrase: ${X}`],
    ["client_secret=abc", `client_secret=${X}`],
    ["secret=abc", `secret=${X}`],
    ['"secret": "abc"', `"secret": "${X}"`],
    ["aws_secret_access_key = abc/def+g", `aws_secret_access_key = ${X}`],
    ["access_token=abc", `access_token=${X}`],
    ["refresh-token: abc", `refresh-token: ${X}`],
    ["Authorization: Bearer abc", `Authorization: Bearer ${X}`],
    ["authorization=Basic dXNlcjpwYXNz", `authorization=Basic ${X}`],
    ["Authorization: abc", `Authorization: ${X}`],
    ['-H "Authorization: Bearer abc.def" https://x', `-H "Authorization: Bearer ${X}" https://x`],
    ['{"Authorization":"Bearer abc"}', `{"Authorization":"Bearer ${X}"}`],
    ["Bearer abcdef0123456789", `Bearer ${X}`],
    ["Cookie: sid=abc; theme=dark", `Cookie: ${X}`],
    ["Set-Cookie: sid=abc; Path=/\nNext: 1", `Set-Cookie: ${X}\nNext: 1`],
    ["sk-1234567890abcdef", X],
    ["sk-proj-abcDEF123456_-xyz", X],
    ["the key sk-abcdefghijklmnopqrstuvwx is", `the key ${X} is`],
    ["pk-1234567890abcdef", X],
    ["rk-1234567890abcdef", X],
    [`sk_${"live"}_4eC39HqLyjWDarjtT1zdp7dc`, X],
    ["ghp_16C7e42F292c6912E7710c838347Ae178B4a", X],
    ["gho_16C7e42F292c6912E7710c838347Ae178B4a", X],
    [`github_pat_${"11ABCDEFG0".repeat(4)}`, X],
    [`xox${"b-"}123456789012-abcdefABCDEF`, X],
    ["AKIAIOSFODNN7EXAMPLE", X],
    ["AIzaSyA1234567890abcdefghijklmnopqrstuv", X],
    [JWT, X],
    [`token ${JWT}.`, `token ${X}.`],
    [`cap_${"aB3-_".repeat(8)}xyz`, X],
    [PEM, X],
    [`a\n${PEM}\nb`, `a\n${X}\nb`],
    [PEM.replaceAll("\n", "\\n"), X],
    [PEM.slice(0, 60), X],
    ["postgres://bob:hunter2@db:5432/app", `postgres://bob:${X}@db:5432/app`],
    ["https://bob:p@ss@host/path", `https://bob:${X}@host/path`],
    ["redis://:hunter2@cache", `redis://:${X}@cache`],
    ["api_key=a password=b", `api_key=${X} password=${X}`],
  ])("S43: %j becomes %j", (text, hidden) => {
    expect(redact(text)).toBe(hidden);
    expect(redact(hidden)).toBe(hidden);
  });

  test.each([
    `api_key=${ref("API_KEY")}`,
    `api_key='${ref("API_KEY")}'`,
    `(password=${ref("DB")})`,
    `Authorization: Bearer ${ref("TOKEN")}`,
    `{"Authorization": "Bearer ${ref("TOKEN")}"}`,
    `https://bob:${ref("PASS")}@host`,
    `https://${ref("USER")}:${ref("PASS")}@host`,
    `https://${ref("USER")}@host`,
    ref("NAME"),
  ])("S43: %j is a reference and stays", (text) => {
    expect(redact(text)).toBe(text);
  });

  test("a reference with more behind it is hidden with it", () => {
    expect(redact(`password=${ref("A")}hunter2`)).toBe(`password=${X}`);
  });
});

describe("what only resembles a secret stays", () => {
  test.each([
    "",
    "What is 2 + 3?",
    `sha256:${"0123456789abcdef".repeat(4)}`,
    "inv_01980000-0000-7000-8000-000000000001",
    "session_01980000-0000-7000-8000-000000000001:3:1:Zm9vYmFyYmF6",
    "token_01980000-0000-7000-8000-000000000001",
    "01980000-0000-7000-8000-000000000001",
    "2026-01-01T00:00:00.000Z",
    "builtin:session_file_system:delete_file",
    "mcp:github:create_issue",
    "max_tokens=4096",
    "max_tokens: 4096",
    "resume_token=abc",
    "input_digest=abc",
    "secret_name=DB_PASSWORD",
    "Your password must have 12 characters.",
    "A password is required",
    "the secret of success",
    "risk-assessment-of-everything-2024",
    "desk-lamp-number-42-in-the-corner",
    "sk-learn",
    "sk-SK",
    "pk_users_2024",
    "task-1234567890abcdef",
    "the bearer of good news",
    "bearer authentication",
    "a cookie: chocolate",
    "https://example.com:8080/path",
    "https://example.com/@scope/name:1",
    "https://example.com/a?at=12:30@noon",
    "mail bob@example.com: hello",
    "AKIA",
    "AKIAIOSFODNN7EXAMPLEANDMORE",
    "eyJust kidding",
    "eyJhbGciOiJIUzI1NiJ9",
    "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----",
    "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
    "cap_table",
    "monkey=banana",
    "keyboard: qwertz",
  ])("S43: %j", (text) => {
    expect(redact(text)).toBe(text);
  });
});

describe("a key that names a secret hides its value", () => {
  test.each([
    "password",
    "Password",
    "passwd",
    "passphrase",
    "secret",
    "client_secret",
    "clientSecret",
    "client-secret",
    "api_key",
    "apikey",
    "apiKey",
    "API-KEY",
    "X-Api-Key",
    "authorization",
    "Authorization",
    "auth_token",
    "access_token",
    "accessToken",
    "refresh_token",
    "private_key",
    "cookie",
    "set-cookie",
    "Set-Cookie",
  ])("S43: %s", (key) => {
    expect(redact({ [key]: "abc" })).toEqual({ [key]: X });
    expect(redact([{ deep: { [key]: 12345 } }])).toEqual([{ deep: { [key]: X } }]);
    expect(redact({ [key]: ["a", "b"] })).toEqual({ [key]: X });
  });

  test.each([
    "max_tokens",
    "resume_token",
    "input_digest",
    "secret_name",
    "secrets",
    "token",
    "key",
    "passwords",
    "password_hash_algorithm",
    "cookies",
    "author",
  ])("S43: not %s", (key) => {
    const value = { [key]: "abc" };
    expect(redact(value)).toBe(value);
  });

  test.each([ref("DB"), `Bearer ${ref("DB")}`, "", null, true, false])(
    "not when its value is %j",
    (value) => {
      const record = { password: value };
      expect(redact(record)).toBe(record);
    },
  );
});

describe("no text takes long", () => {
  const SIZE = 200_000;
  test.each([
    ["a", ""],
    ["password=", ""],
    ['password="', ""],
    ["password ", ""],
    ["api_key ", ":"],
    ["eyJ-", ""],
    ["eyJaaaaaa.", ""],
    ["sk-", ""],
    ["sk-a ", ""],
    ["://", ""],
    ["://a:", ""],
    ["://a:b", "@"],
    [`://${ref("A")}`, ""],
    ["-----BEGIN PRIVATE KEY-----", ""],
    ["-----BEGIN ", ""],
    ["-", ""],
    ["bearer ", ""],
    ["bearer a.", ""],
    ["cookie: ", ""],
    ["cookie: a", "="],
    ["authorization: ", ""],
    ["authorization: bearer ", ""],
    [" ", "password"],
    ["\\", '"'],
    ['\\"password\\":\\"', ""],
    ["secret", "="],
    ["AKIA", ""],
    ["github_pat_", ""],
  ])("A108: %j repeated, then %j", (part, end) => {
    const text = part.repeat(SIZE / part.length) + end;
    const started = cpuMs();
    redact(text);
    expect(cpuMs() - started).toBeLessThan(1_500);
  });
});
