import { useId } from "react";

type ChoiceProps<T extends string> = {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [T, string])[];
  readonly onChange: (value: T) => void;
  readonly hideLabel?: boolean;
};

export function Choice<T extends string>(props: ChoiceProps<T>) {
  const { label, value, options, onChange, hideLabel = false } = props;
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={hideLabel ? "sr-only" : "font-medium text-sm"}>
        {label}
      </label>
      <select
        id={id}
        className="field h-9 min-w-0 pr-8"
        value={value}
        onChange={(event) => onChange(event.target.value as T)}
      >
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
