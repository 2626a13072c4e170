import type { Explanation } from "../api/policy.ts";
import { Plain } from "../ui/plain.tsx";
import { Value } from "../value/value.tsx";
import { EffectTag } from "./effect-tag.tsx";

const LEVELS = ["Without approval", "With a person’s approval", "With an admin’s approval"];

export function ExplanationView({ explanation }: { readonly explanation: Explanation }) {
  const { decision, levels, facts, would_change } = explanation;
  return (
    <div role="status" className="flex flex-col gap-4 rounded-lg border bg-paper p-4 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <EffectTag effect={decision.effect} />
        <Plain text={decision.reason} />
        <code className="font-mono text-quiet text-xs">
          <Plain text={decision.rule} />
        </code>
      </p>
      <ol className="flex flex-col gap-2">
        {levels.map(({ level, allowed, rules, errors }) => (
          <li key={level}>
            <span className="font-medium">{LEVELS[level]}:</span>{" "}
            {allowed ? "allowed" : "not allowed"}
            <ul className="mt-0.5 flex flex-col gap-0.5 pl-4 text-quiet text-xs">
              {rules.map((rule) => (
                <li key={rule.id}>
                  {rule.effect} <code className="font-mono">{rule.id}</code> ({rule.file}, line{" "}
                  {rule.line})
                </li>
              ))}
              {errors.map(({ rule, message }) => (
                <li key={rule} className="text-critical">
                  {rule}: {message}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {Object.keys(facts).length > 0 && (
        <div>
          <h3 className="mb-1 font-medium text-quiet text-xs">What policy was told of the input</h3>
          <Value value={facts} />
        </div>
      )}
      {would_change.length > 0 && (
        <div>
          <h3 className="mb-1 font-medium text-quiet text-xs">What would change it</h3>
          <ul className="flex flex-col gap-1">
            {would_change.map(({ change, effect }) => (
              <li key={change} className="flex flex-wrap items-center gap-2">
                <Plain text={change} /> <EffectTag effect={effect} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
