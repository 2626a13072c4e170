import type { ReactNode } from "react";
import { createContext, useContext } from "react";

/** Takes an example that was clicked; null where examples are only read. */
export const ExampleContext = createContext<((text: string) => void) | null>(null);

type ExampleProps = { readonly text: string; readonly children: ReactNode };

/**
 * Something to say, as the offline model shows it. It is put where a message is written and not sent:
 * what is sent counts as a person's own word.
 */
export function Example({ text, children }: ExampleProps) {
  const take = useContext(ExampleContext);
  if (!take) return <li>{children}</li>;
  return (
    <li>
      <button type="button" className="example" onClick={() => take(text)}>
        {text}
      </button>
    </li>
  );
}
