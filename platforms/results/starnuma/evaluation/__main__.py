# SPDX-License-Identifier: Apache-2.0
"""Makes the figures and tables of the publications, all in one report."""

import sys

from starnuma.campaign.conduct import parser_of
from starnuma.campaign.plan import read_plan
from starnuma.evaluation import golden
from starnuma.evaluation.catalogue import BOTH_METHODS, FOLDER, chosen
from starnuma.evaluation.make import make
from starnuma.evaluation.methods import with_published_method
from starnuma.files import BadInput
from starnuma.report.guard import guarded

SIZE = "ci"


def arguments(words):
    parser = parser_of("figures", __doc__)
    parser.add_argument("--bless", action="store_true",
                        help="the numbers of this call are those that must come out again")
    parser.add_argument("names", nargs="*")
    return parser.parse_args(words)


def plans_of(items, options, size):
    plans = {}
    for each in items:
        for name in each.plans:
            if name not in plans:
                path = options.platforms / FOLDER / name
                plans[name] = read_plan(path, options.platforms,
                                        None if name == "first_order.yaml" else size)
                if each.one_seed and size != SIZE:
                    plans[name].seeds = plans[name].seeds[:1]
                if name in BOTH_METHODS:
                    with_published_method(plans[name])
            plans[name].interval = plans[name].interval or each.interval
    return plans


def conduct(options):
    size = options.size or SIZE
    items = chosen(options.names)
    if options.bless and options.names:
        raise BadInput("figures: --bless is of all figures, found names")
    plans = plans_of(items, options, size)
    made = make("OTHERS" if all(each.group for each in items) else "EVALUATION", options, size, items,
                plans)
    return 0 if made.whole and unchanged(options, size, made.numbers) else 1


def unchanged(options, size, numbers):
    """Returns True if the numbers match the golden file, or if there is none of this size or it is a dry run."""
    if numbers is None:
        return True
    path = golden.file_of(options.platforms, size)
    if options.bless:
        golden.bless(path, numbers)
        print(f"blessed: {path}")
    elif path.exists():
        changed = golden.differences(path, numbers, whole=not options.names)
        if changed:
            print("\n".join(["other numbers than blessed:", *changed]), file=sys.stderr)
            return False
    return True


def main(words=None):
    options = arguments(words)
    sys.exit(guarded("", lambda: conduct(options), options.output))


if __name__ == "__main__":
    main()
