// SPDX-License-Identifier: Apache-2.0
// Configuration of a link, of a latency-only component (CXL port, retimer) and of a router.
#pragma once

#include <optional>
#include <string>

#include "models/base/fields.h"
#include "models/base/problems.h"
#include "models/base/quantities.h"
#include "models/timing/message_bytes.h"
#include "models/transport/cxl_flit.h"
#include "models/transport/link_rate.h"

namespace starnuma::transport {

/// User-defined kind of links, with separate rows in all results.
struct LinkKindConfig {
  std::string name;
  std::string title;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("name", name, "name of this kind of links in paths of results, such as ualink");
    v.field("title", title, "name of these links in sentences, such as UALink");
  }
  void check(base::Problems& problems) const;
};

/// Capacity of the receive buffer of a link, in messages of each credit class.
struct CreditConfig {
  int request = 0;
  int forward = 0;
  int response = 0;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("request", request, "requests, of either protocol", base::between(1, 4096));
    v.field("forward", forward,
            "towards a pool device RwD, from it BISnp; links between sockets use none, because "
            "forwards follow grants there",
            base::between(1, 4096));
    v.field(
        "response", response,
        "responses, and forwards of socket homes; towards a pool device BIRsp, from it NDR and DRS",
        base::between(1, 4096));
  }
};

/// Integrity and data encryption (IDE) of a link.
struct IdeConfig {
  base::Time latency;
  double mac_slots = 0;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("latency", latency, "time of encryption and decryption, each direction");
    v.field("mac_slots", mac_slots,
            "share of the slots, or of the rate, that message authentication codes take, up to 0.5",
            base::between(0, 1));
  }
  void check(base::Problems& problems) const {
    if (mac_slots > 0.5) problems.add("mac_slots", "is out of range, expected between 0 and 0.5");
  }
};

/// Link parameters. The rate is a published one, or that of a CXL link with a given width,
/// generation and flit format.
struct LinkConfig {
  base::Time latency;
  std::optional<base::Bandwidth> bandwidth = std::nullopt;
  std::optional<timing::BandwidthIs> bandwidth_is = std::nullopt;
  std::optional<LinkKindConfig> kind = std::nullopt;
  std::optional<CxlWidth> width = std::nullopt;
  std::optional<CxlGeneration> generation = std::nullopt;
  std::optional<CxlFlit> flit = std::nullopt;
  std::optional<CreditConfig> credits = std::nullopt;
  std::optional<double> pj_per_bit = std::nullopt;
  std::optional<IdeConfig> ide = std::nullopt;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("latency", latency, "one-way flight time");
    v.field("bandwidth", bandwidth, "rate of one direction; none: by width, generation and flit",
            base::at_least(1));
    v.field("bandwidth_is", bandwidth_is, "whether the rate counts payload only or raw flits");
    v.field("width", width, "lanes of a CXL link, instead of a bandwidth");
    v.field("generation", generation, "PCIe generation of a CXL link's lanes");
    v.field("flit", flit, "bytes of a CXL link's flits");
    v.optional_group(
        "link_kind", kind,
        "kind under which its time and bytes are counted; absent: the kind of its location");
    v.optional_group("credits", credits,
                     "queued delivery: credits of each direction; absent: of each class as many as "
                     "keep the link busy with lines");
    v.field("pj_per_bit", pj_per_bit,
            "energy of a bit on the wire, both PHYs together, in pJ; none: not counted",
            base::between(0, 10'000));
    v.optional_group("ide", ide, "encryption of the link; absent: none");
  }
  void check(base::Problems& problems) const;

  /// Returns the one-way latency, with encryption.
  base::Time one_way() const { return ide ? latency + ide->latency : latency; }
  /// Returns the share of the rate that is left for messages.
  double message_share() const { return ide ? 1 - ide->mac_slots : 1; }

  /// Returns the credits of a class for a direction that needs `line` to transfer a line.
  int credits_of(int credit_class, base::Time line) const;

  /// Returns true if the link is specified by width, generation and flit format.
  bool is_cxl() const { return width && generation && flit; }
  CxlSpec cxl() const { return {*width, *generation, *flit}; }
  LinkRate rate() const;
  /// Returns the bits that a message occupies, with its share of authentication codes, including
  /// the flit overhead if the rate is that of a CXL link.
  double wire_bits(int direction, bool data) const;
};

/// Maximum interleave granularity over parallel links, in bytes. The interleave uses 16 bits of the
/// line number, and this limit keeps the distribution even.
inline constexpr std::int64_t kMaxLinkInterleave = 64 << 10;

struct DelayConfig {
  base::Time latency;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("latency", latency, "time that a message spends in the box, each direction");
  }
};

}  // namespace starnuma::transport
