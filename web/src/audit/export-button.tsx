import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { send } from "../api/request.ts";
import { saveBlob } from "../base/save-blob.ts";
import { Button } from "../ui/button.tsx";

export function ExportButton() {
  const save = useMutation({
    mutationFn: async () => {
      const response = await send("GET /v1/audit/export", { deadlineMs: 300_000 });
      saveBlob(await response.blob(), "capstan-audit.jsonl");
    },
  });
  return (
    <Button
      icon={<Download size={14} aria-hidden />}
      disabled={save.isPending}
      onClick={() => save.mutate()}
    >
      {save.error ? "Export failed: try again" : save.isPending ? "Exporting…" : "Export"}
    </Button>
  );
}
