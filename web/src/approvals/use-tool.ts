import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { capabilitiesQuery } from "../api/capability.ts";
import { toolsQuery } from "../api/tool.ts";

/** A tool and its capability by the tool's id; undefined while loading and for one that is gone. */
export function useTool(toolId: string | null) {
  const { data: tools } = useQuery(toolsQuery());
  const { data: capabilities } = useQuery(capabilitiesQuery());
  return useMemo(() => {
    const tool = tools?.items.find((it) => it.tool_id === toolId);
    const capability = capabilities?.items.find(({ id }) => id === tool?.capability_id);
    return { tool, capability };
  }, [tools, capabilities, toolId]);
}
