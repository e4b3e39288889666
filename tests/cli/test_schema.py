#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The shipped JSON Schema and the page of parameters are current and agree with the reader."""

import json
import os
import sys
import unittest
from pathlib import Path

import yaml

from cli import CliTest

try:
    import jsonschema
except ImportError:
    if os.environ.get("CI"):
        raise
    print("python3-jsonschema is not installed")
    sys.exit(77)

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "platforms/schema/starnuma.schema.json"
PARAMETERS = ROOT / "docs/generated/parameters.md"
BROKEN = ROOT / "tests/cli/broken"
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml's loader is ten times as fast

# Errors that a schema of one file cannot detect, with the reason.
NOT_BY_SCHEMA = {
    "the machine as a whole": [
        "adds_in_a_pool", "attached_to_nowhere", "attached_to_nowhere_in_an_override",
        "chassis_without_a_way_out", "counters_of_another_width", "counts_without_tracking",
        "l2_smaller_than_l1", "link_kind_of_a_box", "link_kind_of_a_fixed_row",
        "link_kind_of_two_titles", "link_kind_too_many", "link_kind_with_a_number_behind",
        "cxl_link_between_sockets", "directory_rtl_in_immediate_delivery", "directory_rtl_with_speculative_entries", "speculative_reads_without_entries",
        "directory_rtl_with_another_victim", "directory_rtl_with_sectors", "drain_that_never_ends", "link_kind_without_a_title",
        "link_of_flits_that_its_generation_has_not", "link_rate_given_twice",
        "link_without_a_rate", "link_without_its_flit", "lo_above_its_most", "sector_across_devices", "sector_of_one_device_of_two",
        "sector_of_three_lines", "weights_of_one_device_of_two",
        "link_listed_twice", "link_of_an_unknown_kind", "link_to_an_unknown_node", "link_to_itself",
        "link_type_with_a_known_name", "links_that_leave_a_socket_out",
        "links_that_wait_in_a_cycle", "memory_node_without_a_link", "pool_without_memory",
        "socket_without_memory", "weights_of_nothing", "weights_of_other_nodes",
        "memory_node_beyond_the_sockets",
        "metadata_without_a_pool", "region_of_three_pages", "regions_of_another_size",
        "odd_dtlb", "odd_interleave", "odd_l1", "odd_l2_ways", "override_beyond_the_count",
        "override_of_a_backward_range", "pool_interleaved_by_a_hundred_bytes",
        "pool_interleaved_by_a_page_and_a_half", "pool_interleaved_by_nothing",
        "lacx_without_memory_nodes", "oracle_on_one_socket", "pool_interleaved_too_finely",
        "pool_placement_without_pool", "pool_share_without_a_pool", "pools_that_no_decoder_interleaves",
        "program_with_a_policy_of_pools", "weighted_heads_without_weights",
        "read_that_outlasts_refresh", "refresh_without_pause", "row_closes_too_early",
        "sweep_of_a_value_out_of_range", "sweep_of_an_unknown_field",
        "stlb_smaller_than_dtlb", "switch_with_too_few_ports", "three_directory_slices",
        "unattached_without_a_way", "unlike_cores_in_an_override"],
    "content of other files": [
        "cycle_a", "cycle_b", "cycle_c", "experiment_of_an_experiment", "extends_a_device",
        "extends_a_folder", "extends_a_name_with_a_newline", "extends_a_part",
        "extends_an_address", "extends_an_empty_text", "extends_an_experiment", "extends_itself",
        "extends_itself_by_a_detour", "machine_where_a_part_belongs", "missing_count",
        "missing_everything", "missing_field", "missing_machine", "own_parts_beside",
        "own_parts_in_a_circle", "own_parts_in_a_ring", "part_as_machine", "part_for_another_box",
        "part_named_by_itself", "part_of_a_machine", "part_of_a_path", "part_of_another_shelf",
        "part_without_a_name", "unknown_machine", "unknown_machine_file",
        "unknown_machine_in_experiment", "unknown_part"],
    "ranges of quantities, and numbers below a picosecond or beyond 64 bits": [
        "bytes_beyond_64_bits", "cache_of_0_B", "clock_of_1_MHz", "endless_latency",
        "floor_of_0_B", "fraction_of_a_byte", "huge_cache", "latency_of_2_ms",
        "less_than_a_picosecond", "link_interleave_of_0_B", "memory_interleave_of_0_B",
        "a_million_regions_of_a_logical_pool", "most_slots_for_authentication", "pool_device_above_64_TiB",
        "region_of_the_logical_pool_above_8_TiB", "socket_above_64_TiB",
        "mistake_in_many_places", "no_capacity", "not_a_number_in_yaml",
        "override_of_a_huge_index", "override_of_a_huge_range", "quantum_of_0_ps",
        "quantum_of_1_s", "rate_of_less_than_1_MB", "refresh_every_0_cycles", "region_of_0_B",
        "row_of_0_B", "seed_beyond_64_bits", "tebibytes_beyond_64_bits", "too_large_for_64_bits",
        "tracked_region_of_0_B", "zero_bandwidth", "zero_frequency"],
    "how values are written in YAML": [
        "anchor_and_alias", "anchor_on_a_key", "duplicate_group", "duplicate_key",
        "duplicate_key_by_an_escape", "duplicate_key_in_quotes", "hexadecimal_number",
        "merge_key", "quoted_none", "tag", "tag_on_a_number",
        "text_of_several_lines_for_a_number", "underscores_in_a_number"],
    "the grammar of workloads": [
        "sweep_without_a_workload_that_is_known", "unknown_workload",
        "workload_choice_that_is_none", "workload_of_an_empty_text", "workload_of_blanks",
        "workload_option_after_two_commas", "workload_option_beyond_64_bits",
        "workload_option_twice", "workload_option_with_a_blank", "workload_option_with_a_plus",
        "workload_option_with_a_semicolon", "workload_option_with_an_exponent",
        "workload_option_without_a_name", "workload_option_without_a_value",
        "workload_option_without_an_equals_sign", "workload_out_of_range",
        "workload_with_a_colon_too_many", "workload_with_a_newline"],
    "exclusive bounds and what has no effect": [
        "empty_snoop_filter", "unused_beside_a_count_of_zero"],
    "the paths and the folders of a sweep": [
        "sweep_of_a_deep_path", "sweep_of_a_list_of_lists", "sweep_of_a_path_with_a_gap",
        "sweep_of_no_field", "sweep_of_values_with_one_name"],
}


