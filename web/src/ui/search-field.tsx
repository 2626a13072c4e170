import { Search } from "lucide-react";

type SearchFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly maxLength?: number;
  readonly onChange: (value: string) => void;
};

export function SearchField({ label, value, maxLength, onChange }: SearchFieldProps) {
  return (
    <div className="relative min-w-56 flex-1">
      <Search
        size={15}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-quiet"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={maxLength}
        onChange={(event) => onChange(event.target.value)}
        className="field h-9 pl-9"
      />
    </div>
  );
}
