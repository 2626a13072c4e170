import type { JsonObject, JsonValue } from "../../base/json.ts";
import { objectOf, safe, typeWords } from "./type-words.ts";

type Operation = { readonly path: string; readonly method: string; readonly is: JsonObject };

/** The API reference as one page without scripts: works offline, in any browser, and in print. */
export function docsPage(api: JsonObject): string {
  const operations = Object.entries(objectOf(api.paths)).flatMap(([path, methods]) =>
    Object.entries(objectOf(methods)).map(
      ([method, is]): Operation => ({ path, method, is: objectOf(is) }),
    ),
  );
  const areas = (Array.isArray(api.tags) ? api.tags : []).map((tag) => {
    const { name, description } = objectOf(tag);
    const own = operations.filter(({ is }) => Array.isArray(is.tags) && is.tags[0] === name);
    return { name: safe(name), description: safe(description), own };
  });
  const schemas = objectOf(objectOf(api.components).schemas);
  const nouns = Object.entries(schemas).filter(([name]) => name !== "Json");
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
<nav aria-label="Areas"><ul>${areas
    .map(
      ({ name, own }) =>
        `<li><a href="#area-${name}">${name}</a><ul>${own.map(({ is }) => `<li><a href="#${safe(is.operationId)}">${safe(is.operationId)}</a></li>`).join("")}</ul></li>`,
    )
    .join("")}<li><a href="#schemas">schemas</a></li></ul></nav>
<main>
<h1>Capstan API</h1>
${BEGINNING}
${areas.map(({ name, description, own }) => `<section id="area-${name}" aria-labelledby="title-${name}"><h2 id="title-${name}">${name}</h2><p>${description}</p>${own.map((it) => operationBlock(it, schemas)).join("\n")}</section>`).join("\n")}
<section id="schemas" aria-labelledby="title-schemas"><h2 id="title-schemas">schemas</h2><p>What travels, by the names that generated clients use.</p>${nouns.map(([name, schema]) => `<article id="${safe(name)}"><h3>${safe(name)}</h3>${fieldTable(objectOf(schema), schemas)}</article>`).join("")}</section>
</main>
</body>
</html>
`;
}

const BEGINNING = `<p class="lead">Every request carries your key: <code>Authorization: Bearer &lt;key&gt;</code>. Yours is in the file <code>api-key</code> of the server’s home. The examples run in a shell that has these two:</p>
<pre tabindex="0"><code>export CAPSTAN_URL=&lt;the address of this server&gt;
export CAPSTAN_API_KEY=&lt;your key&gt;</code></pre>
<p class="lead">Lists answer <code>items</code> and <code>total</code>. What is wrong is a <a href="#Problem">Problem</a> with a <code>code</code>. The same as data, for tools and generated clients: <a href="/openapi.json">openapi.json</a>.</p>`;

function operationBlock({ path, method, is }: Operation, schemas: JsonObject): string {
  const { operationId, summary, description, parameters, requestBody, responses } = is;
  const id = safe(operationId);
  const [status = "", answered] = Object.entries(objectOf(responses))[0] ?? [];
  const [kind = "", answer] = firstContent(answered);
  const [, body] = firstContent(requestBody);
  return `<article id="${id}" aria-labelledby="title-${id}">
<h3 id="title-${id}"><a href="#${id}">${safe(summary)}</a></h3>
<p class="at"><code><b>${safe(method.toUpperCase())}</b> ${safe(path)}</code></p>
<p>${safe(description).replaceAll(/`([^`]*)`/g, "<code>$1</code>")} <code>${id}</code> in generated clients.</p>
${parameterTable(parameters)}${body ? fields("Body", body, schemas) : ""}${example("Request", shellCall(method, path, is))}
${answer ? `<p>Answers ${status} with ${typeWords(answer.schema)}${kind === "application/json" ? "" : ` as <code>${safe(kind)}</code>`}:</p>` : ""}${answer?.example === undefined ? "" : example("Answer", JSON.stringify(answer.example, null, 2))}</article>`;
}

/** One request that can be pasted, with a place for what differs. */
function shellCall(method: string, path: string, { requestBody, security }: JsonObject): string {
  const [kind, body] = firstContent(requestBody);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `<${name}>`);
  const verb = method === "get" || (method === "post" && body) ? "" : ` -X ${method.toUpperCase()}`;
  const lines = [
    `curl${verb} "$CAPSTAN_URL${filled}"`,
    ...(Array.isArray(security) && security.length > 0
      ? ['  -H "Authorization: Bearer $CAPSTAN_API_KEY"']
      : []),
    ...(kind === "application/octet-stream" ? ["  --data-binary @report.csv"] : []),
    ...(body?.example === undefined ? [] : [`  -d '${JSON.stringify(body.example, null, 2)}'`]),
  ];
  return lines.join(" \\\n");
}

function firstContent(part: JsonValue | undefined): [kind?: string, content?: JsonObject] {
  const [first] = Object.entries(objectOf(objectOf(part).content));
  return first ? [first[0], objectOf(first[1])] : [];
}

function parameterTable(parameters: JsonValue | undefined): string {
  if (!Array.isArray(parameters) || parameters.length === 0) return "";
  const rows = parameters.map((parameter) => {
    const { name, in: place, required, schema, description } = objectOf(parameter);
    const need = place === "path" ? "in the path" : required === true ? "required" : "optional";
    return row(name, `${typeWords(schema)}, ${need}. ${safe(description)}`);
  });
  return `<dl>${rows.join("")}</dl>`;
}

function fields(title: string, { schema }: JsonObject, schemas: JsonObject): string {
  const name =
    String(objectOf(schema).$ref ?? "")
      .split("/")
      .at(-1) ?? "";
  const table = fieldTable(objectOf(schemas[name]), schemas);
  return table && `<details><summary>${title}: fields</summary>${table}</details>`;
}

function fieldTable(schema: JsonObject, schemas: JsonObject): string {
  const { properties, required } = schema;
  const needed = new Set(Array.isArray(required) ? required : []);
  const rows = Object.entries(objectOf(properties)).map(([name, field]) =>
    row(name, `${typeWords(field)}${needed.has(name) ? "" : ", optional"}${inner(field, schemas)}`),
  );
  if (rows.length === 0) return properties ? "" : `<p>${typeWords(schema)}</p>`;
  return `<dl>${rows.join("")}</dl>`;
}

/** The fields of an object that has no name of its own. */
function inner(field: JsonValue, schemas: JsonObject): string {
  const { properties, items, anyOf } = objectOf(field);
  if (properties) return fieldTable(objectOf(field), schemas);
  if (items) return inner(items, schemas);
  return Array.isArray(anyOf) ? anyOf.map((choice) => inner(choice, schemas)).join("") : "";
}

function row(name: JsonValue | undefined, words: string): string {
  return `<div><dt><code>${safe(name)}</code></dt><dd>${words}</dd></div>`;
}

function example(title: string, text: string): string {
  return `<figure><figcaption>${title}</figcaption><pre tabindex="0"><code>${safe(text)}</code></pre></figure>`;
}
