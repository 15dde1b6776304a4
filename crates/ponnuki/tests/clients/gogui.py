"""GoGui's own twogtp and regress with this program as their engine.

Run by tests/clients.rs as `gogui.py FOLDER PROGRAM`. Exit codes: 0 all is well, 77 there is no
Java.
"""

import os
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
PATIENCE = 300  # seconds for one tool, on a slow machine
folder, program = sys.argv[1:]
if not shutil.which("java"):
    print("GoGui needs Java")
    sys.exit(SKIPPED)

# A number before a command asks for its answer to be compared; an asterisk says that it is known
# to be another.
REGRESSION = """\
boardsize 9
clear_board
komi 5.5
play b e5
play w e4
10 query_boardsize
#? [9]
20 get_komi
#? [5.5]
30 reg_genmove b
#? [[A-HJ][1-9]|PASS|pass]
play b e3
play b d4
play b f4
40 final_status e5
#? [alive]
50 final_score
#? [B\\+[0-9.]+]
60 get_komi
#? [7.5]*
"""
WRONG = """\
10 name
#? [GNU Go]
"""


def run(tool, *args):
    command = ["java", "-jar", os.path.join(folder, "lib", f"{tool}.jar"), *args]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)


def engine(n_playouts):
    return f"{program} gtp --net none --threads 1 --seed 1 --playouts {n_playouts}"


home = tempfile.mkdtemp(prefix="ponnuki-gogui-")
try:
    os.chdir(home)
    players = ["-black", engine(10), "-white", engine(30), "-referee", engine(10)]
    games = ["-games", "2", "-size", "9", "-komi", "6.5", "-time", "1", "-alternate", "-auto"]
    match = run("gogui-twogtp", *players, *games, "-sgffile", "games", "-verbose")
    assert match.returncode == 0, match.stderr
    table = [line for line in open("games.dat") if not line.startswith("#")]
    records = [name for name in os.listdir() if name.endswith(".sgf")]
    analysis = run("gogui-twogtp", "-analyze", "games.dat")

    regressions = []
    for text in [REGRESSION, WRONG]:
        open("small.tst", "w").write(text)
        regressions.append(run("gogui-regress", "-output", "out", engine(10), "small.tst"))
finally:
    os.chdir("/")
    shutil.rmtree(home)

# Number, the results by Black, White and the referee, whether alternated, whether a duplicate,
# the number of moves, the seconds and the processor's of both, whether there was an error, and what it was.
results = [line.rstrip("\n").split("\t") for line in table]
assert len(results) == 2 == len(records), (table, records, match.stderr)
for result in results:
    assert result[1] == result[2] == result[3], result
    assert result[1][:2] in ("B+", "W+") and int(result[6]) > 4, result
    assert result[11] == "0" and not result[12].strip(), result
assert analysis.returncode == 0, analysis.stderr

right, wrong = regressions
assert right.returncode == 0 and "FAIL" not in right.stdout, right.stdout + right.stderr
assert wrong.returncode == 1, wrong.stdout + wrong.stderr
assert "10 unexpected FAIL: Correct 'GNU Go', got 'Ponnuki'" in wrong.stdout, wrong.stdout
print("GoGui is content:", ", ".join(result[1] for result in results))
