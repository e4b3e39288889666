# SPDX-License-Identifier: Apache-2.0
"""Slurm with this host as its only node, in its own folder: munged, slurmctld and slurmd."""

import os
import shutil
import socket
import subprocess
from pathlib import Path

from processes import until

PROGRAMS = ("munged", "mungekey", "slurmctld", "slurmd", "sbatch", "srun", "sinfo")
CONFIGURATION = """ClusterName=one
SlurmctldHost={host}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={room}/munge.socket
CredType=cred/munge
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
StateSaveLocation={room}/state
SlurmdSpoolDir={room}/spool
SlurmctldPidFile={room}/slurmctld.pid
SlurmdPidFile={room}/slurmd.pid
SlurmctldLogFile={room}/slurmctld.log
SlurmdLogFile={room}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MinJobAge=600
NodeName={host} NodeAddr=127.0.0.1 CPUs={cores} RealMemory={mib} State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


class CannotStart(Exception):
    """Reason why Slurm cannot run here."""


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class Slurm:
    """Context manager that runs Slurm; `environment` directs commands to it."""

    def __init__(self, room):
        self.room, self.daemons = Path(room), []
        self.environment = {**os.environ, "SLURM_CONF": str(self.room / "slurm.conf")}

    def __enter__(self):
        gone = [name for name in PROGRAMS if not shutil.which(name, path=self.path())]
        if gone:
            raise CannotStart(f"no {' and no '.join(gone)}; apt-get install slurm-wlm munge")
        self.environment["PATH"] = f"{self.room}/bin:{self.path()}"
        for name in ("state", "spool"):
            (self.room / name).mkdir(parents=True)
        os.chmod(self.room, 0o755)
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
        (self.room / "slurm.conf").write_text(CONFIGURATION.format(
            host=socket.gethostname().partition(".")[0], user=self.user(), room=self.room,
            ports=free_ports(2), cores=os.cpu_count(), mib=memory), encoding="utf-8")
        # The executor removes SLURM_CONF from the environment of jobs, because a cluster has a global file.
        (self.room / "bin").mkdir()
        step = self.room / "bin" / "srun"
        step.write_text(f"#!/bin/sh\nSLURM_CONF={self.room}/slurm.conf exec "
                        f'{shutil.which("srun", path=self.path())} "$@"\n', encoding="utf-8")
        step.chmod(0o755)
        try:
            self.start()
        except CannotStart:
            self.__exit__()
            raise
        return self

    def start(self):
        self.call("mungekey", "--create", f"--keyfile={self.room}/munge.key")
        self.daemon("munged", "--foreground", "--force", f"--key-file={self.room}/munge.key",
                    f"--socket={self.room}/munge.socket", f"--pid-file={self.room}/munged.pid",
                    f"--log-file={self.room}/munged.log", f"--seed-file={self.room}/munged.seed")
        if not until((self.room / "munge.socket").exists, 10):
            raise CannotStart(self.last("munged"))
        self.daemon("slurmctld", "-D")
        self.daemon("slurmd", "-D", "-N", socket.gethostname().partition(".")[0])
        if not until(self.is_idle, 30):
            raise CannotStart(f"{self.last('slurmctld')}; {self.last('slurmd')}")

    def __exit__(self, *_):
        for daemon in reversed(self.daemons):
            daemon.terminate()
            daemon.wait()

    def is_idle(self):
        said = subprocess.run(["sinfo", "-h", "-o", "%T"], env=self.environment, text=True,
                              capture_output=True, check=False)
        return said.stdout.strip() == "idle"

    def call(self, *words):
        done = subprocess.run(words, env=self.environment, text=True, capture_output=True,
                              check=False)
        if done.returncode != 0:
            raise CannotStart(f"{words[0]}: {done.stderr.strip()}")

    def daemon(self, name, *words):
        with open(self.room / f"{name}.out", "w", encoding="utf-8") as out:
            self.daemons.append(subprocess.Popen([name, *words], env=self.environment, stdout=out,
                                                 stderr=subprocess.STDOUT))

    def last(self, name):
        for ending in ("log", "out"):
            path = self.room / f"{name}.{ending}"
            lines = path.read_text(encoding="utf-8").strip().splitlines() if path.exists() else []
            if lines:
                return f"{name}: {lines[-1]}"
        return f"{name} said nothing"

    @staticmethod
    def path():
        return os.environ["PATH"] + ":/usr/sbin:/sbin"

    @staticmethod
    def user():
        import pwd
        return pwd.getpwuid(os.getuid()).pw_name
