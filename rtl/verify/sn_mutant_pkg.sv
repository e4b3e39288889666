// SPDX-License-Identifier: Apache-2.0
// Mutant that a block executes, if it was verilated with all its mutants; 0 for none.

package sn_mutant_pkg;

  import "DPI-C" function int sn_selected_mutant();

  int selected = sn_selected_mutant();

endpackage
