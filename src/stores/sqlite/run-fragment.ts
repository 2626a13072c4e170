import { CapstanError } from "../../base/errors.ts";
import type { Fragment } from "../fragment.ts";
import type { Database, Statement } from "./database.ts";

/** Writes a fragment inside the open transaction, or throws STATE_CONFLICT when it may not be. */
export function createFragmentRunner(db: Database): (fragment: Fragment) => void {
  const statements: (Statement<unknown> | undefined)[] = [];

  return ({ template, values, subject }) => {
    const { number, sql, isCheck } = template;
    const statement = statements[number] ?? db.prepare(sql.sqlite);
    statements[number] = statement;
    const isDone = isCheck ? statement.get(...values) !== undefined : statement.run(...values) > 0;
    if (!isDone && subject !== undefined) throw changedMeanwhile(subject);
  };
}

/** An update that finds no row met another state than the one its writer read. */
export function changedMeanwhile(subject: string): CapstanError {
  return new CapstanError("STATE_CONFLICT", `${subject} changed meanwhile: read it again.`);
}
