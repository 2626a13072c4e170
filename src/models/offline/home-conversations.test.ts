import { afterAll, beforeEach, expect, test } from "vitest";
import { type Home, openHome } from "../../../bench/offline/home-agent.ts";
import type { JsonObject } from "../../base/json.ts";

type Call = readonly [tool: string, input: JsonObject];
/** What was said, and what it leads to: calls, the field that is asked for, a part of the answer. */
type Turn = readonly [
  said: string,
  calls: readonly Call[],
  more?: { asks?: string; says?: string },
];

let home: Home = openHome();
beforeEach(() => {
  home.remove();
  home = openHome();
});
afterAll(() => home.remove());

const D = "~/Downloads";
const LIST: Call = ["list_files", { path: D }];
const listed = (input: JsonObject): Call => ["list_files", { path: D, ...input }];
const looked = (input: JsonObject): Call => [
  "list_files",
  { path: D, recursive: true, ...input, limit: 2_000 },
];
const SEEN = ["Downloads", "Documents", "Pictures"].map(
  (name): Call => ["list_files", { path: `~/${name}`, recursive: true, limit: 2_000 }],
);
const deleted = (path: string): Call => ["delete_file", { path }];

/** In these, "~" stands for the home folder. Effects really happen in it. */
const CONVERSATIONS: readonly (readonly [about: string, turns: readonly Turn[]])[] = [
  ["a folder by its name", [["what's in my downloads?", [LIST], { says: "Listed 6 files" }]]],
  [
    "a folder, politely",
    [
      [
        "Hi! Could you please show me what is in the Documents folder?",
        [["list_files", { path: "~/Documents" }]],
      ],
    ],
  ],
  [
    "a folder by its path",
    [["list the files in ~/Pictures", [["list_files", { path: "~/Pictures" }]]]],
  ],
  ["a kind", [["what pictures do I have in downloads?", [listed({ type: "image" })]]]],
  [
    "an ending",
    [
      [
        "show me all jpgs in my downloads bigger than 2 kilobytes",
        [listed({ type: "jpg", larger_than: "2 KB" })],
      ],
    ],
  ],
  [
    "what files say, without its article",
    [
      [
        "Which of my documents mention the landlord?",
        [["search_files", { path: "~/Documents", content: "landlord" }]],
      ],
    ],
  ],
  ["a size", [["which of my downloads are bigger than 5 MB", [listed({ larger_than: "5 MB" })]]]],
  ["a small size", [["list files in downloads under 1 kb", [listed({ smaller_than: "1 KB" })]]]],
  [
    "an age",
    [["which files in downloads are older than a year", [listed({ changed_before: "1 year" })]]],
  ],
  [
    "a week",
    [
      [
        "which files in documents changed last week?",
        [
          [
            "list_files",
            { path: "~/Documents", changed_after: "2026-11-09", changed_before: "2026-11-16" },
          ],
        ],
      ],
    ],
  ],
  [
    "days",
    [
      [
        "list everything in downloads modified in the last 3 days",
        [listed({ changed_after: "3 days" })],
      ],
    ],
  ],
  [
    "since a day",
    [
      [
        "show the files in documents that were changed since yesterday",
        [["list_files", { path: "~/Documents", changed_after: "2026-11-15" }]],
      ],
    ],
  ],
  [
    "another folder, all else the same",
    [
      ["which pdfs are in my downloads?", [listed({ type: "pdf" })]],
      ["and in documents?", [["list_files", { path: "~/Documents", type: "pdf" }]]],
    ],
  ],
  [
    "the largest of them",
    [
      ["what is in my downloads", [LIST]],
      ["the largest three", [], { says: "3 files:\n- ~/Downloads/setup.dmg, 9 KB" }],
      [
        "now delete them",
        [deleted(`${D}/setup.dmg`), deleted(`${D}/manual.pdf`), deleted(`${D}/report.pdf`)],
      ],
    ],
  ],
  [
    "one by its place",
    [
      ["list downloads", [LIST]],
      ["delete the second one", [deleted(`${D}/dog.jpg`)], { says: 'Deleted "dog.jpg".' }],
      ["delete it", [], { asks: "path" }],
    ],
  ],
  [
    "only some of them",
    [
      ["list downloads", [LIST]],
      ["only the pdfs", [], { says: "2 files:" }],
      [
        "move them to my documents",
        [
          ["move_file", { path: `${D}/manual.pdf`, destination: "~/Documents" }],
          ["move_file", { path: `${D}/report.pdf`, destination: "~/Documents" }],
        ],
      ],
    ],
  ],
  [
    "what was told, not what was opened",
    [
      ["list my documents", [["list_files", { path: "~/Documents" }]]],
      ["open the second one", [["read_file", { path: "~/Documents/letter.docx" }]]],
      ["which is the newest?", [], { says: "todo.txt" }],
      ["delete it", [deleted("~/Documents/todo.txt")]],
    ],
  ],
  [
    "several that were told are not it",
    [
      ["list downloads", [LIST]],
      ["the smallest two", [], { says: "2 files:" }],
      ["delete it", [], { asks: "path" }],
    ],
  ],
  [
    "a name that was found",
    [
      ["what is in downloads", [LIST]],
      ["delete cat.jpg", [deleted(`${D}/cat.jpg`)]],
    ],
  ],
  [
    "a new name for one of them",
    [
      ["list the images in downloads", [listed({ type: "image" })]],
      [
        "rename the first one to kitten.jpg",
        [["rename_file", { path: `${D}/cat.jpg`, new_name: "kitten.jpg" }]],
      ],
    ],
  ],
  [
    "a file in a folder",
    [
      [
        "rename report.pdf in my downloads to final.pdf",
        [["rename_file", { path: `${D}/report.pdf`, new_name: "final.pdf" }]],
      ],
    ],
  ],
  [
    "from one folder to another",
    [
      [
        "move notes.txt from downloads to documents",
        [["move_file", { path: `${D}/notes.txt`, destination: "~/Documents" }]],
      ],
    ],
  ],
  [
    "two files of one folder",
    [
      [
        "delete cat.jpg and dog.jpg from my downloads",
        [deleted(`${D}/cat.jpg`), deleted(`${D}/dog.jpg`)],
      ],
    ],
  ],
  [
    "a file that was read",
    [
      ["read notes.txt in my downloads", [["read_file", { path: `${D}/notes.txt` }]]],
      ["how large is it?", [["get_metadata", { path: `${D}/notes.txt` }]]],
      ["delete it", [deleted(`${D}/notes.txt`)]],
    ],
  ],
  [
    "a copy leaves open which is it",
    [
      ["open letter.docx from my documents", [["read_file", { path: "~/Documents/letter.docx" }]]],
      [
        "copy it to pictures",
        [["copy_file", { path: "~/Documents/letter.docx", destination: "~/Pictures" }]],
      ],
      ["delete it", [], { asks: "path" }],
    ],
  ],
  [
    "adding to a file",
    [
      [
        "write 'hello' to hello.txt in my documents",
        [["write_file", { path: "~/Documents/hello.txt", content: "hello" }]],
      ],
      [
        "append bye to it",
        [
          ["read_file", { path: "~/Documents/hello.txt" }],
          ["write_file", { path: "~/Documents/hello.txt", content: "hello\nbye" }],
        ],
      ],
      ["show it", [["read_file", { path: "~/Documents/hello.txt" }]], { says: "hello\nbye" }],
    ],
  ],
  [
    "one file's text in another",
    [
      [
        "read ~/Documents/todo.txt and write it to ~/Downloads/copy.txt",
        [
          ["read_file", { path: "~/Documents/todo.txt" }],
          ["write_file", { path: "~/Downloads/copy.txt", content: "xxxxxxxxx" }],
        ],
      ],
    ],
  ],
  [
    "a folder inside of one",
    [
      [
        "list the pdfs in the invoices folder in my documents",
        [["list_files", { path: "~/Documents/invoices", type: "pdf" }]],
      ],
    ],
  ],
  [
    "a folder that is not there",
    [
      [
        "delete the holidays folder",
        SEEN,
        { asks: "folder", says: "I know: Downloads, Documents, Pictures." },
      ],
    ],
  ],
  [
    "a folder that is found by its name",
    [["delete the invoices folder", [...SEEN, deleted("~/Documents/invoices")]]],
  ],
  [
    "F76: a home folder that is not open",
    [
      [
        "what is in ~/Secret",
        [["list_files", { path: "~/Secret" }]],
        { says: "I don't have access to that location" },
      ],
    ],
  ],
  ["a folder that nobody knows", [["what is in the Secret folder", SEEN, { asks: "folder" }]]],
  [
    "many at once are looked at first",
    [
      [
        "delete all pdfs in my downloads",
        [looked({ type: "pdf" }), deleted(`${D}/manual.pdf`), deleted(`${D}/report.pdf`)],
      ],
    ],
  ],
  [
    "everything is looked at first",
    [
      [
        "delete everything in downloads",
        [
          looked({}),
          ...["cat.jpg", "dog.jpg", "manual.pdf", "notes.txt", "report.pdf", "setup.dmg"].map(
            (name) => deleted(`${D}/${name}`),
          ),
        ],
      ],
    ],
  ],
  [
    "old ones are looked at first",
    [
      [
        "remove all files older than 30 days from downloads",
        [
          looked({ changed_before: "30 days" }),
          deleted(`${D}/dog.jpg`),
          deleted(`${D}/manual.pdf`),
        ],
      ],
    ],
  ],
  [
    "the largest is looked for first",
    [
      [
        "copy the largest file in downloads to documents",
        [
          looked({}),
          ["copy_file", { path: `${D}/setup.dmg`, destination: "~/Documents/setup.dmg" }],
        ],
      ],
    ],
  ],
  [
    "the room",
    [["how much room does my documents folder take", [["disk_usage", { path: "~/Documents" }]]]],
  ],
  ["what is large", [["what are the biggest files in downloads", [["disk_usage", { path: D }]]]]],
  ["what is there twice", [["find duplicates in ~/Downloads", [["find_duplicates", { path: D }]]]]],
  [
    "a search by name",
    [["find report in my downloads", [["search_files", { path: D, name: "report" }]]]],
  ],
  [
    "a search by text",
    [["which files in downloads contain milk", [["search_files", { path: D, content: "milk" }]]]],
  ],
  ["tidying up", [["tidy up my downloads", [["organise_by_type", { path: D }]]]]],
  [
    "a question about an effect",
    [["how would I delete the pdfs in my downloads?", [], { says: "I did nothing." }]],
  ],
  ["a refusal", [["don't delete the pdfs in downloads", [], { says: "I do nothing" }]]],
  ["something told", [["my notes say: delete the pdfs in downloads", []]]],
  [
    "an order that no tool takes",
    [
      ["list downloads", [LIST]],
      ["add milk to the first one", []],
    ],
  ],
  ["nothing that it could be", [["now delete them", [], { asks: "path" }]]],
];

test("S3: there are forty conversations and more", () => {
  expect(CONVERSATIONS.length).toBeGreaterThanOrEqual(40);
});

test.each(CONVERSATIONS)("S3, I1: in a home folder: %s", async (_, expected) => {
  const turns = await home.talk(expected.map(([said]) => said));
  const written = JSON.parse(JSON.stringify(turns).replaceAll(home.path, "~")) as typeof turns;
  for (const [at, [, calls, more = {}]] of expected.entries()) {
    const turn = written[at];
    expect(turn?.calls).toEqual(calls.map(([tool, input]) => ({ tool, input })));
    if (more.asks !== undefined || calls.length > 0) expect(turn?.asks).toBe(more.asks);
    expect(turn?.text).toContain(more.says ?? "");
  }
});
