import { CircleCheck, CircleX, LoaderCircle, TriangleAlert } from "lucide-react";
import type { McpServer } from "../api/server.ts";
import { Tag } from "../ui/tag.tsx";

const LOOKS = {
  starting: { tone: "accent", words: "Starting", Icon: LoaderCircle },
  ready: { tone: "low", words: "Ready", Icon: CircleCheck },
  degraded: { tone: "med", words: "With problems", Icon: TriangleAlert },
  failed: { tone: "critical", words: "Out of reach", Icon: CircleX },
} as const;

export function HealthTag({ state }: { readonly state: McpServer["state"] }) {
  const { tone, words, Icon } = LOOKS[state];
  const isBusy = state === "starting";
  return (
    <Tag
      tone={tone}
      icon={<Icon size={13} aria-hidden className={isBusy ? "animate-spin" : undefined} />}
    >
      {words}
    </Tag>
  );
}
