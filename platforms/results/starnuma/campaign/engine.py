# SPDX-License-Identifier: Apache-2.0
"""Executes with Snakemake the runs of a plan that the cache does not hold; a few runs need no Snakemake.

Each call works in its own folder below the cache. An engine therefore never waits for the Snakemake locks
of another or of a killed engine. Engines share only finished results.
"""

import errno
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from starnuma.campaign.cache import locked
from starnuma.campaign.environment import ENGINE
from starnuma.campaign.job import ENDS_WITH_US, ended
from starnuma.files import BadInput, CannotRun
from starnuma.packages import plain_environment

HERE = Path(__file__).parent
ROOM = ".engines"
FEW = 8  # runs that are not worth an installation of Snakemake
WATCHED_EVERY = 0.4  # seconds
PACKAGE = HERE.parents[1]
LEAST_SPACE = 1 << 20  # bytes; with less, a run can write no results


@dataclass
class Wanted:
    """One run to execute."""

    key: str
    effective: str
    command: str  # the command line that a user would type
    seconds: float  # expected duration, s of CPU
    bytes: float  # expected memory
    asked: tuple = ()  # requested words in addition to `effective`, see cache.key_of
    checkpoint: Path = None  # the checkpoint whose checksum is in `asked`
    name: str = ""  # label while the run is in progress


@dataclass
class Settings:
    cli: Path
    program: str
    cache: Path
    jobs: int
    slurm: bool = False
    profile: str = None
    quiet: bool = False  # print progress on terminals only


def run(wanted, settings):
    """Executes all runs; returns [(Wanted, reason)] of the failed ones. Precondition: check_settings()."""
    if not wanted:
        return []
    direct = not (len(wanted) > FEW or settings.slurm or settings.profile or ENGINE.is_installed())
    python = None if direct else ENGINE.python()
    with folder_of_engine(settings.cache) as work:
        jobs = write_jobs(work, wanted, settings)
        code = run_directly(work, jobs, settings) if direct else snakemake(python, work, settings)
        failed = [(one, reason(work, one.key)) for one in wanted
                  if not (work / "done" / one.key).exists()]
        if code != 0 and len(failed) == len(wanted) and not any(why for _, why in failed):
            if shutil.disk_usage(work).free < LEAST_SPACE:
                raise CannotRun(f"cannot write {settings.cache}: {os.strerror(errno.ENOSPC)}")
            raise CannotRun(f"Snakemake failed: {ended(code) or snakemake_log(work)}")
        return failed


def check_settings(settings):
    """Raises BadInput or CannotRun at once for what Snakemake would find out later, without a reason."""
    if settings.profile and not list(Path(settings.profile).glob("config*.yaml")):
        raise BadInput(f"--profile: {settings.profile}: no folder with a config.yaml of Snakemake")
    if settings.slurm and not shutil.which("sbatch"):
        raise CannotRun("--slurm: there is no Slurm on this host: sbatch is not in PATH")


@contextmanager
def folder_of_engine(cache_folder):
    """Yields the folder of this engine, locked until the engine ends. Removes folders of killed engines."""
    room = Path(cache_folder) / ROOM
    try:
        room = Path(cache_folder).resolve() / ROOM
        room.mkdir(parents=True, exist_ok=True)
        with locked(room / "lock"):
            remove_killed(room)
            work = Path(tempfile.mkdtemp(dir=room))
            lock = locked(work / "lock")
            lock.__enter__()
        for name in ("wanted", "progress", "done", "logs"):
            (work / name).mkdir()
    except (OSError, RuntimeError) as error:
        why = getattr(error, "strerror", None) or os.strerror(errno.ELOOP)
        raise CannotRun(f"cannot write {room}: {why}") from error
    try:
        yield work
    finally:
        shutil.rmtree(work, ignore_errors=True)
        lock.__exit__(None, None, None)
        with locked(room / "lock"):
            remove_killed(room)


def remove_killed(room):
    """Removes the folders of killed engines. Precondition: the caller holds the lock of the room.

    A folder without a lock belongs to an engine that was killed before it acquired one. Processes of a killed
    engine may still write while its folder is removed, so each engine also calls this when it ends."""
    for old in [path for path in room.iterdir() if path.is_dir()]:
        with locked(old / "lock", wait=False) as free:
            if free:
                shutil.rmtree(old, ignore_errors=True)


def write_jobs(work, wanted, settings):
    jobs = {}
    for one in wanted:
        jobs[one.key] = {"command": shlex.join(job_words(work, one, settings)), "seconds": one.seconds,
                         "name": one.name,
                         "minutes": max(5, int(one.seconds / 20)),  # three times the expected duration
                         "mem_mb": int(one.bytes / 1e6) + 100}
    (work / "jobs.json").write_text(json.dumps(jobs), encoding="utf-8")
    return jobs


