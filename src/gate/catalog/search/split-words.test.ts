import { expect, test } from "vitest";
import { splitWords } from "./split-words.ts";

test.each([
  ["createPullRequest", ["create", "pull", "request"]],
  ["HTTPServer", ["http", "server"]],
  ["combine PDFs", ["combine", "pdfs"]],
  ["read_file-now.txt", ["read", "file", "now", "txt"]],
  ["s3_upload", ["s3", "upload"]],
  ["base64", ["base", "64", "base64"]],
  ["Événement ÜBER", ["evenement", "uber"]],
  ["what's that", ["whats", "that"]],
  ["日本語 水", ["日本語", "水"]],
  ["Привет мир", ["привет", "мир"]],
  ["a 1 - ++", []],
])("C13: the words of %j", (text, words) => {
  expect(splitWords(text)).toEqual(words);
});
