/** Names that a program obeys by itself, at any depth, folded; each list with who obeys it. */
const DOORS: readonly (readonly [RegExp, string])[] = [
  [
    /^\.(envrc|direnv|tool-versions|autoenv|env\.fish|nvmrc|python-version|ruby-version|mise)$|^\.?mise\.toml$/,
    "A shell obeys it as soon as a person enters the folder.",
  ],
  [
    /^\.(vscode|idea|fleet|zed|devcontainer|vs)$|\.(code-workspace|sublime-project)$|^\.(vimrc|nvimrc|exrc|nvim\.lua|dir-locals\.el|editorconfig)$/,
    "An editor obeys it as soon as a person opens the folder.",
  ],
  [
    /^\.(claude|codex|cursor|agents|gemini|aider.*|continue|windsurf|roo|cline.*|capstan|kiro|opencode|junie|amazonq)$|^\.(mcp|lsp)\.json$|^(claude|agents|gemini|copilot-instructions|skill)(\.local)?\.md$|^\.(cursorrules|windsurfrules|clinerules|goosehints)$/,
    "A coding agent obeys it.",
  ],
  [
    /^\.(husky|githooks|git-hooks|pre-commit-config\.yaml|gitmodules|gitconfig|gitattributes)$|^\.?lefthook(-local)?\.ya?ml$/,
    "Git runs or obeys it.",
  ],
  [
    /^\.(bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|zlogout|kshrc|cshrc|tcshrc|login|inputrc|xinitrc|xprofile|xsession.*|pam_environment)$/,
    "A shell runs it when it starts.",
  ],
  [
    /^\.(npmrc|yarnrc|yarnrc\.yml|yarn|pnp\.c?js|pnp\.loader\.mjs|pypirc|pip|netrc|cargo|gemrc|bundle|condarc|docker|kube|aws|ssh|gnupg|config|local|m2|gradle)$|^\.pnpmfile\.c?js$/,
    "A tool obeys it, or it holds keys.",
  ],
  [/^(sitecustomize|usercustomize)\.py$|\.pth$|^pyvenv\.cfg$/, "Python runs it when it starts."],
  [
    /\.desktop$|^autorun\.inf$|^desktop\.ini$|^\.directory$|\.(lnk|scf|url|library-ms|searchconnector-ms)$|^\.ds_store$/,
    "A desktop obeys it as soon as the folder is shown.",
  ],
];

/** Whole paths, folded. */
const ON_A_SERVER =
  /(^|\/)\.(github\/(workflows|actions)|gitlab|circleci|forgejo\/workflows|gitea\/workflows|buildkite)(\/|$)|(^|\/)(\.gitlab-ci\.yml|jenkinsfile|\.travis\.yml|azure-pipelines\.yml|\.drone\.yml|bitbucket-pipelines\.yml)$/;

const RUN_BY_PEOPLE =
  /^(gnu)?makefile$|\.mk$|^package\.json$|^setup\.(py|cfg)$|^pyproject\.toml$|^build\.(rs|gradle|gradle\.kts|xml)$|^(rake|just|task|docker|vagrant|pod|fast|gem|cap)file$|^taskfile\.ya?ml$|^conftest\.py$|^docker-compose.*\.ya?ml$|\.config\.[cm]?[jt]s$|^\.(eslintrc|babelrc|prettierrc|mocharc)/;

/** Why a path is a door by its names, or undefined. `names` are folded. */
export function doorByName(names: readonly string[]): string | undefined {
  for (const name of names) {
    const door = DOORS.find(([pattern]) => pattern.test(name));
    if (door) return door[1];
  }
  return ON_A_SERVER.test(names.join("/")) ? "A server runs it after a push." : undefined;
}

/** Whoever lets a program write code lets it write these. They are shown first. */
export function isRunByPeople(name: string): boolean {
  return RUN_BY_PEOPLE.test(name);
}
