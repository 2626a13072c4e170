import { Page } from "../ui/page.tsx";
import { FromProgram } from "./from-program.tsx";
import { KeyList } from "./key-list.tsx";

export function KeysPage() {
  return (
    <Page
      title="API and keys"
      lead="All that this console does, a program can do over HTTP, with a key of its own."
    >
      <FromProgram />
      <KeyList />
    </Page>
  );
}
