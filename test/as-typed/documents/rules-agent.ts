import { indent } from "./examples.ts";

/** The part of an answer that the document writes as `...`. */
const METADATA =
  '"metadata": {"files_affected": 0, "bytes_affected": 0, "duration_ms": 0, "paths_accessed": []}';

/** The fragments of the document's five rules, each in an action of one agent. */
export function rulesAgent(example: (title: string) => string): string {
  const rule = (title: string) =>
    example(title)
      .replaceAll(/^( *)\.\.\.$/gm, `$1${METADATA}`)
      .replaceAll(", ... }", `, ${METADATA}}`);
  const [allowed = "", check = ""] = rule("Rule 1: Never exceed your granted paths").split(
    "# Before any file operation:\n",
  );
  const [wrong = "", correct = ""] = rule("Rule 5: Never surface raw errors").split("# CORRECT\n");
  return `import os

${allowed}
${rule("Rule 3: Destructive actions require confirmation")}
remove = delete_file

def generate_new_name(f, pattern):
    return pattern + f["name"]

def done(said, result=None):
    return {"status": "success", "action_performed": said, "result": result, ${METADATA}}

def run(input: dict) -> dict:
    params, context = input["params"], input["context"]
    return globals()[input["action"]](params.get("path"), params, context, input)

def show_input(path, params, context, input):
    return done("Showed it", {"input": input, "is_there": os.path.isdir(context["workspace"])})

def read_text(path, params, context, input):
    target_path = path or os.sep + params["below"]
${indent(check)}
    return done("Read it", open(target_path).read())

def make_report(path, params, context, input):
${indent(rule("Rule 2: All writes go to the workspace by default"))}
    open(output_path, "w").write("a report")
    return done("Made it", output_path)

def bulk_rename(path, params, context, input):
    pattern = params["pattern"]
    files = [{"name": name} for name in sorted(os.listdir(path))]
${indent(rule("Rule 4: Respect dry_run"))}
    for f in files:
        os.rename(os.path.join(path, f["name"]), os.path.join(path, generate_new_name(f, pattern)))
    return done(f"Renamed {len(files)} files")

def open_wrong(path, params, context, input):
    try:
        open(params["name"])
${indent(wrong)}

def open_right(path, params, context, input):
    try:
        open(params["name"])
${indent(correct)}

def delete_file(path, params, context, input):
    return remove(path, params)
`;
}
