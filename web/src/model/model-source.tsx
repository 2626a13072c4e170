import type { Model } from "../api/model.ts";
import { Plain } from "../ui/plain.tsx";

/** Why another model cannot be connected here; nothing where one can. */
export function ModelSource({ model: { source, chosen_by: by } }: { readonly model: Model }) {
  if (!isFixed({ source })) return null;
  const where = source === "environment" ? "environment of the server" : "settings of the server";
  return (
    <p className="text-quiet text-sm">
      The {where} names it
      {by !== null && (
        <>
          {": "}
          <code className="font-mono">
            <Plain text={by} />
          </code>
        </>
      )}
      . Remove that and restart the server to connect one here.
    </p>
  );
}

/** A variable or the settings name the model, and win over one that is connected here. */
export function isFixed({ source }: Pick<Model, "source">): boolean {
  return source === "environment" || source === "settings";
}
