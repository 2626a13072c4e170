"""What a skill in Python says with: `from capstan_skill import completed, input_required`.
skill-kit.mjs has the same for TypeScript and JavaScript."""

MAX_FIXES = 3
NO_ADVISOR = "The contract of this skill does not let it ask a model."


def completed(outputs=None):
    return {"state": "completed", "outputs": outputs or {}}


def failed(message, code=None):
    return {"state": "failed", "errors": [{"message": message, **({"code": code} if code else {})}]}


def escalated(message, report=None):
    return {"state": "escalated", "errors": [{"message": message}], "outputs": {"report": report or {}}}


def input_required(fields, reason=""):
    missing = [{"name": field} if isinstance(field, str) else field for field in fields]
    return {"state": "input_required", "input_request": {"missing_fields": missing, "reason": reason}}


def confirm(prompt, preview=None):
    return {"state": "input_required", "confirmation": {"prompt": prompt, "preview": preview}}


def delegate(target, inputs=None):
    return {"state": "delegating", "delegation_target": target, "delegation_inputs": inputs or {}}


def pause(reason=""):
    return {"state": "paused", "input_request": {"reason": reason}}


def fact(ctx, bucket, key, otherwise=None):
    return ctx.facts.get(bucket, {}).get(key, otherwise)


def put_fact(ctx, bucket, key, value, ttl_seconds=None):
    ctx.put_fact(bucket, key, value, ttl_seconds)


def event(ctx, type, payload=None):
    ctx.log(type, payload)


def ask_model(ctx, question, **demands):
    ask = ctx.get("ask_model")
    if ask is None:
        return {"state": "refused", "reason": NO_ADVISOR}
    return ask(question, **demands)


def next_fix(ctx, most=MAX_FIXES):
    """Counted in the run's facts, so that a restart does not begin anew."""
    number = int(fact(ctx, "fix", "attempts", 0)) + 1
    if number > min(most, getattr(ctx, "max_fix_iterations", MAX_FIXES)):
        return None
    put_fact(ctx, "fix", "attempts", number)
    return number


# The names that TypeScript has, for those who know them.
inputRequired = input_required
putFact = put_fact
askModel = ask_model
nextFix = next_fix
