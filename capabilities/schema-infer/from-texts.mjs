const MAX_TEXT = 500_000;
const MAX_FOUND = 500;
const MAX_DEPTH = 8;

/**
 * The texts below these keys, with the files that they are from. Sections that are a list of texts, or a
 * map of files to them, are taken as they are; for documentation, any text is.
 */
export function textsIn(sections, keys, anywhere) {
  if (Array.isArray(sections)) return collect(sections);
  const known = keys.flatMap((key) => (Object.hasOwn(sections, key) ? collect(sections[key]) : []));
  if (known.length > 0) return known;
  const { node_name: _, name: __, version: ___, ...rest } = sections;
  const files = Object.entries(rest).filter(([key]) => anywhere || FILE_NAME.test(key));
  return collect(Object.fromEntries(files));
}

const FILE_NAME = /\.\w{1,4}$/;

function collect(value, file, depth = 0) {
  if (typeof value === "string") {
    const described = depth <= MAX_DEPTH ? openApiIn(value) : undefined;
    if (described) return collect(described, file, MAX_DEPTH);
    return value.trim() === "" ? [] : [{ content: value.slice(0, MAX_TEXT), file }];
  }
  if (value === null || typeof value !== "object" || depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((one) => collect(one, file, depth + 1));
  const own = [value.file, value.path, value.filename].find((one) => typeof one === "string");
  const content = [value.content, value.text, value.source, value.code].find(
    (one) => typeof one === "string",
  );
  if (content !== undefined) return collect(content, own ?? file, depth + 1);
  const { method, path } = value;
  if (typeof method === "string" && typeof path === "string") {
    return collect(`${method.toUpperCase()} ${path}`, file, depth + 1);
  }
  const requests = requestsOf(value.paths);
  if (requests.length > 0) return [{ content: requests.join("\n"), file: own ?? file }];
  return Object.entries(value).flatMap(([key, one]) => {
    // A map of files to their texts.
    const named = FILE_NAME.test(key) ? key : (own ?? file);
    return collect(one, named, depth + 1);
  });
}

/** An OpenAPI description that was given as JSON text. */
function openApiIn(text) {
  if (!/^\s*\{/.test(text) || text.length > MAX_TEXT) return undefined;
  try {
    const value = JSON.parse(text);
    return requestsOf(value.paths).length > 0 ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The requests of an OpenAPI description, as documentation would write them. */
function requestsOf(paths) {
  if (paths === null || typeof paths !== "object" || Array.isArray(paths)) return [];
  return Object.entries(paths).flatMap(([path, methods]) =>
    path.startsWith("/") && methods !== null && typeof methods === "object"
      ? Object.keys(methods)
          .filter((method) => PREFIX.has(method.toUpperCase()))
          .map((method) => `${method.toUpperCase()} ${path}`)
      : [],
  );
}

const NOT_NAMES = new Set(
  "if for while switch catch function return constructor else do try with await typeof new super import export get set async static".split(
    " ",
  ),
);

/** What stands in parentheses, which may have others in them; and type parameters. */
const PARAMETERS = String.raw`\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)`;
const GENERIC = "(?:<(?:[^<>]|<[^<>]*>)*>)?";
const NAME = String.raw`([A-Za-z_$][\w$]*)`;

const FUNCTIONS = [
  // function name(…), async function name(…), function* name(…)
  String.raw`\bfunction\s*\*?\s+&?${NAME}\s*${GENERIC}\s*${PARAMETERS}`,
  // const name = (…) =>, const name = async x =>, const name = function (…)
  String.raw`\b(?:const|let|var)\s+${NAME}\s*(?::[^=]+)?=\s*(?:async\s*)?(?:function\s*\*?\s*)?${GENERIC}${PARAMETERS}\s*(?::[^={]+)?(?:=>|\{)`,
  String.raw`\b(?:const|let|var)\s+${NAME}\s*=\s*(?:async\s+)?([A-Za-z_$][\w$]*)\s*=>`,
  // A method: name(…) {, on a line of its own
  String.raw`^[ \t]+(?:(?:public|static|async|override)\s+)*\*?${NAME}\s*${GENERIC}${PARAMETERS}\s*(?::\s*[^{;=]+)?\{`,
  // public Type name(…), of Java and C#
  String.raw`^[ \t]*public\s+(?:(?:static|final|async|virtual|override|abstract)\s+)*[A-Za-z_][\w.]*${GENERIC}(?:\[\])?\s+${NAME}\s*${PARAMETERS}`,
  // def name(…):
  String.raw`^[ \t]*(?:async\s+)?def\s+${NAME}\s*${PARAMETERS}`,
  // func name(…), of Go; fn name(…), of Rust
  String.raw`^[ \t]*(?:pub\s+)?(?:async\s+)?(?:func|fn)\s+(?:\([^)]*\)\s*)?${NAME}\s*${GENERIC}${PARAMETERS}`,
].map((pattern) => new RegExp(pattern, "gm"));

/** Functions and methods, and what a node's own description lists as its operations. */
export function fromCode(texts) {
  const operations = new Map();
  for (const { content, file } of texts) {
    const code = withoutComments(content);
    const add = (operation) => {
      const isUsable = !NOT_NAMES.has(operation.name) && !/^[_#]/.test(operation.name);
      if (!isUsable || operations.has(operation.name) || operations.size >= MAX_FOUND) return;
      operations.set(operation.name, { ...operation, file });
    };
    for (const listed of operationOptions(code)) add(listed);
    if (operations.size > 0 && /\bname:\s*['"]operation['"]/.test(code)) continue;
    const bare = withoutTexts(code);
    const found = FUNCTIONS.flatMap((pattern) => [...bare.matchAll(pattern)]);
    for (const { index, 0: whole, 1: name, 2: parameters } of found.sort(byIndex)) {
      const evidence = code.slice(index, index + whole.length).trim();
      add({
        name,
        parameters: parametersOf(parameters),
        evidence: evidence.split("\n")[0].slice(0, 200),
      });
    }
  }
  const all = [...operations.values()].map(described);
  return { operations: all, credentials: credentialsIn(texts), properties: propertiesOf(all) };
}

/** `name: "operation", … options: [{ name: "Get", value: "get" }, …]`, as node descriptions have it. */
function operationOptions(code) {
  return [...code.matchAll(/\bname:\s*['"]operation['"]/g)].flatMap((start) => {
    const from = code.indexOf("options:", start.index);
    if (from < 0 || from - start.index > 2_000) return [];
    const list = bracketed(code, code.indexOf("[", from));
    return [...list.matchAll(/\bvalue:\s*['"]([A-Za-z_][\w-]*)['"]/g)].map((match) => ({
      name: match[1],
      parameters: [],
      evidence: match[0],
    }));
  });
}

function bracketed(code, from) {
  if (from < 0) return "";
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    if (code[at] === "[") depth += 1;
    if (code[at] === "]" && --depth === 0) return code.slice(from, at);
  }
  return "";
}

function withoutComments(code) {
  return code
    .replace(/\/\*[\s\S]*?\*\//g, " ")
    .replace(/(^|[\s;{}])\/\/.*$/gm, "$1")
    .replace(/^\s*#(?!!).*$/gm, "");
}

/** Texts in quotes, blanked: what looks like a function in one is none. Every place stays the same. */
function withoutTexts(code) {
  return code.replace(
    /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g,
    (text) => `${text[0]}${" ".repeat(text.length - 2)}${text[0]}`,
  );
}

function byIndex(one, other) {
  return one.index - other.index;
}

function parametersOf(text) {
  return atTopLevel(text)
    .flatMap((one) => taken(one))
    .filter(
      (one) => /^[.*&]*[A-Za-z_$]/.test(one) && !/^[&*]*(?:mut\s+)?(?:self|this|cls)\b/.test(one),
    )
    .map((one) => {
      const isRest = /^(?:\.\.\.|\*)/.test(one);
      const { name, said } = nameAndType(one.replace(/^[.*&]+/, ""));
      const isOptional = isRest || /[?=]/.test(one.replace(/=>/g, ""));
      return { name, type: typeOf(said), required: !isOptional };
    });
}

/** `name: type` and `name = value`; of PHP `type $name`; of Java and C# `type name`. */
function nameAndType(parameter) {
  const [, php, dollar] = /^(?:([?\w|\\]+)\s+)?\$(\w+)/.exec(parameter) ?? [];
  if (dollar !== undefined) return { name: dollar, said: php };
  const [, first, second] =
    /^([A-Za-z_][\w.]*(?:<.*>)?(?:\[\])?)\s+([A-Za-z_]\w*)\s*(?:=.*)?$/.exec(parameter) ?? [];
  // Go has them the other way round.
  if (second !== undefined && !/^(?:string|u?int\d*|float\d*|bool|error|any)$/.test(second)) {
    return { name: second, said: first };
  }
  const [, name, said = second, preset = ""] =
    /^([\w$]+)\??\s*(?::\s*([^=]+))?(?:=\s*(.*))?/.exec(parameter) ?? [];
  return { name, said: said ?? typeOfValue(preset) };
}

function typeOfValue(text) {
  if (/^-?[\d.]+$/.test(text)) return "number";
  if (/^(?:true|false)$/i.test(text)) return "boolean";
  return text.startsWith("[") ? "array" : text.startsWith("{") ? "object" : undefined;
}

/** What is taken out of an object that is given: `{ to, body = "" }: Mail`. */
function taken(parameter) {
  const one = parameter.trim();
  const [, inside] = /^\{([^{}]*)\}/.exec(one) ?? [];
  if (inside === undefined) return [one];
  return inside.split(",").map((name) => name.trim().replace(/:.*?(?==|$)/, ""));
}

/** The pieces between commas that stand in no brackets. */
function atTopLevel(text) {
  const pieces = [""];
  let depth = 0;
  for (const [at, character] of [...text].entries()) {
    if (/[([{<]/.test(character)) depth += 1;
    else if (/[)\]}]/.test(character) || (character === ">" && text[at - 1] !== "=")) depth -= 1;
    if (character === "," && depth <= 0) pieces.push("");
    else pieces[pieces.length - 1] += character;
  }
  return pieces;
}

function typeOf(said = "") {
  const text = said.trim().toLowerCase();
  if (/^(?:number|u?int\d*|[iuf]\d+|float\d*|integer|long|double|decimal)\b/.test(text)) {
    return "number";
  }
  if (/^bool(?:ean)?\b/.test(text)) return "boolean";
  if (/\[\]$|^(?:array|list|tuple|set)\b/.test(text)) return "array";
  if (/^(?:object|record|dict|map|\{)/.test(text)) return "object";
  return "string";
}

const PREFIX = new Map([
  ["GET", "get"],
  ["POST", "create"],
  ["PUT", "update"],
  ["PATCH", "update"],
  ["DELETE", "delete"],
  ["HEAD", "head"],
  ["OPTIONS", "options"],
]);

/** `GET /path`, in tables and code too, and `method: name` or `operation: name`. */
export function fromDocs(texts) {
  const operations = new Map();
  for (const { content, file } of texts) {
    const requests =
      /\b(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b[`*|\s]+(?:https?:\/\/[^\s/`|]+)?(\/[^\s`|"'),;]*)/g;
    const methods =
      /\b(?:method|operation|operationId|action|function)\s*["'`]?\s*[:=]\s*["'`]?([A-Za-z_][\w]*)/gi;
    const found = [
      ...[...content.matchAll(requests)].map((match) => ({
        at: match.index,
        operation: {
          ...requestOf(match[1], match[2]),
          evidence: match[0].replace(/\s+/g, " ").slice(0, 200),
        },
      })),
      ...[...content.matchAll(methods)]
        .filter(([, name]) => !PREFIX.has(name.toUpperCase()))
        .map((match) => ({
          at: match.index,
          operation: { name: match[1], parameters: [], evidence: match[0].slice(0, 200) },
        })),
    ];
    for (const { operation } of found.sort((one, other) => one.at - other.at)) {
      const name = freeName(operations, operation);
      if (name === null || operations.size >= MAX_FOUND) continue;
      operations.set(name, { ...operation, name, file });
    }
  }
  const all = [...operations.values()].map(described);
  return { operations: all, credentials: credentialsIn(texts), properties: propertiesOf(all) };
}

function requestOf(method, path) {
  const clean = path.replace(/[?#].*$/, "").replace(/[.]+$/, "");
  const parts = clean.split("/").filter((part) => part !== "");
  const names = parts.map((part) => /^(?:\{([\w-]+)\}|:([\w-]+)|<(?:\w+:)?([\w-]+)>)$/.exec(part));
  const fixed = parts.filter(
    (part, index) => !names[index] && !/^(?:api|rest|v\d+(?:\.\d+)*)$/i.test(part),
  );
  const parameters = names.flatMap((match) => (match ? [match[1] ?? match[2] ?? match[3]] : []));
  const by = names.at(-1) ? `By${pascal(parameters.at(-1))}` : "";
  const name = `${PREFIX.get(method)}${fixed.map(pascal).join("") || "Root"}${by}`;
  return {
    name,
    method,
    path: clean,
    parameters: parameters.map((one) => ({ name: one, type: "string", required: true })),
  };
}

/** The same request twice is one operation; another one of the same name is told by its method. */
function freeName(operations, { name, method, path }) {
  const known = operations.get(name);
  if (!known) return name;
  if (known.method === method && known.path === path) return null;
  const other = method ? `${name}With${pascal(method.toLowerCase())}` : null;
  return other && !operations.has(other) ? other : null;
}

function pascal(text = "") {
  return text
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join("");
}

function described({ name, method, path, parameters, evidence, file }) {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .toLowerCase();
  return {
    name,
    value: name,
    display_name: words[0].toUpperCase() + words.slice(1),
    description: method ? `${method} ${path}` : `${words[0].toUpperCase()}${words.slice(1)}.`,
    ...(method && { method, path }),
    parameters: parameters.map((one) => one.name),
    details: parameters,
    evidence,
    file,
  };
}

/** Each parameter once, with the operations that take it. */
function propertiesOf(operations) {
  const properties = new Map();
  for (const operation of operations) {
    for (const { name, type, required } of operation.details ?? []) {
      const known = properties.get(name);
      if (known) {
        known.operations.push(operation.name);
        known.required &&= required;
      } else {
        const { evidence, file } = operation;
        properties.set(name, {
          name,
          type,
          required,
          operations: [operation.name],
          evidence,
          file,
        });
      }
    }
    delete operation.details;
  }
  return [...properties.values()].slice(0, MAX_FOUND);
}

const CREDENTIALS = [
  ["oauth2", /\boauth\s?2?(?:\.0)?\b/i],
  ["apiKey", /\b(?:x-)?api[-_ ]?key\b/i],
  ["bearerToken", /\bbearer\s+(?:token|auth|\$|\{|<)|\baccess[-_ ]?token\b/i],
  ["basicAuth", /\bbasic\s+auth(?:entication)?\b|\bAuthorization:\s*Basic\b/i],
];

function credentialsIn(texts) {
  return CREDENTIALS.flatMap(([name, pattern]) => {
    for (const { content, file } of texts) {
      const match = pattern.exec(content);
      if (match) return [{ name, type: name, required: true, evidence: match[0], file }];
    }
    return [];
  });
}
