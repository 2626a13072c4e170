# A program that changes the folder it runs in, at random: a seed, and how many steps.
import os, random, shutil, sys

chance = random.Random(int(sys.argv[1]))
steps = int(sys.argv[2])
NAMES = ["a", "b", "c", "d", "é", "x y", "n\nl", "Ü", "q'", "Z", ".e", "a-b"]


def look():
    files, folders = [], ["."]
    for folder, inner, names in os.walk("."):
        for name in inner:
            path = os.path.join(folder, name)
            (files if os.path.islink(path) else folders).append(path)
        files += [os.path.join(folder, name) for name in names]
    return sorted(files), sorted(folders)


def name():
    return chance.choice(NAMES) + str(chance.randrange(12))


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


for step in range(steps):
    files, folders = look()
    kind = chance.randrange(14)
    try:
        target = os.path.join(chance.choice(folders), name())
        if kind <= 2:
            write(target, f"{chance.random()}\n" * chance.randrange(1, 400))
        elif kind == 3 and files:
            with open(chance.choice(files), "a") as file:
                file.write(f"more {step}")
        elif kind == 4 and files:
            os.remove(chance.choice(files))
        elif kind == 5:
            os.mkdir(target)
        elif kind == 6 and len(folders) > 1:
            shutil.rmtree(chance.choice(folders[1:]))
        elif kind == 7 and files:
            shutil.move(chance.choice(files), target)
        elif kind == 8 and len(folders) > 1:
            shutil.move(chance.choice(folders[1:]), target)
        elif kind == 9:
            path = chance.choice(files + folders[1:] or ["."])
            if not os.path.islink(path) and path != ".":
                modes = [0o700, 0o755, 0o750] if os.path.isdir(path) else [0o600, 0o644, 0o755]
                os.chmod(path, chance.choice(modes))
        elif kind == 10:
            if os.path.islink(target) or os.path.isfile(target):
                os.remove(target)
                os.mkdir(target)
                write(os.path.join(target, "in"), f"in {step}")
            elif os.path.isdir(target):
                shutil.rmtree(target)
                write(target, f"was a folder {step}")
            else:
                os.symlink(name(), target)
        elif kind == 11 and len(folders) > 2:
            # Two folders change places: in a copy their files keep all of their times.
            one, other = chance.sample(folders[1:], 2)
            if not (one + "/").startswith(other + "/") and not (other + "/").startswith(one + "/"):
                shutil.move(one, "./swap")
                shutil.move(other, one)
                shutil.move("./swap", other)
        elif kind == 12 and len(folders) > 1:
            # Removed and made again: an overlay calls the new one opaque.
            path = chance.choice(folders[1:])
            shutil.rmtree(path)
            os.mkdir(path)
            write(os.path.join(path, name()), f"again {step}")
        elif kind == 13 and len(folders) > 1:
            # Closed, with something new in it.
            path = chance.choice(folders[1:])
            os.chmod(path, 0o700)
            write(os.path.join(path, name()), f"behind {step}")
            os.chmod(path, 0o500)
    except OSError:
        pass
