import type { JsonObject } from "../../src/base/json.ts";

/** Where it is typed: `capstan do`, `capstan chat`, or as a message over HTTP. */
type Where = "do" | "chat" | "http";

/** What is true once one message was answered. */
export type Expected = {
  readonly says: string;
  /** The calls that completed, by the names of their tools; none: declined, and nothing changed. */
  readonly did: readonly string[];
  /** A part of what the last call brought. */
  readonly brought?: JsonObject;
  /** Each path of the session with its text; left out, it is as it was before. */
  readonly files?: Readonly<Record<string, string>>;
  /** Each entry of the list, done ones with an "x" in front. */
  readonly list?: readonly string[];
  /** It is offered as a card, which the person chooses. Without this it runs at once. */
  readonly isCard?: boolean;
  /** It is asked about first; the person says Run. */
  readonly asks?: boolean;
};

export type Conversation = {
  readonly about: string;
  readonly on: Where;
  readonly turns: readonly Expected[];
};

const declined = (says: string): Expected => ({ says, did: [] });
const worked = (says: string, result: number): Expected => ({
  ...{ says, did: ["calculate"], brought: { result } },
});
const noted = (says: string, ...list: string[]): Expected => ({
  ...{ says, did: ["write_todos"], list, isCard: true },
});
const changed = (
  says: string,
  did: readonly string[],
  files: Readonly<Record<string, string>>,
): Expected => ({ says, did, files, isCard: true });

export const CONVERSATIONS: readonly Conversation[] = [
  {
    about: "small talk",
    on: "http",
    turns: [
      declined("hello there"),
      declined("what can you help me with?"),
      declined("who made you?"),
      declined("thanks!"),
    ],
  },
  {
    about: "the time",
    on: "http",
    turns: [
      { says: "what's the time?", did: ["get_current_time"] },
      {
        says: "and in Madrid?",
        did: ["get_current_time"],
        brought: { timezone: "Europe/Madrid" },
        isCard: true,
      },
      declined("what day is it tomorrow?"),
      {
        says: "teh time in Paris pls",
        did: ["get_current_time"],
        brought: { timezone: "Europe/Paris" },
        isCard: true,
      },
    ],
  },
  {
    about: "sums",
    on: "chat",
    turns: [
      worked("what is 12% of 350?", 42),
      declined("now halve that"),
      worked("what's the square root of 81?", 9),
      worked("(2+5)*6", 42),
      worked("add 2 and 3 and 4", 9),
      worked("what is 3 to the power of 4", 81),
      declined("waht is 7 tmes 6"),
    ],
  },
  {
    about: "a list that grows and shrinks",
    on: "http",
    turns: [
      {
        ...noted(
          "keep track of these tasks: water the plants, pay rent",
          "water the plants",
          "pay rent",
        ),
        isCard: false,
      },
      noted("add call the bank to it", "water the plants", "pay rent", "call the bank"),
      noted("the first one is done", "x water the plants", "pay rent", "call the bank"),
      declined("what's left?"),
      noted("mark pay rent as done", "x water the plants", "x pay rent", "call the bank"),
      declined("clear the list"),
    ],
  },
  {
    about: "a list without anything on it",
    on: "http",
    turns: [declined("make me a todo list for the party"), declined("add buy balloons to my list")],
  },
  {
    about: "a file, from first to last",
    on: "chat",
    turns: [
      changed("create a file called plan.txt with step one, step two", ["write_file"], {
        "/plan.txt": "step one, step two",
      }),
      declined("add step three to it"),
      {
        says: "show me /plan.txt",
        did: ["read_file"],
        brought: { content: "step one, step two" },
      },
      changed("rename it to steps.txt", ["move_file"], { "/steps.txt": "step one, step two" }),
      { says: "list my files", did: ["list_directory"], brought: { count: 1 } },
      { ...changed("delete it", ["delete_file"], {}), asks: true },
    ],
  },
  {
    about: "files by their paths",
    on: "http",
    turns: [
      changed("write good morning to /hello.txt", ["write_file"], { "/hello.txt": "good morning" }),
      changed("replace morning with evening in /hello.txt", ["edit_file"], {
        "/hello.txt": "good evening",
      }),
      changed("copy /hello.txt to /bye.txt", ["copy_file"], {
        "/hello.txt": "good evening",
        "/bye.txt": "good evening",
      }),
      declined("can you delete everything?"),
      {
        ...changed("delete /bye.txt", ["delete_file"], { "/hello.txt": "good evening" }),
        asks: true,
      },
      declined("read diary.txt"),
      {
        says: "search for 'evening' in all my files",
        did: ["grep_files"],
        brought: { pattern: "evening", match_count: 1 },
        isCard: true,
      },
    ],
  },
  {
    about: "a result that is kept",
    on: "do",
    turns: [
      changed("calculate 6 * 9, then write the result to answer.txt", ["calculate", "write_file"], {
        "/answer.txt": "54",
      }),
    ],
  },
  {
    about: "what this agent cannot do",
    on: "http",
    turns: [
      declined("remind me to call mum tomorrow at 8am"),
      declined("note that the door code is 4321"),
      declined("what's the door code?"),
      declined("what's the weather in Oslo?"),
      declined("tell me a joke"),
      declined("translate good night to french"),
    ],
  },
  ...[
    worked("what is 18% of 90?", 16.2),
    noted("make a todo list: milk, bread", "milk", "bread"),
    declined("delete every file that I have"),
    declined("write a python program that prints hi to hi.py"),
    declined("send an email to Bob saying I am late"),
    declined("how many days until new year"),
    declined("never mind"),
    {
      says: "add 5 and 9 and then multiply by 2",
      did: ["calculate", "calculate"],
      brought: { result: 28 },
    },
    declined("search the web for bicycles"),
  ].map((turn): Conversation => ({ about: turn.says, on: "do", turns: [turn] })),
];
