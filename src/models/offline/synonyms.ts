import { stem } from "./stem.ts";

/** Words that people and tools use for one another. A word may be in several lines. */
const GROUPS = `
add plus sum
subtract minus deduct take away
multiply times * x product
divide over / split
answer reply respond
appointment meeting event
begin start launch
large largest biggest
big large size long
bill invoice
book reserve
calendar agenda diary
cancel abort call off
change update edit modify
close resolve
contact person
copy duplicate clone
countdown timer
create make new open add raise report submit
delete remove erase trash rid
cancel delete remove
directory folder
email mail
fetch get download retrieve load
file document
find search look locate
forecast outlook
bug ticket issue problem
image picture photo
lamp light
language tongue
list ls find
log logs
money cash funds
parcel package shipment delivery
pay transfer send
page site website web
people person guest
phone telephone number
play listen
pull pr
read open print cat view
contain content mention
restart reboot bounce
room space
save store write put
send transfer
table relation
task todo
turn switch
temperature heating warm cold hot
weather rain sunny umbrella snow
user account
`;

/** The other words that may be meant by a word, all of them as stems. */
export const SYNONYMS: ReadonlyMap<string, ReadonlySet<string>> = readGroups();

function readGroups(): ReadonlyMap<string, ReadonlySet<string>> {
  const synonyms = new Map<string, Set<string>>();
  for (const line of GROUPS.trim().split("\n")) {
    const group = line.split(" ").map(stem);
    for (const word of group) {
      const others = synonyms.get(word) ?? new Set<string>();
      for (const other of group) if (other !== word) others.add(other);
      synonyms.set(word, others);
    }
  }
  return synonyms;
}
