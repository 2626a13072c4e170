/** Sentences for people are not pinned to the letter; codes, states and names are. */
const texts = {
  shouldIgnore({ node }) {
    const isText =
      node.type === "TemplateLiteral" ||
      (node.type === "StringLiteral" && node.value.includes(" "));
    return isText ? "a text for people" : undefined;
  },
};

export const strykerPlugins = [{ kind: "Ignore", name: "texts", value: texts }];
