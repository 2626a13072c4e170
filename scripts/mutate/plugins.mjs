/** Sentences for people are not pinned to the letter; codes, states and names are. */
const texts = {
  shouldIgnore({ node }) {
    const isText =
      node.type === "TemplateLiteral" ||
      (node.type === "StringLiteral" && node.value.includes(" "));
    return isText ? "a text for people" : undefined;
  },
};

/** Says at once what survived: a run that is ended early has not been for nothing. */
class Survivors {
  onMutantTested({ status, fileName, location, replacement }) {
    if (status !== "Survived" && status !== "NoCoverage") return;
    const file = fileName.slice(fileName.indexOf("src/"));
    const text = replacement.replace(/\s+/g, " ").slice(0, 100);
    process.stdout.write(`${status}: ${file}:${location.start.line} → ${text}\n`);
  }
}

export const strykerPlugins = [
  { kind: "Ignore", name: "texts", value: texts },
  { kind: "Reporter", name: "survivors", injectableClass: Survivors },
];
