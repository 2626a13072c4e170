import { BookOpen } from "lucide-react";
import { Card } from "../ui/card.tsx";
import { Example } from "../ui/example.tsx";

/** The first two requests that a program makes. */
export function FromProgram() {
  const { origin } = location;
  return (
    <Card aria-labelledby="program" className="flex flex-col gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="program" className="font-semibold">
          From a program
        </h2>
        <a
          href="/docs"
          target="_blank"
          rel="noreferrer"
          className="inline-flex h-9 items-center gap-2 rounded-lg border border-edge/60 bg-surface px-3 font-medium text-sm hover:bg-hover"
        >
          <BookOpen size={15} aria-hidden />
          API reference
        </a>
      </header>
      <p className="text-sm">
        Your key is in the file <code className="font-mono">api-key</code> of the server’s home. A
        program that you do not trust as yourself gets a key of its own, below.
      </p>
      <Example
        title="Run a tool, from a shell"
        code={`curl -s ${origin}/v1/tools/builtin:test_math:add/invoke \\
  -H "Authorization: Bearer $CAPSTAN_API_KEY" \\
  -d '{"inputs": {"a": 2, "b": 3}}'`}
      />
      <Example
        title="Talk to an agent, from JavaScript"
        code={`const call = async (path, body) => {
  const headers = { authorization: "Bearer " + process.env.CAPSTAN_API_KEY };
  const request = { method: "POST", headers, body: JSON.stringify(body) };
  return (await fetch("${origin}" + path, request)).json();
};
const { id } = await call("/v1/sessions", {});
const said = { content: "What is 17 times 23?" };
const { messages } = await call("/v1/sessions/" + id + "/messages?wait_ms=30000", said);
console.log(messages.at(-1).content);`}
      />
    </Card>
  );
}
