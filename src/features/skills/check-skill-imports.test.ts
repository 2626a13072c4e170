import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { readTree } from "../bundles/testing/read-tree.ts";
import { skillTree } from "../bundles/testing/skill-trees.ts";
import { missingImports } from "./check-skill-imports.ts";

const problems = (files: Record<string, string>) =>
  missingImports(readTree(skillTree("one", "timeout_seconds: 3", files)));

test("F80: an import that a skill cannot have is found before its first call", () => {
  const code = `from __future__ import annotations
import json, helper
from .helper import double
from runtime import TaskState
from runtime.protocol import AgentResponse
from runtime.platform_client import Client
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from runtime.executor import ExecutionContext
try:
    import orjson
except ImportError:
    orjson = None
try:
    import ujson
finally:
    pass
import capstan_skill, numpy as np
import yaml
`;
  const files = { "impl.py": code, "helper.py": "", "tool.js": 'import x from "nothing";' };
  expect(problems(files)).toEqual([
    '"runtime.platform_client" is imported, and not in requirements.txt.',
    '"ujson" is imported, and not in requirements.txt.',
    '"numpy" is imported, and not in requirements.txt.',
    '"yaml" is imported, and not in requirements.txt.',
  ]);
  expect(problems({ ...files, "requirements.txt": "pyyaml==6.0\nujson==5.0" })).toHaveLength(2);
  // A module of its own comes before the one that the runner brings.
  expect(problems({ "impl.py": "import runtime.mine", "runtime/mine.py": "" })).toEqual([]);
  const node = 'import { completed } from "capstan/skill"; import a from "left-pad";';
  expect(problems({ "impl.mjs": node })).toEqual([
    '"left-pad" is imported, and not a dependency in package.json.',
  ]);
});

test("F80: each part of the module that the runner brings is one that a skill may import", () => {
  const parts = readdirSync(new URL("../../../runners/runtime", import.meta.url))
    .filter((name) => /^[a-z].*\.py$/.test(name))
    .map((name) => `import runtime.${name.replace(".py", "")}`);
  expect(parts.length).toBeGreaterThan(2);
  expect(problems({ "impl.py": parts.join("\n") })).toEqual([]);
});
