#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The launcher: an unwritable build folder, its output during a build, its choice of Python."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest.mock import patch

from processes import on_terminal

ROOT = Path(os.environ["STARNUMA_HOME"])
sys.path.insert(0, str(ROOT / "platforms" / "results"))
from starnuma.api import program  # noqa: E402

PACKAGES = "cmake/packages.txt"
# Installs nothing; builds nothing but a CLI, in four steps.
DPKG_QUERY = "#!/bin/sh\nfor word; do echo \"installed $word\"; done\n"
CMAKE = """#!/bin/sh
[ "$1" = --build ] || exit 0
build=$2
for n in 1 2 3 4; do echo "[$n/4] Building CXX object folder/part$n.o"; done
[ -z "$BROKEN" ] || { echo "part5.cpp: error: planted"; exit 1; }
mkdir -p "$build/platforms/app"
printf '#!/bin/sh\\necho built\\n' > "$build/platforms/app/starnuma"
chmod +x "$build/platforms/app/starnuma"
"""
CLI = "#!/bin/sh\necho \"cli $STARNUMA_PYTHON $*\"\n"
OLD_TIME = (1, 1)


def put_launcher(folder):
    """Copies the launcher and its table of packages."""
    shutil.copy(ROOT / "starnuma", folder)
    (folder / PACKAGES).parent.mkdir()
    shutil.copy(ROOT / PACKAGES, folder / PACKAGES)
    for path in (folder / PACKAGES, (folder / PACKAGES).parent):
        os.utime(path, OLD_TIME)


class Launcher(unittest.TestCase):
    """Launcher in a project with a CLI that only prints its arguments."""

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name)
        put_launcher(self.folder)
        self.build = self.folder / "build" / "release"
        self.build.mkdir(parents=True)
        # Neither can make its logs there, not even root.
        (self.folder / "build" / "log").write_text("no folder", encoding="utf-8")
        self.cache = self.folder / "no folder"
        self.cache.touch()

    def call(self, *words, **environment):
        known = {name: value for name, value in os.environ.items() if name != "STARNUMA_PYTHON"}
        known["XDG_CACHE_HOME"] = str(self.cache)
        done = subprocess.run([self.folder / "starnuma", *words], capture_output=True, text=True,
                              check=False, env={**known, **environment})
        return done.returncode, done.stdout, done.stderr

    def put_cli(self):
        cli = self.build / "platforms" / "app" / "starnuma"
        cli.parent.mkdir(parents=True)
        cli.write_text(CLI, encoding="utf-8")
        cli.chmod(0o755)
        for name in ("CMakeLists.txt", "CMakePresets.json"):
            (self.folder / name).write_text("", encoding="utf-8")
            os.utime(self.folder / name, OLD_TIME)
        (self.build / ".stamp").write_text("", encoding="utf-8")

    def refusal(self, *words, **environment):
        code, out, err = self.call(*words, **environment)
        self.assertEqual((code, out, err.count("\n")), (1, "", 1))
        self.assertTrue(err.startswith(f"starnuma: cannot write to {self.folder}/build"), err)
        return err

    def test_a_fresh_cli_runs_where_nothing_could_be_built(self):
        self.put_cli()
        code, out, err = self.call("list", "machines")
        self.assertEqual((code, err), (0, ""))
        self.assertRegex(out, "^cli .*python3 list machines\n$")

    def test_without_a_folder_that_takes_a_build_nothing_is_built(self):
        self.assertIn("so nothing can be built", self.refusal("list"))
        self.assertTrue(self.refusal("list", XDG_CACHE_HOME="", HOME="")
                        .endswith("set XDG_CACHE_HOME to a folder for the build\n"))

    def test_completion_builds_nothing(self):
        self.assertEqual(self.call("completion", "words", "--", "ru"), (0, "", ""))
        self.put_cli()
        os.utime(self.build / ".stamp", (0, 0))
        code, out, err = self.call("completion", "words", "--", "ru")
        self.assertEqual((code, err), (0, ""))
        self.assertRegex(out, "completion words -- ru\n$")

    def test_a_cli_older_than_its_sources_is_not_run(self):
        self.put_cli()
        os.utime(self.build / ".stamp", (0, 0))
        self.assertIn("so nothing can be built", self.refusal("list"))

    def test_tests_that_cannot_be_built_are_named_as_the_problem(self):
        self.put_cli()
        self.assertIn("the tests cannot be built there", self.refusal("test"))

    def test_the_python_of_the_environment_is_kept(self):
        self.put_cli()
        self.assertEqual(self.call("list", STARNUMA_PYTHON="/my/python"),
                         (0, "cli /my/python list\n", ""))


