import { Card } from "../ui/card.tsx";
import { HaltForm } from "./halt-form.tsx";

export function HaltCard() {
  return (
    <Card aria-labelledby="halt" className="flex flex-col gap-3">
      <h2 id="halt" className="font-semibold">
        Stop everything
      </h2>
      <HaltForm />
    </Card>
  );
}
