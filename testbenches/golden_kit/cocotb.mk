# SPDX-License-Identifier: Apache-2.0
# Runs a cocotb test of this folder with Verilator, from the kit's folder after `make`:
#   pip install -r testbenches/golden_kit/requirements.txt
#   make -f testbenches/golden_kit/cocotb.mk [MODULE=...] [TOPLEVEL=...] [PLUSARGS=+fault=1]
KIT             := testbenches/golden_kit
SIM             := verilator
TOPLEVEL_LANG   := verilog
TOPLEVEL        ?= clocked_device
MODULE          ?= example_cocotb
SIM_BUILD       := build/cocotb_$(TOPLEVEL)
VERILOG_SOURCES := $(addprefix $(CURDIR)/,rtl/common/sn_tracking_pkg.sv rtl/directory_slice/sn_dir_rows_pkg.sv \
                     rtl/directory_slice/sn_dir_pkg.sv $(KIT)/sn_cxl_golden_pkg.sv \
                     $(KIT)/$(TOPLEVEL).sv)
COMPILE_ARGS    += --assert +incdir+$(CURDIR)/rtl/common $(addprefix -y $(CURDIR)/,$(KIT) \
                     rtl/common rtl/tlb_annex rtl/tracker_update rtl/directory_slice) \
                   -LDFLAGS "$(CURDIR)/build/libsn_cxl_golden.so -Wl,-rpath,$(CURDIR)/build"
export PYTHONPATH := $(CURDIR)/$(KIT):$(PYTHONPATH)

.DEFAULT_GOAL := test
include $(shell cocotb-config --makefiles)/Makefile.sim

# cocotb 1.9 reports success although a test failed.
test: sim
	@grep -q '<testcase' $(COCOTB_RESULTS_FILE) && ! grep -qE '<(failure|error)' $(COCOTB_RESULTS_FILE) \
	  || { echo "cocotb.mk: a test of $(MODULE) failed, see $(COCOTB_RESULTS_FILE)" >&2; exit 1; }
.PHONY: test
