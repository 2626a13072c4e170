import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { forkSession } from "../api/session.ts";

/** Goes on in a session of its own, with the conversation up to a message, or all of it. */
export function useFork(sessionId: string) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (messageId: string | undefined) => {
      const { id } = await forkSession(sessionId, messageId);
      await queries.invalidateQueries({ queryKey: ["sessions", "list"] });
      await navigate({ to: "/sessions/$id", params: { id } });
    },
  });
}
