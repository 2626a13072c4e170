import { useMutation } from "@tanstack/react-query";
import { FileCheck } from "lucide-react";
import { send } from "../api/request.ts";
import { saveBlob } from "../base/save-blob.ts";
import { Button } from "../ui/button.tsx";

/** The records of a call with what it takes to check them without this server. */
export function ProofButton({ invocationId }: { readonly invocationId: string }) {
  const save = useMutation({
    mutationFn: async () => {
      const query = { invocation_id: invocationId };
      const response = await send("GET /v1/audit/proof", { query });
      saveBlob(await response.blob(), `${invocationId}.proof.json`);
    },
  });
  return (
    <>
      {save.error && <span className="text-critical text-sm">{save.error.message}</span>}
      <Button
        icon={<FileCheck size={14} aria-hidden />}
        disabled={save.isPending}
        onClick={() => save.mutate()}
      >
        Save a proof
      </Button>
    </>
  );
}
