import { Link } from "@tanstack/react-router";
import { Sparkles } from "lucide-react";
import type { Model } from "../api/model.ts";
import { LINK } from "../frame/lost-page.tsx";
import { ConnectModel } from "../model/connect-model.tsx";
import { isFixed, ModelSource } from "../model/model-source.tsx";
import { Card } from "../ui/card.tsx";

/** Which model answers where an agent names none. */
export function Answers({ name }: { name: string }) {
  return (
    <p role="status" className="text-quiet text-sm">
      <code className="font-mono text-ink">{name}</code> answers, unless an agent names another
      model.{" "}
      <Link to="/settings" className={LINK}>
        Change it
      </Link>
    </p>
  );
}

/** No model is connected: the first thing to do, and what works without. */
export function ModelNote({ model }: { readonly model: Model }) {
  return (
    <Card aria-labelledby="connect-a-model" className="flex flex-col gap-3">
      <header className="flex flex-col gap-1">
        <h2 id="connect-a-model" className="flex items-center gap-2 font-semibold">
          <Sparkles size={16} aria-hidden className="text-accent" />
          Connect a model
        </h2>
        <p className="text-pretty text-quiet text-sm">
          Without one, Capstan matches your words with its tools and offers what fits. With one, you
          ask in your own words. The key stays on this server.
        </p>
      </header>
      {isFixed(model) ? <ModelSource model={model} /> : <ConnectModel model={model} />}
    </Card>
  );
}
