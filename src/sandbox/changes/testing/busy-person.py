# A person at work: writes to random files, in place or at their end. Prints the texts that the person has
# replaced with an own one, having seen them.
import json, random, sys, time

chance = random.Random(int(sys.argv[1]))
replaced = []
for number in range(int(sys.argv[2])):
    # A program has time to run in between.
    time.sleep(0.001)
    path = f"f{chance.randrange(40)}"
    append = chance.randrange(2) == 0
    with open(path) as file:
        saw = file.read()
    with open(path, "a" if append else "r+") as file:
        if not append:
            file.truncate(0)
            replaced += saw.splitlines()
        file.write(f"person {number}\n")
print(json.dumps(replaced))
