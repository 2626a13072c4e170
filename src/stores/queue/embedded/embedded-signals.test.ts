import { expect, test } from "vitest";
import { createEmbeddedSignals } from "./embedded-signals.ts";

function open() {
  const signals = createEmbeddedSignals();
  const heard: string[] = [];
  const listen = (name: string, session = "s") =>
    signals.subscribe(session, () => heard.push(name));
  return { signals, heard, listen };
}

test("every listener of a session hears it, and none of another", () => {
  const { signals, heard, listen } = open();
  listen("a");
  listen("b");
  listen("c", "other");
  signals.notify("s", "state_changed");
  expect(heard).toEqual(["a", "b"]);
  signals.notify("other", "state_changed");
  expect(heard).toEqual(["a", "b", "c"]);
});

test("a session without listeners may be told", () => {
  const { signals, heard } = open();
  signals.notify("nobody", "state_changed");
  signals.notify("__proto__", "state_changed");
  expect(heard).toEqual([]);
});

test("a subscription that ended hears nothing more; the others do", () => {
  const { signals, heard, listen } = open();
  const end = listen("a");
  listen("b");
  end();
  signals.notify("s", "state_changed");
  expect(heard).toEqual(["b"]);
});

test("ending a subscription twice does not end a later one", () => {
  const { signals, heard, listen } = open();
  const end = listen("a");
  end();
  listen("b");
  end();
  signals.notify("s", "state_changed");
  expect(heard).toEqual(["b"]);
});

test("a listener may end its own subscription while it hears", () => {
  const { signals, heard, listen } = open();
  const end = signals.subscribe("s", () => {
    heard.push("once");
    end();
  });
  listen("b");
  signals.notify("s", "state_changed");
  signals.notify("s", "state_changed");
  expect(heard).toEqual(["once", "b", "b"]);
});
