import { expect, test } from "vitest";
import { sha256 } from "../digest.ts";
import { chainLink, chainStart } from "./hash-chain.ts";

// The formula is in every database that was ever written: it can never change.

test("a stream starts with the hash of its name", () => {
  expect(chainStart("session_1")).toBe(
    "5b52659ee9b92dff01824d3cbc00c5cb5978f576ab9096681050010b2aef8539",
  );
  expect(chainStart("session_1")).toBe(sha256("capstan.audit:session_1"));
  expect(chainStart("session_2")).not.toBe(chainStart("session_1"));
});

test("a link hashes what came before, the sequence and the body's hash", () => {
  expect(chainLink("aa", 7, "bb")).toBe(sha256("aa:7:bb"));
});

test.each([
  { part: "what came before", link: chainLink("ab", 7, "bb") },
  { part: "the sequence", link: chainLink("aa", 8, "bb") },
  { part: "the body", link: chainLink("aa", 7, "bc") },
])("a link changes with $part", ({ link }) => {
  expect(link).not.toBe(chainLink("aa", 7, "bb"));
});
