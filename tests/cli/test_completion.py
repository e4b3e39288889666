#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Completion as shells request it, and the manual page."""

import os
import re
import shutil
import subprocess
import unittest

from cli import CLI, CliTest

# Calls the function of the script as bash does when Tab is pressed at the end of a line.
BASH = r"""
source starnuma.bash
COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDS=("$2")
_starnuma
printf '%s|\n' "${COMPREPLY[@]}"
complete -p starnuma >&2
"""

# Calls the function like zsh with the words of the line; prints the added completions.
ZSH = r"""
compdef() { :; }
compadd() { print -rl -- "${(@P)@[-1]}"; }
_files() { print -r -- :files; }
source ./starnuma.zsh
words=("$@") CURRENT=$#
_starnuma
"""


class Completion(CliTest):
    def bash(self, *words):
        """Returns bash's completions for a line of these words, whose last one is being typed."""
        (self.folder / "starnuma.bash").write_text(self.good("completion", "bash"))
        done = subprocess.run(["bash", "--norc", "-c", BASH, "bash", " ".join((CLI, *words)), CLI],
                              cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr),
                         (0, "complete -o nospace -F _starnuma starnuma\n"))
        return [line for line in done.stdout.split("|\n") if line]

    def zsh(self, *words):
        (self.folder / "starnuma.zsh").write_text(self.good("completion", "zsh"))
        done = subprocess.run(["zsh", "-f", "-c", ZSH, "zsh", CLI, *words], cwd=self.folder,
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.split("\n")[:-1]

    def test_bash_completes_commands_machines_workloads_policies_and_keys(self):
        self.assertEqual(self.bash("desc"), ["describe "])
        self.assertIn("starnuma16_t16", self.bash("run", "starnuma16_t"))
        self.assertEqual(self.bash("run", "baseline16", "bf"), ["bfs ", "bfs:"])
        self.assertEqual(self.bash("run", "baseline16", "--see"), ["--seed ", "--seeds "])
        self.assertEqual(self.bash("bakeoff", "bfs", "--policies", "none,static_o"),
                         ["none,static_oracle "])
        self.assertEqual(self.bash("run", "x", "--set", "placement.polic"), ["placement.policy="])

    def test_bash_gets_what_stands_behind_its_own_word_breaks(self):
        self.assertEqual(self.bash("run", "x", "bfs:tri"), ["trials="])
        self.assertEqual(self.bash("run", "x", "--set", "placement.policy=static"),
                         ["static_oracle "])
        self.assertEqual(self.bash("run", "x", "trace:fm"), ["fmi "])

    def test_bash_offers_files_where_files_stand(self):
        (self.folder / "mine one.yaml").write_text("", encoding="utf-8")
        self.assertEqual(self.bash("check", "min"), ["mine one.yaml"])
        self.assertIn("mine one.yaml", self.bash("run", ""))
        self.assertEqual(self.bash("run", "x", "--waves=min"), ["mine one.yaml"])

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_completes_commands_machines_workloads_policies_and_keys(self):
        self.assertEqual(self.zsh("desc"), ["describe"])
        self.assertIn("starnuma16_t16", self.zsh("run", "starnuma16_t"))
        self.assertEqual(self.zsh("run", "baseline16", "bf"), ["bfs", "bfs:"])
        self.assertEqual(self.zsh("run", "x", "bfs:tri"), ["bfs:trials="])
        self.assertEqual(self.zsh("check", ""), [":files"])

    def test_what_is_typed_wrong_is_completed_by_nothing_in_silence(self):
        for words in (("nothing", ""), ("run", "--nothing="), ("run", "--set", "..")):
            self.assertEqual(self.bash(*words), [])

    def test_a_shell_that_is_not_known_is_refused(self):
        self.assertEqual(self.refused("completion", "zhs"), [
            'completion: unknown shell "zhs", did you mean "zsh"?'])
        self.assertEqual(self.refused("completion", "bash", "x"), [
            'completion bash: unexpected "x"'])


class Manual(CliTest):
    def test_it_names_each_command_and_its_options(self):
        page = self.good("manual").replace("\\-", "-")
        commands = re.findall(r"(?m)^  (\w+) ", self.good("--help"))
        self.assertGreater(len(commands), 12)
        for command in commands:
            if command in ("test", "install", "wheel", "docs"):  # the launcher's own commands
                continue
            section = re.search(rf"(?ms)^\.SS \\fBstarnuma {command}\\fR.*?(?=^\.S)", page)
            self.assertIsNotNone(section, command)
            options = re.findall(r"(?m)^  (?:-\w \[ )?(--[\w-]+)", self.good(command, "--help"))
            for option in set(options) - {"--help"}:
                self.assertIn(f"\\fB{option}\\fR", section[0], command)

    def test_readers_of_manual_pages_have_nothing_to_say(self):
        page = self.folder / "starnuma.1"
        page.write_text(self.good("manual"), encoding="utf-8")
        asked = False
        for words in (("mandoc", "-Tlint", "-Wwarning"), ("man", "--warnings", "-E", "UTF-8", "-l")):
            if shutil.which(words[0]) is None or (words[0] == "man" and not shutil.which("groff")):
                continue
            asked = True
            done = subprocess.run([*words, page], capture_output=True, text=True, check=False,
                                  env={**os.environ, "MANROFFSEQ": "", "MANWIDTH": "100"})
            said = done.stdout if words[0] == "mandoc" else done.stderr
            self.assertEqual((done.returncode, said), (0, ""))
        if not asked:
            self.skipTest("neither mandoc nor man is installed")


if __name__ == "__main__":
    unittest.main()
