import { isObject, type Json } from "../api/json.ts";
import { plural, tellBytes } from "../base/tell-amount.ts";
import { Plain } from "../ui/plain.tsx";
import { Value } from "../value/value.tsx";

/** What a step would touch: how much, where, and the first of it. */
export function TaskPreview({ preview }: { readonly preview: Json | undefined }) {
  if (preview === undefined || preview === null) return null;
  if (!isObject(preview) || typeof preview.files !== "number") {
    return (
      <div className="flex min-w-0 flex-col gap-1.5">
        <p className="text-quiet text-xs">What a dry run says it would do</p>
        <Value value={preview} />
      </div>
    );
  }
  const { files, bytes, preview: listed } = preview;
  const items = Array.isArray(listed) ? listed : [];
  const folder = folderOf(items);
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <p className="font-medium text-sm [overflow-wrap:anywhere]">
        {plural(files, "file")}
        {folder !== undefined && (
          <>
            {" in "}
            <Plain text={folder} />
          </>
        )}
        {typeof bytes === "number" && `, ${tellBytes(bytes)}`}
      </p>
      {items.length > 0 && <Value value={items} />}
    </div>
  );
}

/** The folder that all of them lie in. */
function folderOf(items: readonly Json[]): string | undefined {
  const folders = items.map((item) => {
    const path = isObject(item) ? (item.from ?? item.path) : undefined;
    return typeof path === "string" ? path.slice(0, path.lastIndexOf("/")) : "";
  });
  const [first] = folders;
  return first && folders.every((folder) => folder === first) ? first : undefined;
}
