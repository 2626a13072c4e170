// Takes turns of one context over HTTP, as fast as it can: node take-turns.ts <url> <key> <turns>.
const [url = "", key = "", wanted = "0"] = process.argv.slice(2);
const headers = { authorization: `Bearer ${key}` };

type Memory = { readonly resume_token: string | null };

async function ask(method: string, path: string, body?: object) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  return { status: response.status, body: await response.json() };
}

let conflicts = 0;
let late = 0;
for (let done = 0; done < Number(wanted); ) {
  const memory = await ask("GET", "/v1/contexts/shared");
  const { resume_token = null } = memory.status === 200 ? (memory.body as Memory) : {};
  const answer = await ask("POST", "/v1/skills/counter/invoke", {
    context_id: "shared",
    inputs: {},
    ...(resume_token !== null && { resume_token }),
  });
  const { state, code } = answer.body as { readonly state?: string; readonly code?: string };
  if (answer.status === 200 && (state === "input_required" || state === "completed")) done += 1;
  else if (answer.status === 409) conflicts += 1;
  else if (answer.status === 503 && code === "START_TOO_LATE") late += 1;
  else throw new Error(JSON.stringify(answer));
}
process.stdout.write(JSON.stringify({ conflicts, late }));
