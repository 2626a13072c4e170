import { ShieldUser } from "lucide-react";
import { Tag } from "../ui/tag.tsx";

export function AdminTag() {
  return (
    <Tag tone="critical" icon={<ShieldUser size={13} aria-hidden />}>
      Needs an admin
    </Tag>
  );
}
