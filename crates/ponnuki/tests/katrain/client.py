"""KaTrain's own engine, games and computer players with this program behind them.

Run by tests/katrain.rs as `client.py PROGRAM NETWORK [HUMAN]`, where HUMAN is a network that
imitates people, or as `client.py URL` with the address at which the program listens. Needs the
packages katrain, pysgf and chardet, and for an address websocket-client and certifi, but not the
toolkit that KaTrain's windows are made with. Exit codes: 0 all is well, 77 KaTrain is not there.
"""

import json
import sys
import time
import types

SKIPPED = 77
PATIENCE = 60  # seconds for one step, on a slow machine


def pretend(name, **names):
    """Puts an empty module in place of one that only windows need."""
    module = types.ModuleType(name)
    module.__dict__.update(names)
    sys.modules[name] = module


class Observable:
    def __init__(self, *args, **kwargs):
        pass


pretend("kivy")
pretend("kivy.utils", platform="linux")
pretend("kivy._event", Observable=Observable)
try:
    from katrain.core import ai
    from katrain.core.constants import AI_HUMAN, AI_PRO, OUTPUT_ERROR
    from katrain.core.engine import KataGoEngine
    from katrain.core.game import Game, Move
    from katrain.core.utils import find_package_resource

    if sys.argv[1].startswith("ws://"):
        from katrain.core.remote_engine import RemoteKataGoEngine
except ImportError as error:
    print(f"no KaTrain: {error}")
    sys.exit(SKIPPED)

CONFIG = json.load(open(find_package_resource("katrain/config.json")))


class Nothing:
    def __getattr__(self, name):
        return Nothing()

    def __call__(self, *args, **kwargs):
        return None


class Desktop:
    """What KaTrain's parts see of each other: settings, players, and a log."""

    controls = Nothing()
    players_info = {"B": Nothing(), "W": Nothing()}
    game = None

    def __init__(self):
        self.errors = []

    def log(self, message, level=0):
        if level == OUTPUT_ERROR:
            self.errors.append(str(message))

    def config(self, setting, default=None):
        section, _, key = setting.partition("/")
        section = CONFIG.get(section, {})
        return section.get(key, default) if key else section

    def __call__(self, *message):
        self.errors.append(repr(message))


desktop = Desktop()
settings = dict(CONFIG["engine"], max_visits=60, fast_visits=20, max_time=float(PATIENCE))
if sys.argv[1].startswith("ws://"):
    settings.update(backend="remote", remote_url=sys.argv[1])
    engine = RemoteKataGoEngine(desktop, settings)
else:
    settings.update(backend="local", katago=sys.argv[1], model=sys.argv[2])
    settings.update(humanlike_model="".join(sys.argv[3:]))
    engine = KataGoEngine(desktop, settings)


def begin(size, rules, **properties):
    game = Game(desktop, engine, game_properties={"SZ": size, "RU": rules, "KM": 6.5, **properties})
    desktop.game = game
    return game


def wait(what, is_done):
    began = time.monotonic()
    while not is_done():
        assert time.monotonic() - began < PATIENCE, f"{what}: {desktop.errors}"
        assert engine.check_alive(), f"{what}: the engine is gone"
        time.sleep(0.01)


def analysed(node):
    wait(f"analysis after {[move.gtp() for move in node.moves]}", lambda: node.analysis_complete)
    return node


def idle(what):
    wait(what, engine.is_idle)


for size, rules in [("9", "japanese"), ("13:9", "chinese"), ("5", "aga"), ("7", "new zealand")]:
    root = analysed(begin(size, rules).root)
    width, _, height = size.partition(":")
    n_points = int(width) * int(height or width)
    assert len(root.ownership) == n_points and len(root.policy) == n_points + 1
    assert root.candidate_moves[0]["order"] == 0 and root.root_visits >= 60

game = begin("9", "japanese")
n_players = 0
for name in ai.STRATEGY_REGISTRY:
    # Two play like people of some rank or year.
    if name not in (AI_HUMAN, AI_PRO):
        analysed(game.current_node)
        player = CONFIG["ai"].get(name, CONFIG["ai"]["ai:simple"])
        _, node = ai.generate_ai_move(game, name, player)
        assert node is not None, name
        n_players += 1

if settings.get("humanlike_model"):
    # KaTrain expects them to play on the large board.
    large = begin("19", "japanese")
    ranks = [(rank, is_modern) for rank in (20, 1, 0, -8) for is_modern in (False, True)]
    people = [(AI_HUMAN, {"human_kyu_rank": rank, "modern_style": new}) for rank, new in ranks]
    people += [(AI_PRO, {"pro_year": year}) for year in (1800, 1914, 2023)]
    for name, player in people:
        analysed(large.current_node)
        _, node = ai.generate_ai_move(large, name, dict(CONFIG["ai"][name], **player))
        assert node is not None, name
        assert "Played move" in node.ai_thoughts, (name, player, node.ai_thoughts)
    n_players += 2
    desktop.game = game

node = analysed(game.current_node)
for kind in ["extra", "equalize", "alternative", "sweep"]:
    game.analyze_extra(kind)
    idle(kind)
node.analyze(engine, region_of_interest=(0, 3, 0, 3))
idle("a region of interest")
n_visits = node.root_visits
game.analyze_extra("ponder")
wait("pondering", lambda: node.root_visits > n_visits + 200)
engine.stop_pondering()
idle("the end of pondering")

for _ in range(2):
    game.play(Move(None, player=game.current_node.next_player))
assert analysed(game.current_node).candidate_moves, "nothing to do after two passes"

for _ in range(30):
    game.current_node.analyze(engine, visits=100_000, time_limit=False)
wait("thirty searches", lambda: engine.write_queue.empty())
engine.on_new_game()
analysed(begin("9", "chinese").root)
engine.shutdown(finish=True)
assert not desktop.errors, desktop.errors
best = root.candidate_moves[0]
print(f"KaTrain is content with {n_players} players: {best['move']} {best['winrate']:.3f} {best['scoreLead']:.1f}")
