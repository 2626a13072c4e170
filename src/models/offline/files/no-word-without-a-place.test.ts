import { afterAll, expect, test } from "vitest";
import { openHome } from "../../../../bench/offline/home-agent.ts";
import { VARIED_HOME } from "../../../../bench/offline/varied-requests.ts";
import { cpuMs } from "../../../../test/cpu-ms.ts";

const home = openHome(VARIED_HOME, ["Downloads", "Documents", "Pictures", "Desktop", "Music"]);
afterAll(() => home.remove());

/** Each has a word that changes what is meant, and what is said of it. */
const UNREAD = `
delete some of the pictures in paris => "some"
delete the pictures I used => "used"
delete her photos => "her"
delete the files containing hunter2 => "containing"
delete eggs from shopping.txt and todo.txt => "eggs"
swap todo.txt and ideas.md => "swap"
which is bigger, ubuntu.iso or holiday.mov? => "bigger"
delete everything around ideas.md => "everything"
delete all pictures except those from paris => "except those from paris"
delete all pdfs in Downloads except those older than a year => "except those older than a year"
how many files did I not change this month => "not change this month"
move all pictures bigger than 30 KB but not from paris to Desktop => "but not from paris"
rename sunset.png to dawn.png, not dusk.png => "not dusk.png"
rename todo.txt to done.txt if there is no done.txt => "if there is no done.txt"
insert bread between milk and eggs in shopping.txt => "between milk and eggs"
write the number of files in Downloads to ideas.md => "the number of files in Downloads"
how large is Downloads without ubuntu.iso => "without ubuntu.iso"
move resume.docx to Desktop instead of Downloads => "instead of Downloads"
please do not touch the lease, delete phone.pdf => "do not touch the lease
`
  .trim()
  .split("\n")
  .map((row) => row.split(" => "));

test.each(UNREAD)("S3: %s: nothing is done, and the words are told", async (said = "", words) => {
  const plan = await home.planSeen(said);
  expect(plan).toMatchObject({ text: expect.stringContaining(words ?? "") });
  expect(plan).not.toHaveProperty("steps");
});

test.each([
  ["the two oldest files in Documents except passport scan.pdf", "Do you mean these?"],
  ["the pdfs in Downloads or Documents", "I did nothing"],
])("S3: delete %s is asked about", async (files, said) => {
  const [turn] = await home.talk([`delete ${files}`]);
  expect(turn?.text).toContain(said);
});

test("S3: what is quoted has no words of the order in it", async () => {
  const plan = await home.planSeen('append "move ubuntu.iso to Music" to todo.txt');
  expect(JSON.stringify(plan)).toContain("Desktop/todo.txt");
  const [turn] = await home.talk(["does shopping.txt mention bread?"]);
  expect(turn?.text).toContain("0 files");
  const [total] = await home.talk(["what is the total size of everything except videos"]);
  expect(total?.text).toContain("38 files");
});

test("S3: odd input of 10,000 characters is read at once", async () => {
  const parts = ["delete all ", "except ", "to ", '"', "and ", "a.b", ", ", "not ", "the ", "in "];
  for (const part of [...parts, '" "', "' "]) {
    const begun = cpuMs();
    await home.plan(`rename x to ${part.repeat(10_000)}`.slice(0, 10_000));
    await home.plan(`add ${part.repeat(400)}`.slice(0, 400));
    expect(cpuMs() - begun, part).toBeLessThan(600);
  }
});
