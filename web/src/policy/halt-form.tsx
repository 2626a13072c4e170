import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { OctagonPause, Play } from "lucide-react";
import { useId, useState } from "react";
import { haltQuery, liftHalt, setHalt } from "../api/halt.ts";
import { useAdmin } from "../sign-in/admin.tsx";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";

/** Stops everything for whoever may approve; only an admin resumes. */
export function HaltForm() {
  const { data } = useQuery(haltQuery());
  const [reason, setReason] = useState("");
  const field = useId();
  const askAdmin = useAdmin();
  const queries = useQueryClient();
  const act = useMutation({
    mutationFn: async (type: "halt" | "lift") => {
      if (type === "halt") await setHalt(reason);
      else await liftHalt(await askAdmin("Open turns go on."));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["halt"] }),
  });
  return (
    <div className="flex flex-col gap-3">
      <p className="text-quiet text-sm">
        Stops all running calls and starts no new ones until an admin resumes, even after a restart.
        New messages are kept and wait.
      </p>
      {act.error && <Failure error={act.error} />}
      {data?.halted ? (
        <Button
          className="self-start"
          icon={<Play size={14} aria-hidden />}
          disabled={act.isPending}
          onClick={() => act.mutate("lift")}
        >
          Resume
        </Button>
      ) : (
        <div className="flex flex-wrap items-end gap-3">
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <label htmlFor={field} className="font-medium text-sm">
              Why <span className="font-normal text-quiet">(optional)</span>
            </label>
            <input
              id={field}
              className="field"
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </div>
          <Button
            look="danger"
            icon={<OctagonPause size={14} aria-hidden />}
            disabled={act.isPending}
            onClick={() => act.mutate("halt")}
          >
            Stop now
          </Button>
        </div>
      )}
    </div>
  );
}
