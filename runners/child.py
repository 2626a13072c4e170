"""Runs one function of a bundle's file, in a box. Descriptor 3 carries JSON lines: one call comes in
({entry, functions, argument, protocol, at?, services?}), and one line goes out ({result} or {error}, and
what a skill noted). Before that the code may ask for something ({ask: {id, service, params}}), and is
answered ({answer: {id, result | error}}). What it prints goes to standard output and error, and is never
read as an answer."""

import asyncio
import dataclasses
import importlib.machinery
import importlib.util
import inspect
import json
import os
import pathlib
import sys
import threading
import time
import types

CHANNEL = 3
MAX_MESSAGE = 2000
PACKAGE = "bundle"


class Failure(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Kit:
    """Finds `capstan_skill` and `runtime` beside this file, which is on no path. Python asks it last, so
    that a bundle's own module of that name wins."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name not in ("capstan_skill", "runtime"):
            return None
        folder = os.path.dirname(os.path.abspath(__file__))
        return importlib.machinery.PathFinder.find_spec(name, [folder], target)


def load(entry):
    """The folder is a package (`from .sibling import x`) and on the path (`import sibling`)."""
    folder = os.path.dirname(entry)
    package = types.ModuleType(PACKAGE)
    package.__path__ = [folder]
    sys.modules[PACKAGE] = package
    sys.path.insert(0, folder)
    packages = os.environ.get("CAPSTAN_PACKAGES")
    if packages:
        sys.path.insert(1, packages)
    name = PACKAGE + "." + os.path.splitext(os.path.basename(entry))[0]
    spec = importlib.util.spec_from_file_location(name, entry)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        raise Failure("IMPORT_FAILED", f"The file cannot be loaded: {tell(error)}") from error
    return module


class Frozen(dict):
    """A dict that cannot be changed, with what its code may ask for as functions."""

    def refuse(self, *_arguments, **_named):
        raise TypeError("This is read-only.")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = refuse


class FrozenList(list):
    def refuse(self, *_arguments, **_named):
        raise TypeError("This is read-only.")

    __setitem__ = __delitem__ = __iadd__ = __imul__ = append = clear = extend = insert = refuse
    pop = remove = reverse = sort = refuse


def offer(part, services, channel, reader):
    frozen = Frozen((k, FrozenList(v) if isinstance(v, list) else v) for k, v in part.items())
    for name, ask in functions_of(services, channel, reader).items():
        setattr(frozen, name, ask)
    return frozen


def functions_of(services, channel, reader):
    """Each service as a function: ask_model("…", schema=…) or ask_model(question="…", schema=…)."""
    lock = threading.Lock()
    asked = [0]

    def service_of(name):
        def ask(*question, **params):
            if question:
                params = {**params, "question": question[0]}
            with lock:
                asked[0] += 1
                send(channel, json.dumps({"ask": {"id": asked[0], "service": name, "params": params}}))
                if name == "progress":
                    return None
                answer = json.loads(reader.readline())["answer"]
            if "error" in answer:
                raise Failure(answer["error"]["code"], answer["error"]["message"])
            return answer["result"]

        return ask

    return {name: service_of(name) for name in services}


def send(channel, text):
    data = (text + "\n").encode()
    sent = 0
    while sent < len(data):
        sent += os.write(channel.fileno(), data[sent:])


class SkillContext(dict):
    """The argument of a skill: its values as attributes and as keys, and what it may call."""

    def __init__(self, argument, notes, services):
        super().__init__(argument)
        self.update(services)
        self["artifacts_dir"] = pathlib.Path(argument["artifacts_dir"])
        self["trace"] = []
        ends = time.monotonic() + self.pop("timeout_s")
        object.__setattr__(self, "_ends", ends)
        object.__setattr__(self, "_notes", notes)

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name, value):
        self[name] = value

    def log(self, event, data=None):
        self._notes["events"].append({"type": str(event), "payload": data})

    def put_fact(self, bucket, key, value, ttl_seconds=None):
        fact = {"bucket": str(bucket), "key": str(key), "value": value, "ttl_seconds": ttl_seconds}
        self._notes["facts"].append(fact)
        self["facts"].setdefault(str(bucket), {})[str(key)] = value

    def time_remaining(self):
        return max(0.0, self._ends - time.monotonic())

    def check_deadline(self):
        if self.time_remaining() <= 0:
            raise Failure("TOOL_TIMED_OUT", "The time of this turn is up.")


def run(call, notes):
    argument = call["argument"]
    if call.get("protocol") == "skill":
        os.makedirs(argument["artifacts_dir"], exist_ok=True)
        argument = SkillContext(argument, notes, call["services"])
        # The module `runtime` looks for it here.
        globals()["skill_context"] = argument
        sys.meta_path.append(Kit)
    module = load(call["entry"])
    names = call["functions"]
    function = next((f for f in (getattr(module, n, None) for n in names) if callable(f)), None)
    if function is None:
        raise Failure("FUNCTION_MISSING", "The file has none of these functions: " + ", ".join(names) + ".")
    result = function(argument)
    if inspect.isawaitable(result):
        result = asyncio.run(until(result))
    return result


async def until(awaitable):
    return await awaitable


def plain(value):
    """Dataclasses and models are read by their attributes."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.asdict(value)
    for name in ("model_dump", "dict"):
        method = getattr(value, name, None)
        if callable(method):
            return method()
    if hasattr(value, "value") and hasattr(type(value), "__members__"):
        return value.value
    if isinstance(value, (set, tuple)):
        return list(value)
    if hasattr(value, "__dict__"):
        return {k: v for k, v in vars(value).items() if not k.startswith("_")}
    return str(value)


def tell(error):
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def answer(call):
    notes = {"facts": [], "events": []}
    try:
        result = run(call, notes)
        return json.dumps({"result": result, **notes}, default=plain, allow_nan=False)
    except BaseException as error:
        code = getattr(error, "code", None)
        if not isinstance(code, str):
            return json.dumps({"error": {"message": tell(error)[:MAX_MESSAGE]}})
        return json.dumps({"error": {"message": str(error)[:MAX_MESSAGE], "code": code[:64]}})


def main():
    with os.fdopen(CHANNEL, "r+b", buffering=0) as channel:
        reader = os.fdopen(os.dup(channel.fileno()), "rb")
        line = reader.readline()
        if line:
            call = json.loads(line)
            at = call.get("at")
            if call.get("protocol") == "skill":
                call["services"] = functions_of(call.get("services", []), channel, reader)
            elif at:
                part = offer(call["argument"][at], call["services"], channel, reader)
                call["argument"][at] = part
            text = answer(call)
            sys.stdout.flush()
            send(channel, text)
    os._exit(0)


main()
