import { useQuery } from "@tanstack/react-query";
import { auditQuery } from "../api/audit.ts";
import { answerWords } from "../audit/answer-words.ts";
import { Plain } from "../ui/plain.tsx";

const WORDS = new Map([
  ["allow", "let it run"],
  ["ask", "asked a person"],
  ["ask_admin", "asked an admin"],
  ["deny", "refused it"],
]);

/** What policy said of a call, and who answered; nothing for who may not read the audit. */
export function CallDecision({ invocationId }: { readonly invocationId: string }) {
  const { data } = useQuery({
    ...auditQuery({ invocation_id: invocationId, limit: 50 }),
    retry: false,
  });
  const decided = data?.items.find((record) => typeof record.data.rule === "string");
  const answered = data?.items.find(({ type }) => type === "approval.answered");
  if (!decided) return null;
  const { rule, effect, profile } = decided.data;
  return (
    <p className="text-sm [overflow-wrap:anywhere]">
      <span className="text-quiet">Policy: </span>
      profile {String(profile)} {WORDS.get(String(effect)) ?? String(effect)} (
      <code className="font-mono text-xs">
        <Plain text={String(rule)} />
      </code>
      ).
      {answered && (
        <>
          {" "}
          <Plain text={answerWords(answered)} />
        </>
      )}
    </p>
  );
}