def folder_with_tools(test, cmake):
    """Returns a folder with the launcher and scripts that replace its tools."""
    place = tempfile.TemporaryDirectory()
    test.addCleanup(place.cleanup)
    folder = Path(place.name)
    put_launcher(folder)
    (folder / "tools").mkdir()
    for name, text in (("cmake", cmake), ("dpkg-query", DPKG_QUERY)):
        tool = folder / "tools" / name
        tool.write_text(text, encoding="utf-8")
        tool.chmod(0o755)
    return folder


class Build(unittest.TestCase):
    """Launcher whose tools are scripts that only print their action."""

    def setUp(self):
        self.folder = folder_with_tools(self, CMAKE)
        self.environment = {**os.environ, "TERM": "xterm",
                            "PATH": f"{self.folder}/tools:{os.environ['PATH']}"}

    def call(self, **environment):
        return subprocess.run([self.folder / "starnuma", "list"], capture_output=True, text=True,
                              check=False, env={**self.environment, **environment})

    def on_terminal(self, **environment):
        return on_terminal([self.folder / "starnuma", "list"],
                           env={**self.environment, **environment})

    def test_a_pipe_gets_a_line_for_each_quarter(self):
        done = self.call()
        self.assertEqual((done.returncode, done.stdout), (0, "built\n"))
        self.assertEqual(done.stderr.splitlines()[1:],
                         [f"starnuma: the command line: {n} of 4 steps" for n in range(1, 5)])

    def test_a_terminal_gets_one_line_with_a_bar_that_is_gone_at_the_end(self):
        done, shown = self.on_terminal()
        self.assertEqual((done.returncode, done.stdout), (0, "built\n"))
        self.assertEqual(shown.count("\n"), 1, shown)  # the sentence with the path of the log
        self.assertIn("\rstarnuma: the command line [##########..........] 2/4 part2.o", shown)
        self.assertTrue(shown.endswith("\r\033[K"), shown)

    def test_a_dumb_terminal_gets_no_control_characters(self):
        _, shown = self.on_terminal(TERM="dumb")
        self.assertNotIn("\033", shown)

    def test_a_tree_that_cannot_be_written_is_built_in_the_cache(self):
        (self.folder / "build").touch()
        for name in ("CMakeLists.txt", "CMakePresets.json"):
            (self.folder / name).touch()
        for cache in ({"XDG_CACHE_HOME": str(self.folder / "a \u00e9 cache")},
                      {"XDG_CACHE_HOME": "", "HOME": str(self.folder / "home")}):
            done = self.call(**cache)
            self.assertEqual((done.returncode, done.stdout), (0, "built\n"), done.stderr)
            self.assertEqual(self.call(**cache).stderr, "")  # it is built once
            kept = {name: value for name, value in os.environ.items() if name != "STARNUMA_CLI"}
            with patch.dict(os.environ, {**kept, **cache}, clear=True), patch.object(program, "TREE", self.folder.resolve()):
                self.assertTrue(program.program().is_file())  # that the Python package calls

    def test_a_build_that_fails_shows_the_end_of_its_log(self):
        done = self.call(BROKEN="yes")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("part5.cpp: error: planted\nstarnuma: failed: building the command line; "
                      f"the whole log is {self.folder}/build/log/build.log\n", done.stderr)


