const IRREGULAR = new Map([
  ["be", "being"],
  ["die", "dying"],
  ["lie", "lying"],
  ["tie", "tying"],
]);
const DOUBLES =
  /^(?:run|get|set|put|cut|stop|plan|ship|drop|swim|sit|dig|plug|tag|scan|trim|zip|log|chat|map|wrap|win|begin|submit|commit)$/;

/** An order as what goes on while it is carried out: "buy milk" → "Buying milk". */
export function gerundOf(order: string): string {
  const [, verb = "", rest = ""] = /^(\p{L}+)([\s\S]*)$/u.exec(order) ?? [];
  if (verb === "") return order;
  const doing = /ing$/i.test(verb) ? verb : ingOf(verb);
  return `${doing[0]?.toUpperCase()}${doing.slice(1)}${rest}`;
}

function ingOf(verb: string): string {
  const plain = verb.toLowerCase();
  const irregular = IRREGULAR.get(plain);
  if (irregular) return irregular;
  if (DOUBLES.test(plain)) return `${verb}${verb.at(-1)}ing`;
  return /[^eoy]e$/.test(plain) ? `${verb.slice(0, -1)}ing` : `${verb}ing`;
}
