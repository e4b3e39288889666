// SPDX-License-Identifier: Apache-2.0
// Types shared by both tracking blocks and the logic that connects to them.

package sn_tracking_pkg;

  // Event of an STLB slot.
  typedef enum logic [1:0] {
    SlotAccess     = 2'd0,  // access; only relevant if the slot is marked
    SlotEvict      = 2'd1,  // replacement of the slot's translation
    SlotInvalidate = 2'd2  // invalidation of the slot's translation by a shootdown
  } slot_event_e;

  // A read acquires the line in M and holds it until the write or the release. An add is posted:
  // the home of the entry adds the word's sharer bit and count.
  typedef enum logic [1:0] {
    MemReadAndHold     = 2'd0,
    MemWriteAndRelease = 2'd1,
    MemRelease         = 2'd2,
    MemAdd             = 2'd3
  } mem_kind_e;

  // Returns the width of an index of `size` elements; at least one bit.
  function automatic int unsigned index_width(int unsigned size);
    return (size > 1) ? $clog2(size) : 1;
  endfunction

  // Returns the width of a port for a value of `width` bits; at least one bit.
  function automatic int unsigned port_width(int unsigned width);
    return (width > 0) ? width : 1;
  endfunction

  // Returns the number of bits of a metadata entry: the smallest power of two, at least 16, that
  // holds the sharer bits and the count.
  function automatic int unsigned entry_width(int unsigned sockets, int unsigned count_width);
    return (sockets + count_width <= 16) ? 16 : 1 << $clog2(sockets + count_width);
  endfunction

endpackage