class Packages(unittest.TestCase):
    """Launcher on a system without packages, whose apt-get only records its arguments."""

    def setUp(self):
        self.folder = folder_with_tools(self, '#!/bin/sh\necho "$@" >>configured\n' + CMAKE)
        for name, text in (("dpkg-query", "exit 1"), ("sudo", '[ "$1" = -v ] || exec "$@"'), ("ctest", "exit 0"),
                           ("apt-get", f'echo "$@" >>{self.folder}/asked')):
            tool = self.folder / "tools" / name
            tool.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
            tool.chmod(0o755)

    def call(self, *words, **options):
        return subprocess.run([self.folder / "starnuma", *words], capture_output=True, text=True, check=False,
                              env={**os.environ, "PATH": f"{self.folder}/tools:{os.environ['PATH']}",
                                   **options.pop("environment", {})}, **options)

    def asked_by(self, *words, **environment):
        """Returns the packages that a call installs."""
        asked = self.folder / "asked"
        asked.unlink(missing_ok=True)
        self.assertEqual(self.call(*words, environment=environment).returncode, 0)
        lines = asked.read_text(encoding="utf-8").splitlines() if asked.exists() else []
        return {word for line in lines if line.startswith("install ") for word in line.split()[1:]}

    def test_each_command_installs_only_the_packages_that_it_needs(self):
        of_tests = {"chromium", "gtkwave", "clang", "rumur", "valgrind", "libgtest-dev"}
        of_capture = {"qemu-user", "libcapstone-dev"}
        demo = self.asked_by("demo")
        self.assertLess({"g++", "libsystemc-dev", "verilator", "python3-pandas"}, demo)
        self.assertFalse(demo & (of_tests | of_capture))
        self.assertEqual(self.asked_by("list"), set())
        self.assertLess(of_capture, self.asked_by("trace", "record"))
        self.assertLess(of_tests, self.asked_by("test"))
        self.assertEqual(self.asked_by("test"), set())

    def test_packages_have_the_names_of_the_distribution(self):
        for distribution, package in (("debian-12", "libboost-json1.81-dev"), ("debian-13", "libboost-json-dev"),
                                      ("ubuntu-24.04", "libboost-json1.83-dev"), ("mint-22", "libboost-json-dev")):
            shutil.rmtree(self.folder / "build", ignore_errors=True)
            asked = self.asked_by("demo", STARNUMA_DISTRIBUTION=distribution)
            self.assertEqual({name for name in asked if "json" in name}, {package, "python3-jsonschema"})

    @unittest.skipUnless(os.geteuid() == 0, "only root can call it as another user")
    def test_without_root_the_command_of_the_administrator_is_named(self):
        (self.folder / "tools" / "sudo").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
        self.folder.chmod(0o777)
        done = self.call("demo", user=65534, group=65534, extra_groups=[])
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (1, "", 1), done.stderr)
        self.assertRegex(done.stderr, r"^starnuma: needs an administrator once, for: apt-get install "
                                      r"--no-install-recommends g\+\+ cmake ")

    def test_tests_are_configured_once_their_packages_are_there(self):
        for words, tests in ((("demo",), "OFF"), (("test",), "ON"), (("list",), "ON")):
            (self.folder / "configured").unlink(missing_ok=True)
            (self.folder / "build/release/.stamp").unlink(missing_ok=True)
            self.asked_by(*words)
            configured = (self.folder / "configured").read_text(encoding="utf-8")
            self.assertIn(f"-DBUILD_TESTING={tests}", configured, words)


class Install(unittest.TestCase):
    """Launcher whose cmake only records its arguments."""

    def setUp(self):
        self.folder = folder_with_tools(self, '#!/bin/sh\nprintf "%s|" "$@" >>calls\necho >>calls\n')
        self.place = self.folder / "elsewhere"
        self.place.mkdir()

    def call(self, *words):
        done = subprocess.run(
            [self.folder / "starnuma", "install", *words], cwd=self.place, capture_output=True,
            text=True, check=False,
            env={**os.environ, "PATH": f"{self.folder}/tools:{os.environ['PATH']}"})
        return done.returncode, done.stdout, done.stderr

    def test_it_builds_what_is_installed_and_installs_that_below_the_folder(self):
        code, out, err = self.call("a place")
        self.assertEqual((code, out), (0, ""), err)
        calls = "".join((folder / "calls").read_text(encoding="utf-8")
                        for folder in (self.folder, self.place) if (folder / "calls").exists())
        self.assertIn("|--target|installed|\n", calls)
        self.assertIn(f"--install|{self.folder}/build/release|--prefix|{self.place}/a place|\n", calls)
        self.assertLess(calls.index("|installed|"), calls.index("--install|"))
        self.assertTrue(err.endswith(f"starnuma: installed below {self.place}/a place\n"), err)

    def test_a_folder_that_cannot_be_made_is_named_before_the_build(self):
        (self.place / "file").touch()
        self.assertEqual(self.call("file/x"), (1, "", "starnuma: install: cannot make "
                                               f"{self.place}/file/x: Not a directory\n"))
        self.assertFalse((self.folder / "build").exists())

    def test_it_needs_one_folder(self):
        for words in ((), ("",), ("a", "b"), ("--prefix", "a"), ("-x",)):
            self.assertEqual(self.call(*words), (2, "", "starnuma: install: expected one folder to "
                                                 "install below, as ./starnuma install ~/starnuma\n"))
        self.assertFalse((self.folder / "build").exists())
        code, out, err = self.call("--help")
        self.assertEqual((code, err), (0, ""))
        self.assertTrue(out.startswith("usage: ./starnuma install PREFIX\n"))


if __name__ == "__main__":
    unittest.main()
