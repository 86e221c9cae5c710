"""The command ``threehand``: ``python -m threehand``, and the program that ``pip`` installs."""

import os
import signal
import sys

from threehand import _native


def main() -> int:
    """Does what the words of this process say; gives the exit code."""
    # What a program of its own has from the start. Python would answer Ctrl-C only after the command, and a file that
    # is opened could get the number of an output that is closed.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    return _native.main(["threehand", *sys.argv[1:]], [sys.executable, "-P", "-m", "threehand"])


if __name__ == "__main__":
    sys.exit(main())
