import { randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import { sha256 } from "../base/digest.ts";
import { CapstanError } from "../base/errors.ts";

const CODE_LASTS_MS = 2 * 60_000;
const MAX_TRIES = 3;
/** In two minutes. More would only fill a terminal, or the audit trail. */
const MAX_QUESTIONS = 5;
const MAX_REFUSALS = 20;
/** Nothing that looks like something else. */
const SIGNS = "ABCDEFGHJKMNPQRSTVWXYZ23456789";
const CODE_LENGTH = 8;

export type Question = {
  readonly id: string;
  readonly terminal: string;
  readonly code: string;
  readonly until: number;
  triesLeft: number;
};

/** Codes that were written to terminals. In memory: after a restart, a person asks again. */
export type PresenceQuestions = {
  ask(terminal: string): Question;
  /** What waits under this id; the try counts. */
  take(id: string): Question | undefined;
  close(question: Question): void;
  /** Whether one more refusal is put on record. */
  notesRefusal(): boolean;
};

export function createPresenceQuestions(now: () => number): PresenceQuestions {
  const questions = new Map<string, Question>();
  let refusals: number[] = [];
  return {
    ask(terminal) {
      for (const { id, until } of questions.values()) if (until <= now()) questions.delete(id);
      if (questions.size >= MAX_QUESTIONS) {
        const message = "Too many codes were asked for. Wait two minutes, then ask again.";
        throw new CapstanError("PRESENCE_THROTTLED", message);
      }
      const code = Array.from({ length: CODE_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]);
      const question = {
        id: randomUUID(),
        terminal,
        code: code.join(""),
        until: now() + CODE_LASTS_MS,
        triesLeft: MAX_TRIES,
      };
      questions.set(question.id, question);
      return question;
    },
    take(id) {
      const question = questions.get(id);
      if (!question || question.until <= now() || question.triesLeft === 0) return undefined;
      question.triesLeft -= 1;
      return question;
    },
    close: ({ id }) => void questions.delete(id),
    notesRefusal() {
      refusals = refusals.filter((at) => at > now() - CODE_LASTS_MS);
      if (refusals.length >= MAX_REFUSALS) return false;
      refusals.push(now());
      return true;
    },
  };
}

/** What is written to the terminal: nothing in it comes from a caller. */
export function textOf({ code }: Question): string {
  const shown = `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`;
  return `\r\nCapstan: to be the admin on this terminal for 15 minutes, type this code: ${shown}\r\n`;
}

/** As people type it: in either case, with or without the dash. */
export function isCodeOf({ code }: Question, typed: string): boolean {
  const plain = typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return timingSafeEqual(Buffer.from(sha256(plain)), Buffer.from(sha256(code)));
}
