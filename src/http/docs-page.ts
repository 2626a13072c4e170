import { isJsonObject, type JsonObject, type JsonValue } from "../base/json.ts";

/** The API reference as one page without scripts: works offline, in any browser, and in print. */
export function docsPage(api: JsonObject): string {
  const paths = objectOf(api.paths);
  const areas = Object.groupBy(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(objectOf(operations)).map(([method, operation]) => ({
        path,
        method,
        operation: objectOf(operation),
      })),
    ),
    ({ path }) => path.replace("/v1", "").split("/")[1] ?? "",
  );
  const names = Object.keys(areas);
  const nouns = Object.entries(objectOf(objectOf(api.components).schemas));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Capstan API</title>
<link rel="stylesheet" href="/style.css">
<link rel="icon" href="/icon.svg">
</head>
<body class="docs">
<main>
<h1>Capstan API</h1>
<p>Send your key as <code>Authorization: Bearer &lt;key&gt;</code>. The same as data: <a href="/openapi.json">openapi.json</a>.</p>
<nav aria-label="Areas"><ul>${names.map((name) => `<li><a href="#${safe(name)}">${safe(name)}</a></li>`).join("")}<li><a href="#schemas">schemas</a></li></ul></nav>
${names.map((name) => `<section id="${safe(name)}"><h2>${safe(name)}</h2>${(areas[name] ?? []).map(endpoint).join("")}</section>`).join("\n")}
<section id="schemas"><h2>schemas</h2>${nouns.map(([name, schema]) => foldedSchema(name, schema)).join("")}</section>
</main>
</body>
</html>
`;
}

type Endpoint = { readonly path: string; readonly method: string; readonly operation: JsonObject };

function endpoint({ path, method, operation }: Endpoint): string {
  const { summary, description, parameters, requestBody, responses } = operation;
  const [, answered] = Object.entries(objectOf(responses))[0] ?? [];
  return `<article>
<h3><code>${safe(method.toUpperCase())} ${safe(path)}</code></h3>
<p>${safe(summary)} ${safe(description).replaceAll("`", "")}</p>
${parameterTable(parameters)}${schemaBlock("Body", requestBody)}${schemaBlock("Answer", answered)}</article>`;
}

function parameterTable(parameters: JsonValue | undefined): string {
  if (!Array.isArray(parameters) || parameters.length === 0) return "";
  const rows = parameters.map((parameter) => {
    const { name, in: place, required, schema } = objectOf(parameter);
    const kind = `${place}${required === true ? ", required" : ""}`;
    return `<tr><td><code>${safe(name)}</code></td><td>${safe(kind)}</td><td><code>${safe(JSON.stringify(schema))}</code></td></tr>`;
  });
  return `<table><thead><tr><th>Parameter</th><th>Where</th><th>Schema</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

function schemaBlock(title: string, part: JsonValue | undefined): string {
  const [content] = Object.values(objectOf(objectOf(part).content));
  const { schema } = objectOf(content);
  if (schema === undefined) return "";
  return foldedSchema(title, schema);
}

function foldedSchema(title: string, schema: JsonValue): string {
  return `<details><summary>${safe(title)}</summary><pre><code>${safe(JSON.stringify(schema, null, 2))}</code></pre></details>`;
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value ?? null) ? (value as JsonObject) : {};
}

function safe(text: JsonValue | undefined): string {
  return String(text ?? "").replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
