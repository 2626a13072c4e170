import { Plain } from "../ui/plain.tsx";

export function WhyAsked({ reason }: { readonly reason: string }) {
  return (
    <p className="text-sm [overflow-wrap:anywhere]">
      <span className="text-quiet">Why it asks: </span>
      <Plain text={reason} />
    </p>
  );
}
