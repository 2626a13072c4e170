import { isObject, type Json, member } from "../api/json.ts";
import { Plain } from "../ui/plain.tsx";
import { Value } from "./value.tsx";

type BeforeAfterProps = { readonly before: Json; readonly after: Json };

/** Which fields of an input differ, and how. */
export function BeforeAfter({ before, after }: BeforeAfterProps) {
  if (!isObject(before) || !isObject(after)) {
    return <Pair name="input" before={before} after={after} />;
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(member(before, name)) !== JSON.stringify(member(after, name)),
  );
  return (
    <div className="flex flex-col gap-2">
      {names.map((name) => (
        <Pair key={name} name={name} before={member(before, name)} after={member(after, name)} />
      ))}
    </div>
  );
}

type PairProps = {
  readonly name: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
};

function Pair({ name, before, after }: PairProps) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
      <span className="col-span-2 font-mono text-quiet">
        <Plain text={name} />
      </span>
      <span className="text-critical">was</span>
      <Value value={before} depth={1} />
      <span className="text-low">now</span>
      <Value value={after} depth={1} />
    </div>
  );
}