def run_directly(work, jobs, settings):
    """Executes the jobs as the Snakefile does, as many at a time as the settings say; returns 0."""
    def execute(key):
        execute_job(work, key, shlex.split(jobs[key]["command"]))
        return key

    with ThreadPoolExecutor(settings.jobs) as pool:
        for count, key in enumerate(pool.map(execute, jobs), 1):
            if not settings.quiet or sys.stderr.isatty():
                print(f"{count} of {len(jobs)} runs: {jobs[key]['name']}", file=sys.stderr, flush=True)
    return 0


def execute_job(work, key, words, watch=None):
    """Executes the job of a run, with its output in its log; returns its exit code. See run_alone() for `watch`."""
    with open(work / "logs" / key, "w", encoding="utf-8") as log:
        job = subprocess.Popen([*ENDS_WITH_US, *words, "--done", work / "done" / key], stdout=log,
                               stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        try:
            while watch and job.poll() is None:
                watch(*progress_of(work / "progress" / key))
                with suppress(subprocess.TimeoutExpired):
                    job.wait(WATCHED_EVERY)
            job.wait()
        finally:
            job.kill()  # has no effect unless the caller was interrupted
            job.wait()
    return job.returncode


def job_words(work, one, settings):
    """Returns the command line of the job of a run, without --done; writes the run's configuration."""
    effective = work / "wanted" / f"{one.key}.yaml"
    effective.write_text(one.effective, encoding="utf-8")
    words = ["env", f"PYTHONPATH={PACKAGE}", sys.executable, "-B", "-m",
             "starnuma.campaign.job", "--cache", Path(settings.cache).resolve(), "--cli",
             settings.cli, "--program", settings.program, "--key", one.key, "--effective",
             effective, "--asked", json.dumps(list(one.asked)), "--at", Path.cwd(),
             "--progress", work / "progress" / one.key]
    if one.checkpoint:
        words += ["--checkpoint", Path(one.checkpoint).resolve()]
    return list(map(str, words))


def run_alone(one, settings, watch):
    """Executes one run without Snakemake; returns the reason of its failure, or "".

    watch(share, phase) receives the progress of the run."""
    with folder_of_engine(settings.cache) as work:
        code = execute_job(work, one.key, job_words(work, one, settings), watch)
        return "" if (work / "done" / one.key).exists() else reason(work, one.key) or ended(code)


def progress_of(file):
    """Returns (finished share, activity) from a run's progress file."""
    try:
        share, phase = file.read_text(encoding="utf-8").split(maxsplit=1)
        return float(share), phase.strip()
    except (OSError, ValueError):
        return 0.0, "starting"  # the run has not written it, or is writing it


def snakemake(python, work, settings):
    command = [*ENDS_WITH_US, python, "-m", "snakemake",
               "--snakefile", HERE / "Snakefile", "--directory", work, "--keep-going",
               "--rerun-triggers", "mtime", "--logger", "starnuma", "--nocolor", "--scheduler", "greedy",
               "--config", f"jobs={work / 'jobs.json'}"]
    if settings.slurm:
        command += ["--executor", "slurm"]
    if settings.profile:
        command += ["--profile", Path(settings.profile).resolve()]
    if settings.slurm or settings.profile:
        command += ["--jobs", settings.jobs]
    else:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 10**6
        command += ["--cores", settings.jobs, "--resources", f"mem_mb={memory}"]
    place = {**plain_environment(), "STARNUMA_JOBS": str(work / "jobs.json"),
             "STARNUMA_QUIET": "1" if settings.quiet else "",
             "PYTHONPATH": str(HERE / "plugins"), "PYTHONDONTWRITEBYTECODE": "1",
             "XDG_CACHE_HOME": str(work / "xdg")}
    with open(work / "snakemake.log", "w", encoding="utf-8") as log:
        return subprocess.run(list(map(str, command)), env=place, stdout=log, check=False,
                              stdin=subprocess.DEVNULL).returncode


def reason(work, key):
    """Returns the last message of a job, or the cluster's message about it."""
    clusters = [line for log in work.glob(f".snakemake/slurm_logs/*/{key}/*.log")
                for line in log.read_text(encoding="utf-8", errors="replace").splitlines()
                if "error" in line.lower()]
    return last_line(work / "logs" / key) or (clusters or [""])[0]


def last_line(path):
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    except OSError:
        return ""
    return lines[-1] if lines else ""


def snakemake_log(work):
    logs = sorted((work / ".snakemake" / "log").glob("*.log"))
    return last_line(logs[-1]) if logs else last_line(work / "snakemake.log")
