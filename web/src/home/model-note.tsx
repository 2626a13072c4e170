import { Command } from "../ui/command.tsx";

/** Which model answers where an agent names none. */
export function Answers({ name }: { name: string }) {
  return (
    <p className="text-quiet text-sm">
      <code className="font-mono text-ink">{name}</code> answers, unless an agent names another
      model.
    </p>
  );
}

/** The offline model answers: the server was given no key. */
export function ModelNote() {
  return (
    <aside className="rounded-card bg-sunken px-4 py-3 text-quiet text-sm">
      <p>
        Without a model key, an offline model answers: it understands plain requests for the tools
        it has. For more, set a key and start the server again:
      </p>
      <div className="mt-2">
        <Command
          clone="ANTHROPIC_API_KEY=… npm start"
          installed="ANTHROPIC_API_KEY=… npx capstan serve"
        />
      </div>
      <p className="mt-2 text-xs">
        <code className="font-mono">OPENAI_API_KEY</code> and{" "}
        <code className="font-mono">GOOGLE_GENERATIVE_AI_API_KEY</code> work too;{" "}
        <code className="font-mono">CAPSTAN_MODEL</code> chooses one of several.
      </p>
    </aside>
  );
}
