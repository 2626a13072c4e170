import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { connectModel, type Model } from "../api/model.ts";
import { useAdmin } from "../sign-in/admin.tsx";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { Failure } from "../ui/failure.tsx";

type ConnectModelProps = {
  readonly model: Model;
  readonly onConnected?: () => void;
};

/** A provider and its key. The model is tried at once, and answers without a restart. */
export function ConnectModel({ model, onConnected }: ConnectModelProps) {
  const { providers } = model;
  const queries = useQueryClient();
  const askAdmin = useAdmin();
  const [chosen, setChosen] = useState(providers[0]?.id ?? "");
  const provider = providers.find(({ id }) => id === chosen);
  const [name, setName] = useState("");
  const [key, setKey] = useState("");
  const [address, setAddress] = useState("");
  const connect = useMutation({
    mutationFn: async () => {
      const token = await askAdmin("Connecting a model needs an admin.");
      const wanted = name.trim() === "" ? provider?.model : `${chosen}/${name.trim()}`;
      const body = {
        name: wanted ?? "",
        ...(provider?.needs_key && key.trim() !== "" && { key: key.trim() }),
        ...(address.trim() !== "" && { base_url: address.trim() }),
      };
      return connectModel(body, token);
    },
    onSuccess: (connected) => {
      setKey("");
      queries.setQueryData(["model"], connected);
      onConnected?.();
      return queries.invalidateQueries({ queryKey: ["settings"] });
    },
  });
  const usual = provider?.model.slice(chosen.length + 1) ?? "";
  return (
    <form
      aria-label="Connect a model"
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        connect.mutate();
      }}
    >
      <div className="grid grid-cols-1 items-end gap-3 sm:grid-cols-[minmax(8rem,1fr)_minmax(0,2fr)_auto]">
        <Choice
          label="Provider"
          value={chosen}
          options={providers.map(({ id, name }) => [id, name] as const)}
          onChange={(next) => {
            setChosen(next);
            setName("");
            connect.reset();
          }}
        />
        {provider?.needs_key ? (
          <TextField
            label="Key"
            type="password"
            required
            value={key}
            onChange={setKey}
            placeholder="Paste it here"
          />
        ) : (
          <TextField label="Model" value={name} onChange={setName} placeholder={usual} />
        )}
        <Button type="submit" look="primary" disabled={connect.isPending}>
          {connect.isPending ? "Connecting…" : "Connect"}
        </Button>
      </div>
      <details className="text-sm">
        <summary className="w-fit text-quiet hover:text-ink">
          {provider?.needs_key ? `Model (${name || usual}) and address` : "Address"}
        </summary>
        <div className="mt-2 grid grid-cols-1 gap-3 sm:grid-cols-2">
          {provider?.needs_key && (
            <TextField label="Model" value={name} onChange={setName} placeholder={usual} />
          )}
          <TextField
            label="Address (optional)"
            value={address}
            onChange={setAddress}
            placeholder="https://…"
          />
        </div>
      </details>
      {connect.error && <Failure error={connect.error} />}
    </form>
  );
}

type TextFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder: string;
  readonly type?: "text" | "password";
  readonly required?: boolean;
};

function TextField(props: TextFieldProps) {
  const { label, value, onChange, placeholder, type = "text", required = false } = props;
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <input
        id={id}
        type={type}
        required={required}
        autoComplete="off"
        spellCheck={false}
        className="field h-9"
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
