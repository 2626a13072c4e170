/** Calls one function of an extension's `handlers.py`: `HANDLERS = {id: function(args, context)}`. */
export const RUN_HANDLER = `
import json, os, sys
folder, name, _, *args = sys.argv[1:]
sys.path.insert(0, folder)
from handlers import HANDLERS
if name not in HANDLERS:
    sys.exit("handlers.py has no " + name)
context = dict(workspace=os.environ["CAPSTAN_WORKSPACE"], extension_dir=os.environ["SKILL_DIR"])
answer = HANDLERS[name](args, context)
print(answer if isinstance(answer, str) else json.dumps(answer))
`;
