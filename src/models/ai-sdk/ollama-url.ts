type Env = Readonly<Record<string, string | undefined>>;

const PORT = "11434";

/** Where Ollama answers: OLLAMA_BASE_URL, what OLLAMA_HOST says in any of its forms, or this machine. */
export function ollamaUrl(env: Env): string | undefined {
  if (env.OLLAMA_BASE_URL) return env.OLLAMA_BASE_URL;
  const host = (env.OLLAMA_HOST ?? "").trim() || "127.0.0.1";
  const url = parse(
    /^https?:\/\//i.test(host) ? host : `http://${host.replace(/^:/, "127.0.0.1:")}`,
  );
  if (!url) return undefined;
  // A server listens on 0.0.0.0; nobody can be reached there.
  if (url.hostname === "0.0.0.0" || url.hostname === "[::]") url.hostname = "127.0.0.1";
  const hasPort = url.port !== "" || /^https?:\/\//i.test(host);
  return `${url.protocol}//${hasPort ? url.host : `${url.hostname}:${PORT}`}/v1`;
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
