import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { cardsOf } from "../../src/cli/field-rows.ts";
import type { Session } from "../../src/http/client/wire.ts";

type Approval = {
  readonly id: string;
  readonly tool_id: string;
  readonly session_id: string | null;
  readonly access?: { readonly paths: readonly object[] };
};

/** Someone who gives Capstan a task and answers what it asks. */
export type Person = {
  /** Answers the session that the task runs in, when it ended or asks. */
  task(text: string): Promise<{ readonly sessionId: string }>;
  /** Chooses the card of a tool where the session offers one. */
  choose(sessionId: string, tool: string): Promise<void>;
  waiting(sessionId: string): Promise<readonly Approval[]>;
  answer(approvalId: string, answer: "run" | "deny"): Promise<void>;
  /** What the session shows of its answers. */
  told(sessionId: string): Promise<string>;
};

/** Runs a command line of Capstan, as whoever it is, wherever that is. */
export type Type = (
  words: readonly string[],
) => Promise<{ readonly code: number; readonly out: string }>;

/** Someone at a terminal. */
export function typist(type: Type): Person {
  const json = async (...words: string[]) => {
    const { code, out } = await type([...words, "--json"]);
    try {
      return JSON.parse(out);
    } catch {
      throw new TypeError(`capstan ${words.join(" ")} ended with ${code}: ${out}`);
    }
  };
  return {
    task: async (text) => ({ sessionId: (await json("do", text)).session_id }),
    async choose(sessionId, tool) {
      const value = cardOf(await json("sessions", "show", sessionId), tool);
      if (value !== undefined) await type(["sessions", "send", sessionId, value]);
    },
    async waiting(sessionId) {
      const { items } = await json("approvals", "list");
      return items.filter((it: Approval) => it.session_id === sessionId);
    },
    answer: async (id, answer) => void (await type(["approvals", answer, id])),
    told: async (sessionId) => (await type(["sessions", "show", sessionId])).out,
  };
}

/** A program that speaks HTTP. */
export function program(
  call: <T>(method: string, path: string, body?: unknown) => Promise<T>,
): Person {
  return {
    async task(text) {
      const intent = await call<{ session_id: string }>("POST", `/v1/intents?${WAIT}`, { text });
      return { sessionId: intent.session_id };
    },
    async choose(sessionId, tool) {
      const session = await call<Session>("GET", `/v1/sessions/${sessionId}`);
      const choice = cardOf(session, tool);
      if (choice === undefined) return;
      const { resume_token } = session;
      const path = `/v1/sessions/${sessionId}/resume?${WAIT}`;
      await call("POST", path, { resume_token, inputs: { choice } });
    },
    async waiting(sessionId) {
      const query = `state=pending&session_id=${sessionId}`;
      return (await call<{ items: Approval[] }>("GET", `/v1/approvals?${query}`)).items;
    },
    answer: async (id, answer) =>
      void (await call("POST", `/v1/approvals/${id}/${answer}?${WAIT}`, {})),
    async told(sessionId) {
      const path = `/v1/sessions/${sessionId}/messages?limit=100`;
      const { items } = await call<{ items: { role: string; content: string }[] }>("GET", path);
      return items
        .flatMap(({ role, content }) => (role === "assistant" ? [content] : []))
        .join("\n");
    },
  };
}

const WAIT = "wait_ms=15000";

/** The number of the card that calls a tool of the file agent, with all that it needs. */
function cardOf({ input_request: request }: Session, tool: string): string | undefined {
  const cards = request ? cardsOf(request) : [];
  return cards.find(({ steps, missing }) => {
    return steps[0]?.tool_id === `agent:file_agent:${tool}` && missing.length === 0;
  })?.value;
}

/** What is in a folder: each path with its text. */
export type Tree = Readonly<Record<string, string>>;

const BEFORE: Tree = { "notes.txt": "Bring milk.", "old/list.txt": "eggs" };

export type FileTask = {
  readonly name: string;
  readonly tool: string;
  /** How many folders it names, if not one. */
  readonly folders?: number;
  readonly says: (folder: string) => string;
  readonly after: Tree;
  /** What the report says of it, and a denied one does not. */
  readonly tells?: string;
};

export const FILE_TASKS: readonly FileTask[] = [
  {
    name: "read",
    tool: "read_file",
    says: (folder) => `read ${folder}/notes.txt`,
    after: BEFORE,
    tells: "Bring milk.",
  },
  {
    name: "list",
    tool: "list_files",
    says: (folder) => `list the files in ${folder}`,
    after: BEFORE,
    tells: "notes.txt",
  },
  {
    name: "move",
    folders: 2,
    tool: "move_file",
    says: (folder) => `move ${folder}/notes.txt to ${folder}/old`,
    after: { "old/list.txt": "eggs", "old/notes.txt": "Bring milk." },
  },
  {
    name: "copy",
    tool: "copy_file",
    says: (folder) => `copy ${folder}/notes.txt to ${folder}/copy.txt`,
    after: { ...BEFORE, "copy.txt": "Bring milk." },
  },
  {
    name: "rename",
    tool: "rename_file",
    says: (folder) => `rename ${folder}/notes.txt to shopping.txt`,
    after: { "old/list.txt": "eggs", "shopping.txt": "Bring milk." },
  },
  {
    name: "delete",
    tool: "delete_file",
    says: (folder) => `delete ${folder}/notes.txt`,
    after: { "old/list.txt": "eggs" },
  },
];

/** A new folder that nobody has opened. */
export function makeFolder(parent: string): string {
  const folder = realpathSync(mkdtempSync(join(parent, "folder-")));
  mkdirSync(join(folder, "old"));
  for (const [path, text] of Object.entries(BEFORE)) writeFileSync(join(folder, path), text);
  return folder;
}

function treeOf(folder: string): Tree {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(
    paths.sort().map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]),
  );
}

export type Done = {
  /** Each tool that was asked about. */
  readonly asked: readonly string[];
  /** How many folders the answers opened. */
  readonly opened: number;
  readonly told: string;
  readonly before: Tree;
  readonly after: Tree;
};

/** Gives one task, answers whatever it asks, and looks at the folder itself. */
export async function doFileTask(
  { task, choose, waiting, answer, told }: Person,
  { says, tool }: FileTask,
  word: "run" | "deny",
  parent: string,
): Promise<Done> {
  const folder = makeFolder(parent);
  const { sessionId } = await task(says(folder));
  await choose(sessionId, tool);
  const before = treeOf(folder);
  const asked: Approval[] = [];
  for (let waits = await waiting(sessionId); waits.length > 0; waits = await waiting(sessionId)) {
    asked.push(...waits);
    for (const { id } of waits) await answer(id, word);
  }
  return {
    asked: asked.map((it) => it.tool_id),
    opened: asked.flatMap((it) => it.access?.paths ?? []).length,
    told: await told(sessionId),
    before,
    after: treeOf(folder),
  };
}