def as_json(value):
    """Returns a value with text keys, as JSON editors see it."""
    if isinstance(value, dict):
        return {str(key): as_json(inner) for key, inner in value.items()}
    return [as_json(item) for item in value] if isinstance(value, list) else value


def load(path):
    return as_json(yaml.load(path.read_text(encoding="utf-8"), Loader=LOADER))


class Schema(CliTest):
    @classmethod
    def setUpClass(cls):
        schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
        jsonschema.Draft7Validator.check_schema(schema)
        cls.validator = jsonschema.Draft7Validator(schema)

    def accepts(self, path):
        """Returns True if YAML and schema accept a file."""
        try:
            return self.validator.is_valid(load(path))
        except yaml.YAMLError:
            return False

    def test_schema_and_parameters_are_fresh(self):
        self.assertEqual(SCHEMA.read_text(encoding="utf-8"), self.good("schema"),
                         "run: ./starnuma schema > platforms/schema/starnuma.schema.json")
        self.assertEqual(PARAMETERS.read_text(encoding="utf-8"), self.good("schema", "--parameters"),
                         "run: ./starnuma schema --parameters > docs/generated/parameters.md")

    def test_every_shipped_file_is_accepted_by_schema_and_check(self):
        self.good("check", str(ROOT / "platforms"))
        for path in sorted((ROOT / "platforms").rglob("*.yaml")):
            with self.subTest(path.name):
                errors = self.validator.iter_errors(load(path))
                self.assertEqual([error.message for error in errors], [])

    def test_an_effective_yaml_is_accepted(self):
        for machine in ("baseline16", "starnuma32"):
            folder = self.run_to(machine, machine, "pointer_chase:scale=8,lines=8")
            self.assertTrue(self.accepts(folder / "effective.yaml"), machine)
            self.good("check", machine)

    def test_broken_files_are_rejected_but_for_what_no_schema_can_see(self):
        beyond = {name for names in NOT_BY_SCHEMA.values() for name in names}
        accepted = {path.stem for path in BROKEN.glob("*.yaml") if self.accepts(path)}
        self.assertEqual((sorted(accepted - beyond), sorted(beyond - accepted)), ([], []))


if __name__ == "__main__":
    unittest.main()
