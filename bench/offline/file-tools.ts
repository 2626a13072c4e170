import type { Tool } from "../../src/schema/tool.ts";
import { inventTool } from "./invent-tool.ts";

const PATH = { type: "string", description: "Absolute path, such as /docs/readme.txt." };

/** The session's files and the web, as rows E25 to E30 and E38 describe them. */
export const FILE_TOOLS: readonly Tool[] = [
  inventTool({
    name: "read_file",
    description: "Reads a file and returns its content.",
    examples: ["read {path}", "show me what is in {path}", "open the file {path}"],
    properties: { path: PATH },
    required: ["path"],
  }),
  inventTool({
    name: "write_file",
    description: "Writes text to a file. Creates it or replaces what was there.",
    examples: [
      "write {content} to {path}",
      "save {content} as {path}",
      "create a file {path} with {content}",
    ],
    properties: {
      path: PATH,
      content: { type: "string", description: "The text to write." },
      encoding: { type: "string", enum: ["text", "base64"], default: "text" },
    },
    required: ["path", "content"],
    effect: "fs.write",
  }),
  inventTool({
    name: "list_directory",
    description: "Lists the files and folders in a directory.",
    examples: ["list the files in {path}", "what files are there", "what is in the folder {path}"],
    properties: { path: { ...PATH, default: "/" } },
  }),
  inventTool({
    name: "grep_files",
    description: "Searches the content of files for a regular expression.",
    examples: [
      "search for {pattern} in {path_pattern}",
      "which files mention {pattern}",
      "find {pattern} in my files",
    ],
    properties: {
      pattern: { type: "string", description: "Regular expression to look for." },
      path_pattern: { type: "string", description: "Only files that match, such as *.txt." },
    },
    required: ["pattern"],
  }),
  inventTool({
    name: "delete_file",
    description: "Deletes a file or a folder.",
    examples: ["delete {path}", "remove the file {path}", "get rid of {path}"],
    properties: {
      path: PATH,
      recursive: { type: "boolean", default: false, description: "Also what is in the folder." },
    },
    required: ["path"],
    effect: "fs.delete",
    risk: "HIGH",
  }),
  inventTool({
    name: "stat_file",
    description: "Tells the size, the kind and the times of a file.",
    examples: ["how big is {path}", "when was {path} changed", "does {path} exist"],
    properties: { path: PATH },
    required: ["path"],
  }),
  inventTool({
    name: "web_fetch",
    description: "Fetches a page from the web and returns its content.",
    examples: ["fetch {url}", "get the page {url}", "what does {url} say", "download {url}"],
    properties: {
      url: { type: "string", format: "uri", description: "An http or https URL." },
      method: { type: "string", enum: ["GET", "HEAD"], default: "GET" },
      as_markdown: { type: "boolean", description: "Convert HTML to markdown." },
      as_text: { type: "boolean", description: "Convert HTML to plain text." },
    },
    required: ["url"],
  }),
];
