"""gomill's own ringmaster with this program as its players.

Run by tests/clients.rs as `ringmaster.py FOLDER PROGRAM` with Python 2.7, which is all that gomill
knows. Exit codes: 0 all is well, 77 this is another Python.
"""

from __future__ import print_function

import os
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
if sys.version_info[0] != 2:
    print("gomill needs Python 2.7, and this is %s" % sys.version.split()[0])
    sys.exit(SKIPPED)

folder, program = sys.argv[1:]
CONTROL = """
competition_type = 'allplayall'
record_games = True
players = {
    'few': Player(%(few)r, startup_gtp_commands=['time_settings 60 0 0']),
    'more': Player(%(more)r),
}
competitors = ['few', 'more']
board_size = 9
komi = 6.5
alternating = True
rounds = 2
move_limit = 200
scorer = 'players'
"""


def ringmaster(path, *words):
    run = "from gomill.ringmaster_command_line import main; main()"
    command = [sys.executable, "-c", run] + list(words[:-1]) + [path, words[-1]]
    child = subprocess.Popen(
        command,
        env=dict(os.environ, PYTHONPATH=folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    told = child.communicate()[0].decode("utf-8")
    assert child.returncode == 0, "%s: %s" % (words[-1], told)
    return told


home = tempfile.mkdtemp(prefix="ponnuki-gomill-")
try:
    path = os.path.join(home, "few.ctl")
    engine = program + " gtp --net none --threads 1 --seed 1 --playouts "
    players = {"few": engine + "10", "more": engine + "30"}
    with open(path, "w") as control:
        control.write(CONTROL % players)
    told = ringmaster(path, "check")
    assert told.count("checking player") == 2, told
    ringmaster(path, "--log-gtp", "run")
    report = ringmaster(path, "report") + open(os.path.join(home, "few.report")).read()
    log = open(os.path.join(home, "few.log")).read()
    n_games = len(os.listdir(os.path.join(home, "few.games")))
finally:
    shutil.rmtree(home)

assert "2/2 games played" in report, report
assert n_games == 2, "%d records" % n_games
assert "Ponnuki" in report, "no name in the report: " + report
for trouble in ["forfeit", "error", "unscored", "illegal", "void"]:
    assert trouble not in report.lower(), report
    assert trouble not in log.lower(), log
print("gomill is content: " + report.strip())
