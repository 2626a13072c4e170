/** The parts that bring the surface of an attack, and with it the test that withstands it. */
type Part = "packs" | "mcp" | "gateway" | "skills" | "agents" | "hub";

type Attack = { readonly text: string; readonly waitsFor: Part | null };

const until = (waitsFor: Part, text: string): Attack => ({ text, waitsFor });

/**
 * Every attack that must fail. Unless it says otherwise after the arrow, it is refused with a typed
 * error, has no effect, leaves an audit record with the reason, and shows no secret and no path of
 * the host to a model. A number is cited at the start of the title of a test.
 */
export const ATTACK_GROUPS = [
  {
    about: "Paths and files",
    attacks: {
      A1: "`../../etc/passwd`",
      A2: "`grant/../grantee/x` (sibling prefix, CVE-2025-53110)",
      A3: "Absolute path outside",
      A4: "`grant//..//x`, `grant/./../x`",
      A5: "`%2e%2e%2f` in a path argument → treated literally, never decoded",
      A6: "`file:///etc/passwd`, `\\\\?\\`, `C:\\`, `~/.ssh/id_rsa` (no tilde expansion)",
      A7: "NUL `a.txt\\0.png`",
      A8: "Trailing dot/space, NTFS `:stream`, `CON`, 8.3 names (reject on win32, literal elsewhere)",
      A9: "Unicode: fullwidth `．．／`, NFD vs NFC of a denied name, U+202E, zero-width → literal, deny rules compare NFC+casefold",
      A10: "Case `.GIT/config`, `.Env` on case-insensitive FS → denied",
      A11: "Relative symbolic link that leads outside",
      A12: "Absolute symbolic link that leads outside",
      A13: "A folder in the middle of the path is a link that leads outside, reading",
      A14: "The same, writing",
      A15: "Symlink chain/loop → ELOOP",
      A16: "Symlink swapped between check and open (TOCTOU loop, 10k iterations) → never outside content",
      A17: until("agents", "Directory renamed during recursive delete"),
      A18: "Symlink at destination of move/copy",
      A19: "Hard link to outside file, write → refused (more than one link)",
      A20: "`/proc/self/root/etc/passwd`, `/proc/self/cwd`, `/proc/self/fd/N`, `/dev/fd/3`, `/proc/1/environ`",
      A21: "FIFO/socket/device in grant → not regular, no hang",
      A22: "10 GB sparse file read → size cap",
      A23: "Million-entry dir / depth 10k → truncated with flag",
      A24: "Name with newline/ESC in listing → escaped",
      A25: until("agents", "Grant containing `*` or a file as dir → manifest refused"),
      A26: until("agents", "Grant root `/`, `$HOME`, runtime state dir → refused"),
      A27: until(
        "agents",
        "Grant root replaced by a symlink after approval → dev/ino mismatch, refuse",
      ),
      A28: until("agents", "Delete of grant root itself"),
      A29: until("agents", "Move across two grants lacking delete on source"),
      A30: "Write setuid bit / exec bit → mode masked",
      A31: until(
        "agents",
        "Create missing config (`.capstan/settings.json`, `.git/hooks/pre-commit`, `.mcp.json`, `package.json` scripts) inside rw grant → protected names refused",
      ),
      A32: "Predictable temp file pre-created as symlink → O_EXCL|O_NOFOLLOW random dir 0700",
      A33: "Zip-slip `../`, absolute, symlink entry then write through it, hardlink entry, duplicate/case-colliding names, device entry",
      A34: "Zip bomb (ratio, nested, overlapping entries) → byte/entry cap",
      A35: "Dry-run: write+rename+delete+fsync, then compare full tree hash and mtimes before/after → identical",
    },
  },
  {
    about: "Code and process escape",
    attacks: {
      A36: "`node:sqlite` ATTACH/VACUUM INTO/backup outside",
      A37: "Worker `execArgv:[]`",
      A38: "`process.binding`, `process.dlopen`, `node:ffi`, wasi",
      A39: "`constructor.constructor('return process')()` from execute_code",
      A40: "Pyodide `import js` / `run_js`",
      A41: "NODE_OPTIONS / LD_PRELOAD / BASH_ENV / PYTHONPATH / GIT_SSH_COMMAND / PAGER in env → not passed",
      A42: "Inherited fd scan 3..255 → only ipc",
      A43: "`process.kill(ppid)`, `kill -9 -1` → host lives",
      A44: "Setsid/double-fork survivor after timeout → none, call returns ≤ timeout+500 ms",
      A45: "Fork bomb → nproc limit",
      A46: "Buffer/wasm memory bomb",
      A47: "Busy loop ignoring SIGTERM",
      A48: "Stdout flood, and 1 GB single line without newline",
      A49: "Disk fill of /tmp, and of a grant (quota)",
      A50: "Nested userns / mount / ptrace / io_uring",
      A51: "Connect to docker.sock, abstract unix socket, X11, ssh-agent",
      A52: "Plugin overwrites its own or another pack's code for the next run → pack dir ro + hash check at load",
      A53: "TOCTOU on pack: file changed after hash → load from verified copy",
      A54: "Prototype pollution via IPC reply `__proto__`/`constructor` → null-proto + strip",
      A55: "Thenable/getter/toJSON objects returned from run() → JSON only",
      A56: 'Forged IPC messages (wrong id, second result, "approved": true) → ignored, child killed',
      A57: "Exit 0 with partial result",
      A58: "Module top-level side effects at _install or inspect_ time → inspection never imports",
      A59: until("hub", "Post-install scripts in pack → never run"),
      A60: "Error object with hostile `message`/`stack` (ESC, 10 MB, path leak) → trimmed",
    },
  },
  {
    about: "Shell / argument injection",
    attacks: {
      A61: "`; rm -rf`, `$(…)`, backticks, newline, `\\r` parser differential",
      A62: "Value `--upload-pack=…`, `-oProxyCommand=…`, `--output=/etc/x`, `-exec` → `--` or reject leading `-`",
      A63: "`$IFS`, glob, brace, `~` expansion in arg → literal",
      A64: "Template placeholder inside quotes in tools.json; recursive placeholder `{{a}}` in value",
      A65: "Allow-listed command with 51+ subcommands (over parser limit → deny)",
      A66: "Built-ins export/declare/typeset poisoning",
      A67: "PATH with cwd first / `./git` in workspace → absolute resolved binary pinned",
      A68: until(
        "packs",
        "Git in hostile repo (`core.fsmonitor`, hooks, filters) → `GIT_CONFIG_NOSYSTEM`, safe config, hooks off",
      ),
      A69: until("mcp", "`npx`/`uvx` floating version in MCP config → pin + approval on change"),
      A70: "Cwd supplied by the model as sandbox root (Codex GHSA) → ignored",
    },
  },
  {
    about: "Network / SSRF / local servers",
    attacks: {
      A71: "Every spelling of a private host: `127.1`, `2130706433`, `0x7f000001`, `0177.0.0.1`, full-width digits, ideographic dots, trailing dot, IPv4-mapped, IPv4-compatible `[::127.0.0.1]`, NAT64, 6to4, ULA, CGNAT, metadata",
      A72: "IP-literal bypassing lookup hook",
      A73: "Rebinding (public then 127.0.0.1)",
      A74: "Mixed A records one private",
      A75: "Redirect to metadata / file: / gopher: / another port / https→http",
      A76: "21 redirects, self-loop",
      A77: "Credentials in URL, `@` and `\\` host confusion, NUL/CRLF in host, IDN homograph, suffix `allowed.com.evil.io`, `evil-allowed.com`",
      A78: "Gzip bomb, triple encoding, bad Content-Length, 1 GB header, endless chunked",
      A79: "Slow first byte, slow drip",
      A80: "DNS exfil with network denied (lookup must fail) and UDP",
      A81: "HTTP_PROXY env honoured by accident",
      A82: "Authorization forwarded cross-origin",
      A83: "Browser → local HTTP/MCP port: foreign Origin, a Host that is not this machine (rebinding), missing token, `0.0.0.0` bind, CORS `*`, `text/plain` CSRF → 403",
      A84: until(
        "mcp",
        "OAuth metadata URL passed to opener (CVE-2025-6514) → http(s) only, no shell",
      ),
      A85: until("gateway", "Two clients sharing one transport get each other's replies"),
    },
  },
  {
    about: "Parsing",
    attacks: {
      A86: "YAML alias bomb; `yaml` 2.9.1 throws, js-yaml 5.5 accepts it, and JSON expands it → node/alias cap",
      A87: "YAML merge/`!!js`/duplicate keys/`__proto__`",
      A88: "JSON depth 100k, 50 MB, duplicate keys, 1e999, lone surrogates",
      A89: "JSON Schema with remote `$ref`, ReDoS `pattern`, recursive $ref, `$ref:file:` → no fetch, RE2 patterns",
      A90: "ReDoS in user grep, glob (`{a,b}{a,b}…`, `**/**/**`), semver, frontmatter",
      A91: until(
        "mcp",
        "MCP frame: 100 MB line, invalid UTF-8, batch of 1e5, id collision, response to unknown id",
      ),
      A92: "Polyglot/BOM/UTF-16 manifest read differently by checker and loader → one parser, one buffer",
    },
  },
  {
    about: "Approval, prompts, secrets, audit",
    attacks: {
      A93: "ANSI/OSC 8/OSC 52/bell/CR/backspace in tool name, args, path → visible escapes",
      A94: "Bidi, zero-width, tag characters (U+E0000) → shown as `\\u{…}`",
      A95: "5 000-line argument pushing the dangerous part off-screen → head+tail+size, dangerous verbs always on top",
      A96: 'Tool text imitating the approval UI or "user approved"',
      A97: "Replay of an approval token (same, other session, after expiry)",
      A98: "Arguments mutated after approval (object aliasing, getter, file behind path changed) → digest mismatch",
      A99: "Approve capability v1, run v2 (rug pull: code, description or schema hash changed) → re-ask",
      A100: "Grant for `read` used for `move`; grant of parent inferred from child",
      A101: "Race: two executions consume one approval → exactly one",
      A102: "Prompt timeout/EOF/non-TTY → deny",
      A103: "Approval fatigue: 100 requests/min → throttled",
      A104: "Name shadowing (`read_file` by another pack, homoglyph) → namespaced, refused",
      A105: until(
        "mcp",
        "Tool description with hidden instructions → labelled untrusted, hash pinned",
      ),
      A106: "Agent calls the runtime's own grant/approve API → separate channel, refused",
      A107: "Secret echoed raw, base64, URL-encoded, split over chunks, in error, in filename, in audit, in crash dump → redacted",
      A108: "Redactor ReDoS / 100 MB input",
      A109: "Secret shorter than 6 chars or common word → not registered, warned",
      A110: "Audit: edit, delete, swap, insert, truncate tail, duplicate seq, clock back, disk full, two writers, crash between effect and record → detected or effect not performed; log line with newline/forged JSON → one record",
      A111: "Audit write fails → effect refused",
      A112: "Prompt-injected web content asks for exfil: tainted session + network grant → needs approval",
      A113: "`openat2` with a set-id mode; x32 system call numbers",
      A114: 'An input that Cedar would read as an entity (`{"__entity": …}`, `{"__extn": …}`), a fraction, null, an integer past 64 bits, a missing attribute in a `forbid` → facts are projected, never passed raw; an evaluation error denies',
      A115: "The agent approves itself: a token with `invoke` calls `run`; an MCP client auto-accepts an elicitation without `approve`; a capability reaches the local API → refused",
      A116: "Another server on the same host name receives the console's credential → none is in a cookie",
      A117: "A page written by an agent is opened from the session's files and presses Run → attachment, `nosniff`, sandboxed, no credential",
      A118: 'A worker writes its intent, freezes, a person answers "did not run, run again", the worker wakes → `start_before` has passed, it does nothing',
      A119: "A hook of one capability rewrites another's call → only capabilities that ship in process may, once, validated again, shown in the approval",
      A120: "A session asks for a looser profile, a grant is remembered under `strict`, a remembered grant outlives a changed definition → refused, refused, suspended",
      A121: "Who can write the database replaces a record's text by an erased one, of any stream; adds a record of an erasure that nobody signed, before or after the server seals it; changes what an erasure left; calls a later record erased → found in the store and in an export",
      A122: "An older copy of the log, one that went on from it, a log or its checkpoints cut off or emptied, a kept checkpoint that is forged or damaged → found by a checkpoint that was kept elsewhere, and said in words",
    },
  },
] satisfies readonly {
  readonly about: string;
  readonly attacks: Readonly<Record<string, string | Attack>>;
}[];

export const ATTACKS: ReadonlyMap<string, Attack> = new Map(
  ATTACK_GROUPS.flatMap(({ attacks }) => Object.entries<string | Attack>(attacks)).map(
    ([id, attack]) => [id, typeof attack === "string" ? { text: attack, waitsFor: null } : attack],
  ),
);
