import { stem } from "./stem.ts";

/** Words that people and tools use for one another. A word may be in several lines. */
const GROUPS = `
add append insert put attach
answer reply respond
appointment meeting event
archive zip compress pack
ask request
begin start launch boot
big large heavy huge
bill invoice
book reserve schedule
buy purchase order
cancel revoke abort
change update edit modify set
chart graph plot diagram
check verify test status
close end finish stop
colleague employee coworker staff
combine merge join unite
connect link
convert turn transform
copy duplicate clone cp
create make new open generate build
delete remove erase drop trash bin rm del discard
deploy release publish rollout
display show list view ls peek
draw paint illustrate generate
email mail message
error failure fault exception
expand extract unpack unzip
fetch get retrieve download pull
find search lookup look locate
firm company organisation organization
folder directory
forbid deny block
give grant share
image picture photo
issue bug ticket problem
job task
kill terminate end stop quit
lamp light
log history journal
mute silence
name title
parcel package shipment
password login credential secret
pay charge payment
people person user contact
place location address
price cost spending
repair fix correct solve resolve
rename move mv relocate
repo repository
run execute invoke call
save store write keep
say speak tell
send post deliver
server machine instance host
shorten summarize short
site page website web
song music track
text words
undo revert rollback
upload push
vacation holiday leave
vehicle car
voice speech audio sound
warn alert notify warning
watch monitor observe
`;

/** The other words that may be meant by a word, all of them as stems. */
export function readSynonyms(): ReadonlyMap<string, readonly string[]> {
  const synonyms = new Map<string, Set<string>>();
  for (const line of GROUPS.trim().split("\n")) {
    const group = line.split(" ").map(stem);
    for (const word of group) {
      const others = synonyms.get(word) ?? new Set<string>();
      for (const other of group) if (other !== word) others.add(other);
      synonyms.set(word, others);
    }
  }
  return new Map([...synonyms].map(([word, others]) => [word, [...others]]));
}
