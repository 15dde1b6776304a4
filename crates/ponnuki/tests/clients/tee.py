#!/usr/bin/env python3
"""Stands between a client and the program, and writes down what they say to each other.

Clients get its path in place of the program's, which PONNUKI_TEE names; see tests/driven. Each
run writes a file in the folder PONNUKI_RECORD: a line with the arguments, then what the client
says (>) and what it hears (<) as it passes.
"""

import os
import subprocess
import sys
import threading

name = os.environ["PONNUKI_TEE_NAME"].replace("/", "-")
path = os.path.join(os.environ["PONNUKI_RECORD"], f"{name}-{os.getpid()}.txt")
record = open(path, "w", encoding="utf-8", newline="\n")
record.write(f"# {' '.join(sys.argv[1:])}\n")
lock = threading.Lock()


def carry(source, target, mark):
    for line in source:
        with lock:
            text = line.decode("utf-8").removesuffix("\n").replace("\r", "\\r")
            record.write(f"{mark} {text}".rstrip() + "\n")
            record.flush()
        try:
            target.write(line)
            target.flush()
        except BrokenPipeError:
            break
    try:
        target.close()
    except BrokenPipeError:
        pass


program = subprocess.Popen(
    [os.environ["PONNUKI_TEE"], *sys.argv[1:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE
)
said = (sys.stdin.buffer, program.stdin, ">")
threading.Thread(target=carry, args=said, daemon=True).start()
carry(program.stdout, sys.stdout.buffer, "<")
# A client that is gone need not be waited for.
os._exit(program.wait())
