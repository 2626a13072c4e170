import { spawnSync } from "node:child_process";
import {
  askModel,
  completed,
  confirm,
  escalated,
  event,
  fact,
  failed,
  inputRequired,
  nextFix,
  putFact,
} from "capstan/skill";
import { diffOf } from "./diff.mjs";
import { applyChanges, changesOf, filesIn, readText, takeBack, writeMissing } from "./files.mjs";

const MAX_OUTPUT = 8_000;
const MAX_SENT = 40_000;
/** What is left of a turn for everything but the command. */
const SPARE_S = 20;

const CHANGES = {
  name: "changes",
  type: "array",
  description: "A patch: a list of {path, content} or {path, find, replace}",
};

const ADVICE = {
  type: "object",
  required: ["explanation", "changes"],
  additionalProperties: false,
  properties: {
    explanation: { type: "string", maxLength: 2_000 },
    assumptions: { type: "array", items: { type: "string" } },
    changes: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        required: ["path"],
        additionalProperties: false,
        properties: {
          path: { type: "string" },
          content: { type: "string" },
          find: { type: "string", minLength: 1 },
          replace: { type: "string" },
        },
      },
    },
  },
};

export async function execute(ctx) {
  const argv = argvOf(ctx.inputs.command);
  if (argv.length === 0) {
    return inputRequired([
      { name: "command", type: "array", description: "The program and its arguments" },
    ]);
  }
  if (/["'`|&;<>$]/.test(typeof ctx.inputs.command === "string" ? ctx.inputs.command : "")) {
    const message = `No shell reads "command". Give it as a list, such as ["sh", "-c", ${JSON.stringify(ctx.inputs.command)}].`;
    return failed(message, "validation_error");
  }
  const fault = writeMissing(ctx.inputs.files);
  if (fault) return failed(fault, "validation_error");
  const pending = fact(ctx, "fix", "pending");
  if (ctx.confirmed && pending) {
    const { before, problem } = applyChanges(pending.changes);
    const result = problem ? { ok: false, output: problem } : run(ctx, argv);
    note(ctx, pending, result);
    if (result.ok) {
      const { diff, paths } = pending;
      return completed({
        fixed: true,
        command: argv,
        attempts: tries(ctx),
        changed_files: paths,
        diff,
        output: result.output,
      });
    }
    takeBack(before);
    putFact(ctx, "fix", "pending", null);
  }
  const failing = run(ctx, argv);
  if (failing.ok) {
    return completed({ fixed: false, command: argv, attempts: tries(ctx), output: failing.output });
  }
  if (failing.missing)
    return failed(`The command cannot be run: ${failing.output}`, "validation_error");
  return propose(ctx, argv, failing);
}

/** The next patch, as a question; nothing is changed before it is answered. */
async function propose(ctx, argv, failing) {
  const allowed = Array.isArray(ctx.inputs.allow_paths)
    ? ctx.inputs.allow_paths.map(String)
    : ["*"];
  const history = fact(ctx, "fix", "history", []);
  const own = ctx.inputs.changes;
  const isNew = Array.isArray(own) && !history.some((one) => same(one.changes, own));
  let problems = [];
  for (;;) {
    const number = nextFix(ctx);
    if (number === null) return giveUp(ctx, argv, failing);
    const wanted = isNew
      ? { changes: own, explanation: "As it was given." }
      : await advise(ctx, argv, failing, allowed, problems);
    if (wanted.reason) {
      putFact(ctx, "fix", "attempts", number - 1);
      return inputRequired(
        [CHANGES],
        `The command fails, and nobody can propose a patch here: ${wanted.reason} It says: ${failing.output.slice(-500)}`,
      );
    }
    const read = wanted.changes
      ? changesOf(wanted.changes, allowed)
      : { problems: wanted.problems };
    if (read.changes) {
      const { changes, paths } = read;
      const diff = changes.map(({ path, before, after }) => diffOf(path, before, after)).join("");
      putFact(ctx, "fix", "pending", { number, changes: wanted.changes, paths, diff });
      const prompt = `Apply this patch to ${paths.join(", ")} and run "${argv.join(" ")}" again? ${wanted.explanation}`;
      return confirm(prompt, { diff, files: paths, command: argv });
    }
    problems = read.problems;
    event(ctx, "proposal.refused", { number, problems });
    history.push({ number, changes: wanted.changes ?? null, problems });
    putFact(ctx, "fix", "history", history);
    if (isNew)
      return inputRequired([CHANGES], `This patch cannot be applied: ${problems.join(" ")}`);
  }
}

async function advise(ctx, argv, failing, allowed, problems) {
  const files = filesIn(allowed, failing.output);
  const shown = files.map((path) => `=== ${path}\n${readText(path)}`).join("\n");
  const tried = fact(ctx, "fix", "history", []).map(({ diff, output, problems: why }) =>
    [diff, output, why?.join(" ")].filter((one) => one).join("\n"),
  );
  const question = [
    `The command ${JSON.stringify(argv)} fails. Propose the smallest change of the files that makes it succeed.`,
    `It says:\n${failing.output}`,
    ...(tried.length > 0
      ? [`These did not help:\n${tried.join("\n---\n").slice(-MAX_OUTPUT)}`]
      : []),
    ...(problems.length > 0 ? [`Your last proposal was refused: ${problems.join(" ")}`] : []),
    `The files:\n${shown.slice(0, MAX_SENT)}`,
  ].join("\n\n");
  const advice = await askModel(ctx, question, { schema: ADVICE, paths: allowed });
  event(ctx, "advised", { state: advice.state });
  if (advice.state === "refused") return { reason: advice.reason };
  if (advice.state === "invalid") return { problems: advice.problems };
  return advice.value;
}

function giveUp(ctx, argv, failing) {
  const tried = fact(ctx, "fix", "history", []).map(({ number, diff, output, problems }) => ({
    number,
    ...(diff && { diff }),
    ...(output && { output: output.slice(-2_000) }),
    ...(problems && { problems }),
  }));
  return escalated("The command still fails after three patches. A person has to look at it.", {
    command: argv,
    attempts: tries(ctx),
    tried,
    output: failing.output,
  });
}

function note(ctx, { number, changes, diff }, { ok, output }) {
  event(ctx, "patch.tried", { number, ok });
  if (ok) return;
  const history = fact(ctx, "fix", "history", []);
  putFact(ctx, "fix", "history", [...history, { number, changes, diff, output }]);
}

function tries(ctx) {
  return Number(fact(ctx, "fix", "attempts", 0));
}

function run(ctx, [program, ...args]) {
  const timeout = Math.floor(Math.max(1_000, 500 * (ctx.time_remaining() - SPARE_S)));
  const { status, signal, error, stdout, stderr } = spawnSync(program, args, {
    cwd: process.env.CAPSTAN_WORKSPACE,
    timeout,
    encoding: "utf8",
    maxBuffer: 10_000_000,
  });
  const missing = error && error.code !== "ETIMEDOUT" && error.code !== "ENOBUFS";
  const why = error ? error.message : signal ? `ended by ${signal}` : "";
  const output = [stdout, stderr, why]
    .filter((text) => text)
    .join("\n")
    .slice(-MAX_OUTPUT);
  return { ok: status === 0 && !error, missing, output };
}

function argvOf(command) {
  if (Array.isArray(command)) return command.map(String);
  return typeof command === "string" ? command.split(/\s+/).filter((word) => word !== "") : [];
}

function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
