import type { JsonObject } from "../../src/base/json.ts";
import { SHIPPED_PAGE } from "./shipped-agent.ts";

type Call = readonly [tool: string, input: JsonObject];

/** What one message means: these calls and no others, and an answer with this in it. */
export type ExpectedTurn = readonly [asked: string, calls: readonly Call[], says?: string];

/** Conversations as people begin them who have never seen Capstan, with the agent that ships. */
export const FIRST_CONVERSATIONS: readonly (readonly [
  about: string,
  turns: readonly ExpectedTurn[],
])[] = [
  [
    "greetings and help",
    [
      ["hi", []],
      ["what can you do?", []],
      ["who are you", []],
    ],
  ],
  [
    "the time, again and elsewhere",
    [
      [
        "What time is it?",
        [["get_current_time", {}]],
        "It is Monday, 16 November 2026, 14:08 UTC.",
      ],
      [
        "and in London?",
        [["get_current_time", { timezone: "Europe/London" }]],
        "In London it is Monday, 16 November, 14:08.",
      ],
      [
        "what about new york",
        [["get_current_time", { timezone: "America/New_York" }]],
        "In New York it is Monday, 16 November, 09:08.",
      ],
      ["whats the date tomorow", []],
      ["how many days until christmas", []],
    ],
  ],
  [
    "arithmetic in words and signs",
    [
      ["what's 15% of 240", [["calculate", { expression: "15% of 240" }]], "15% of 240 = 36."],
      ["now double that", [["calculate", { expression: "2 * 36" }]], "= 72."],
      ["what is the square root of 144", [["calculate", { expression: "sqrt(144)" }]], "= 12."],
      ["(3+4)*5", [["calculate", { expression: "(3 + 4) * 5" }]], "(3 + 4) × 5 = 35."],
      ["convert 10 miles to km", []],
    ],
  ],
  [
    "a file and what becomes of it",
    [
      [
        "create a file called shopping.txt with milk, eggs and bread",
        [["write_file", { path: "/shopping.txt", content: "milk, eggs and bread" }]],
        "/shopping.txt is created",
      ],
      [
        "add butter to it",
        [
          ["read_file", { path: "/shopping.txt" }],
          ["write_file", { path: "/shopping.txt", content: "milk, eggs and bread\nbutter" }],
        ],
        "/shopping.txt is written",
      ],
      ["show me the file", [["read_file", { path: "/shopping.txt" }]], "milk, eggs and bread"],
      [
        "rename it to groceries.txt",
        [["move_file", { from: "/shopping.txt", to: "/groceries.txt" }]],
        "/shopping.txt is now /groceries.txt.",
      ],
      ["what files do i have?", [["list_directory", {}]], "Your files:\n- groceries.txt"],
      ["delete it", [["delete_file", { path: "/groceries.txt" }]], "/groceries.txt is deleted."],
    ],
  ],
  [
    "a text that would have to be made up",
    [["write a haiku about the sea and save it as haiku.txt", []]],
  ],
  [
    "a list that is not said",
    [
      ["make me a todo list for moving house", []],
      ["add 'call the movers' to the list", []],
      ["mark the first one done", []],
      ["what's left?", []],
    ],
  ],
  ["a reminder", [["remind me to buy milk tomorrow at 9am", []]]],
  [
    "a note",
    [
      ["take a note: the wifi password is hunter2", []],
      ["what's the wifi password?", []],
    ],
  ],
  [
    "a page",
    [
      [
        "fetch https://example.com and tell me the title",
        [["web_fetch", { url: "https://example.com" }]],
        "https://example.com says:",
      ],
      ["summarize it in one sentence", []],
      [
        "save it to page.html",
        [["write_file", { path: "/page.html", content: SHIPPED_PAGE }]],
        "/page.html is created",
      ],
    ],
  ],
  [
    "the weather",
    [
      ["what is the weather in berlin?", []],
      ["will it rain tomorow", []],
    ],
  ],
  [
    "slips of the pen",
    [
      ["wat is 12 tmes 12", [["calculate", { expression: "12 * 12" }]], "12 × 12 = 144."],
      [
        "teh time in tokio pls",
        [["get_current_time", { timezone: "Asia/Tokyo" }]],
        "In Tokyo it is Monday, 16 November, 23:08.",
      ],
      ["delte /a.txt", []],
    ],
  ],
  [
    "three steps",
    [
      [
        "calculate 17 * 23, then write the result to result.txt, then read it back",
        [
          ["calculate", { expression: "17 * 23" }],
          ["write_file", { path: "/result.txt", content: "391" }],
          ["read_file", { path: "/result.txt" }],
        ],
        "/result.txt says:\n391",
      ],
    ],
  ],
  [
    "a search",
    [
      [
        "search for 'milk' in all my files",
        [["grep_files", { pattern: "milk" }]],
        'No file says "milk".',
      ],
    ],
  ],
  ["everything", [["can you delete everything?", []]]],
  ["a joke", [["tell me a joke", []]]],
  ["a fact", [["who won the world cup in 2018?", []]]],
  ["a program", [["write a python script that prints hello world to hello.py", []]]],
  ["thanks", [["thanks!", []]]],
  [
    "the time in several places",
    [
      [
        "what time is it in London?",
        [["get_current_time", { timezone: "Europe/London" }]],
        "In London it is Monday",
      ],
      [
        "and in Tokyo?",
        [["get_current_time", { timezone: "Asia/Tokyo" }]],
        "In Tokyo it is Monday, 16 November, 23:08.",
      ],
      ["what day is it today?", [["get_current_time", {}]], "It is Monday, 16 November 2026"],
      [
        "what's the time in Berlin in words",
        [["get_current_time", { timezone: "Europe/Berlin" }]],
        "In Berlin it is Monday, 16 November, 15:08.",
      ],
    ],
  ],
  [
    "one calculation after the other",
    [
      ["17 times 23 plus 4", [["calculate", { expression: "17 * 23 + 4" }]], "17 × 23 + 4 = 395."],
      ["12 / 4", [["calculate", { expression: "12 / 4" }]], "12 ÷ 4 = 3."],
      ["add 5 and 7 and 9", [["calculate", { expression: "5 + 7 + 9" }]], "5 + 7 + 9 = 21."],
      ["what is 2 to the power of 10", [["calculate", { expression: "2 ^ 10" }]], "2 ^ 10 = 1024."],
      ["multiply that by 3", [["calculate", { expression: "1024 * 3" }]], "1024 × 3 = 3072."],
    ],
  ],
  [
    "files by their paths",
    [
      [
        "write hello world to /a.txt",
        [["write_file", { path: "/a.txt", content: "hello world" }]],
        "/a.txt is created, 11 bytes.",
      ],
      ["read /a.txt", [["read_file", { path: "/a.txt" }]], "/a.txt says:\nhello world"],
      [
        "append 'bye' to /a.txt",
        [
          ["read_file", { path: "/a.txt" }],
          ["write_file", { path: "/a.txt", content: "hello world\nbye" }],
        ],
        "/a.txt is written",
      ],
      [
        "replace hello with goodbye in /a.txt",
        [["edit_file", { path: "/a.txt", old_text: "hello", new_text: "goodbye" }]],
        "Replaced once in /a.txt.",
      ],
      [
        "copy /a.txt to /b.txt",
        [["copy_file", { from: "/a.txt", to: "/b.txt" }]],
        "/a.txt is copied to /b.txt.",
      ],
      ["list files", [["list_directory", {}]], "Your files:\n- a.txt\n- b.txt"],
      ["delete /b.txt", [["delete_file", { path: "/b.txt" }]], "/b.txt is deleted."],
    ],
  ],
  [
    "a list that is said",
    [
      [
        "make a todo list: buy milk, call mom",
        [
          [
            "write_todos",
            {
              todos: [
                { content: "buy milk", activeForm: "Buying milk", status: "pending" },
                { content: "call mom", activeForm: "Calling mom", status: "pending" },
              ],
            },
          ],
        ],
        "- [ ] buy milk\n- [ ] call mom",
      ],
      [
        "mark buy milk as done",
        [
          [
            "write_todos",
            {
              todos: [
                { content: "buy milk", activeForm: "Buying milk", status: "completed" },
                { content: "call mom", activeForm: "Calling mom", status: "pending" },
              ],
            },
          ],
        ],
        "- [x] buy milk\n- [ ] call mom",
      ],
      [
        "add walk the dog to my todo list",
        [
          [
            "write_todos",
            {
              todos: [
                { content: "buy milk", activeForm: "Buying milk", status: "completed" },
                { content: "call mom", activeForm: "Calling mom", status: "pending" },
                { content: "walk the dog", activeForm: "Walking the dog", status: "pending" },
              ],
            },
          ],
        ],
        "- [ ] walk the dog",
      ],
      ["what's left?", []],
      [
        "the first one is done",
        [
          [
            "write_todos",
            {
              todos: [
                { content: "buy milk", activeForm: "Buying milk", status: "completed" },
                { content: "call mom", activeForm: "Calling mom", status: "pending" },
                { content: "walk the dog", activeForm: "Walking the dog", status: "pending" },
              ],
            },
          ],
        ],
        "- [x] buy milk",
      ],
      ["clear the todo list", [["write_todos", { todos: [] }]], "The list is empty."],
    ],
  ],
  [
    "a file that is not there",
    [
      [
        "read notes.txt",
        [["read_file", { path: "/notes.txt" }]],
        "This session has nothing at /notes.txt.",
      ],
    ],
  ],
  [
    "a polite question",
    [
      [
        "Please could you tell me what the time is in Sydney, Australia right now?",
        [["get_current_time", { timezone: "Australia/Sydney" }]],
        "In Sydney it is Tuesday, 17 November, 01:08.",
      ],
    ],
  ],
  [
    "two steps",
    [
      [
        "write 'x=1' to /src/app.py and then list the files",
        [
          ["write_file", { path: "/src/app.py", content: "x=1" }],
          ["list_directory", {}],
        ],
        "- src/",
      ],
    ],
  ],
  [
    "two calculations",
    [
      [
        "7 + 8 and 9 * 3",
        [
          ["calculate", { expression: "7 + 8" }],
          ["calculate", { expression: "9 * 3" }],
        ],
        "7 + 8 = 15.\n9 × 3 = 27.",
      ],
    ],
  ],
  [
    "a calculation that goes on",
    [
      [
        "Hello! Could you add 3 and 4 for me, and then multiply the result by 10?",
        [
          ["calculate", { expression: "3 + 4" }],
          ["calculate", { expression: "(3 + 4) * 10" }],
        ],
        "= 70.",
      ],
    ],
  ],
];
