# SPDX-License-Identifier: Apache-2.0
"""The plan of a sizing: the machine as it is, and one machine for each change of one factor."""

import json
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from starnuma.campaign.grid import SILENT, dry_run, points_of, resolve
from starnuma.campaign.mixes import points_alone
from starnuma.campaign.paths import target_of, workload_of
from starnuma.campaign.plan import read_plan
from starnuma.files import BadInput, parse_yaml
from starnuma.size.factors import NotVaried

BASE = "as it is"
FILE = "size.yaml"
REPEAT = "# `starnuma plan size.yaml` repeats these runs.\n"


def effective_machine(cli, words):
    """Returns the machine of effective.yaml of a run; raises BadInput with what is wrong with it."""
    done = dry_run(cli, words)
    if done.returncode != 0:
        raise BadInput(done.stderr.strip() or SILENT)
    return parse_yaml(done.stdout, "effective.yaml")["machine"]


def cost_of(cli, machine, sets):
    """Returns the price of a machine's parts in US dollars; None if no part has a price."""
    words = [word for key, value in sets.items() for word in ("--set", f"{key}={value}")]
    done = subprocess.run([cli, "describe", machine, *words, "--json"], text=True, check=False, capture_output=True)
    return json.loads(done.stdout)["cost_usd"].get("total") if done.returncode == 0 else None


class Sizing:
    """Machine, workload, and the variants that the machine can run.

    left_out: {factor or variant: reason why it does not vary}
    costs: {variant: what it costs more than the machine in US dollars}, if a part with a price differs"""

    def __init__(self, options, factors, explicit):
        """explicit: factors were named, so each must vary."""
        here = Path.cwd() / FILE
        self.cli, self.seeds = options.cli, options.seeds
        self.machine = target_of(options.machine, here) if Path(options.machine).exists() else options.machine
        self.workload = workload_of(options.workload, here)
        self.left_out = {}
        config = effective_machine(self.cli, [self.machine, self.workload])
        self.variants = self.runnable([each for factor in factors for each in self.variants_of(factor, config)])
        varied = {variant.factor for variant in self.variants}
        for factor in factors:
            if explicit and factor.name not in varied:
                raise BadInput(f"--factors: {factor.name}: {self.reason(factor.name)}")
        if not self.variants:
            raise BadInput(f"{options.machine}: none of the factors can be varied")
        self.costs = self.differences()

    def reason(self, factor):
        return next(reason for name, reason in self.left_out.items() if name.split(" ")[0] == factor)

    def variants_of(self, factor, config):
        try:
            return factor.variants(config)
        except NotVaried as why:
            self.left_out[factor.name] = str(why)
            return []

    def runnable(self, variants):
        """Returns the variants that the program accepts and that differ from the machine."""
        def ask(variant):
            words = [self.machine, self.workload]
            words += ["--policy", variant.policy] if variant.policy else []
            for key, value in variant.sets.items():
                words += ["--set", f"{key}={value}"]
            try:
                effective_machine(self.cli, words)
            except BadInput as error:
                return re.sub(r"^--set [^:]*: ", "", str(error).splitlines()[0])
            return None
        with ThreadPoolExecutor() as pool:
            for variant, problem in zip(variants, pool.map(ask, variants)):
                if problem:
                    self.left_out[variant.name] = problem
        return [variant for variant in variants if variant.name not in self.left_out]

    def differences(self):
        with ThreadPoolExecutor() as pool:
            base, *others = pool.map(lambda sets: cost_of(self.cli, self.machine, sets),
                                     [{}, *(variant.sets for variant in self.variants)])
        return {variant.name: cost - base for variant, cost in zip(self.variants, others)
                if None not in (base, cost) and cost != base}

    def plan_text(self):
        """Returns a plan of the same runs."""
        machines = [{"name": BASE, "machine": self.machine}]
        for variant in self.variants:
            machines.append({"name": variant.name, "machine": self.machine,
                             **({"policy": variant.policy} if variant.policy else {}),
                             **({"set": variant.sets} if variant.sets else {})})
        lines = [f"  - {json.dumps(machine, ensure_ascii=False)}" for machine in machines]
        return "\n".join([REPEAT + "kind: plan", f"summary: One factor at a time around {Path(self.machine).stem}",
                          "machines:", *lines, f"workloads: [{json.dumps(self.workload)}]",
                          f"seeds: {self.seeds}", f"baseline: {{machine: {BASE}}}", ""])

    def grid(self, file, platforms, program):
        """Returns the plan, its points, and {program: point of it alone} on BASE with the first seed.

        file: where plan_text() was written"""
        plan = read_plan(file, platforms)
        points = points_of(plan)
        resolve(points, plan, self.cli, program)
        first = next(point for point in points if point.label.machine == BASE)
        return plan, points, points_alone(first, program)
