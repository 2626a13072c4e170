import type { PolicyText } from "../api/policy.ts";
import { Plain } from "../ui/plain.tsx";

/** The rules themselves, to be read: first the profile's, then the owner's own. */
export function RuleFiles({ rules }: { readonly rules: readonly PolicyText[] }) {
  return (
    <ul aria-label="Rules" className="flex flex-col gap-2">
      {rules.map(({ name, text }) => (
        <li key={name}>
          <details>
            <summary className="cursor-pointer text-sm">
              Read the rules: <Plain text={name} />
            </summary>
            <section
              aria-label={`Rules of ${name}`}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
              tabIndex={0}
              className="mt-2 max-h-96 overflow-auto"
            >
              <pre className="whitespace-pre-wrap font-mono text-xs [overflow-wrap:anywhere]">
                <Plain text={text} />
              </pre>
            </section>
          </details>
        </li>
      ))}
    </ul>
  );
}
