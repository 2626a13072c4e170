import {
  Archive,
  Bot,
  Box,
  Brain,
  Calculator,
  Clock,
  CloudSun,
  Database,
  FileText,
  Folder,
  Globe,
  ListChecks,
  type LucideIcon,
  Mail,
  Package,
  Puzzle,
  Search,
  Terminal,
  Wrench,
} from "lucide-react";

/** The names that capabilities use (Lucide's own); any other one is shown as a piece of a puzzle. */
const ICONS = new Map<string, LucideIcon>([
  ["archive", Archive],
  ["bot", Bot],
  ["box", Box],
  ["brain", Brain],
  ["calculator", Calculator],
  ["clock", Clock],
  ["cloud-sun", CloudSun],
  ["database", Database],
  ["file-text", FileText],
  ["folder", Folder],
  ["globe", Globe],
  ["list-checks", ListChecks],
  ["mail", Mail],
  ["package", Package],
  ["search", Search],
  ["terminal", Terminal],
  ["wrench", Wrench],
]);

type CapabilityIconProps = { readonly name: string | undefined; readonly size?: number };

export function CapabilityIcon({ name, size = 18 }: CapabilityIconProps) {
  const Icon = ICONS.get(name ?? "") ?? Puzzle;
  return <Icon size={size} aria-hidden />;
}
