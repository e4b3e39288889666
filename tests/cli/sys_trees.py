# SPDX-License-Identifier: Apache-2.0
"""Small copies of /sys and /proc as computers of several kinds show them."""

CPU = "sys/devices/system/cpu"
NODE = "sys/devices/system/node"
GIB = 1 << 20  # kB


def put(root, path, text):
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"{text}\n", encoding="utf-8")


def put_cpu(root, cpu, package, siblings, caches):
    """Writes the files of one CPU; caches is [(level, type, size, ways, CPUs that share it)]."""
    place = f"{CPU}/cpu{cpu}"
    put(root, f"{place}/topology/physical_package_id", package)
    put(root, f"{place}/topology/thread_siblings_list", siblings)
    for index, (level, kind, size, ways, shared) in enumerate(caches):
        cache = f"{place}/cache/index{index}"
        for name, value in (("level", level), ("type", kind), ("size", size),
                            ("ways_of_associativity", ways), ("shared_cpu_list", shared),
                            ("coherency_line_size", 64)):
            put(root, f"{cache}/{name}", value)


def put_node(root, node, cpus, kilobytes, distances):
    place = f"{NODE}/node{node}"
    put(root, f"{place}/cpulist", cpus)
    put(root, f"{place}/distance", distances)
    put(root, f"{place}/meminfo", f"Node {node} MemTotal:       {kilobytes} kB\n"
        f"Node {node} MemFree:        {kilobytes // 2} kB")
    put(root, f"{place}/hugepages/hugepages-2048kB/nr_hugepages", 16)


def two_sockets_and_expander(root):
    """Writes two packages of two cores with two threads each, and a node 2 with memory only."""
    put(root, f"{CPU}/online", "0-7")
    for cpu in range(8):
        core, package = cpu % 4, cpu % 4 // 2
        siblings, socket = f"{core},{core + 4}", "0-1,4-5" if package == 0 else "2-3,6-7"
        put_cpu(root, cpu, package, siblings, [
            (1, "Data", "32K", 8, siblings), (1, "Instruction", "32K", 8, siblings),
            (2, "Unified", "1024K", 16, siblings), (3, "Unified", "24M", 12, socket)])
    put(root, f"{NODE}/online", "0-2")
    put_node(root, 0, "0-1,4-5", 64 * GIB, "10 21 17")
    put_node(root, 1, "2-3,6-7", 64 * GIB, "21 10 28")
    put_node(root, 2, "", 128 * GIB, "17 28 10")
    put(root, "proc/cpuinfo", "processor\t: 0\nmodel name\t: Some \"Fast\" Processor\nflags\t\t: fpu nohypervisor hypervisors")
    put(root, "proc/self/status", "Name:\tprobe\nCpus_allowed_list:\t0-7\nMems_allowed_list:\t0-2")


def bare_virtual_machine(root):
    """Writes one CPU without any properties."""
    put(root, f"{CPU}/online", "0")
    put(root, "proc/meminfo", "MemTotal:        2097152 kB\nMemFree:         1048576 kB")
    put(root, "proc/cpuinfo", "model name\t: Virtual CPU\nflags\t\t: fpu hypervisor sse")


def nodes_of_one_core(root, cpus):
    """Writes a node for each of two existing CPUs, and one with memory only."""
    put(root, f"{CPU}/online", ",".join(map(str, sorted(cpus))))
    for package, cpu in enumerate(cpus):
        put_cpu(root, cpu, package, cpu, [(1, "Data", "32K", 8, cpu), (2, "Unified", "1M", 8, cpu)])
        put_node(root, package, cpu, GIB, "10 20 30")
    put(root, f"{NODE}/online", "0-2")
    put_node(root, 2, "", GIB, "30 30 10")


def clusters_of_unlike_cores(root):
    """Writes one package with two cores with private small L2s and two cores that share a large L2."""
    put(root, f"{CPU}/online", "0-3")
    for cpu in range(4):
        large = (2, "Unified", "2048K", 16, "2-3") if cpu > 1 else (2, "Unified", "512K", 16, cpu)
        put_cpu(root, cpu, 0, cpu, [(1, "Data", "64K", 4, cpu), large])
    put(root, f"{NODE}/online", "0")
    put_node(root, 0, "0-3", 8 * GIB, "10")
