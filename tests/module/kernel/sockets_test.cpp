// SPDX-License-Identifier: Apache-2.0
#include "models/kernel/sockets.h"

#include <gtest/gtest.h>

#include <systemc>
#include <vector>

#include "tests/support/elaborate.h"
#include "tests/support/invariant.h"

namespace starnuma::kernel {
namespace {

struct Parcel {
  int weight = 0;
};

/// Backward interface of a target.
struct Bell : Backward<Parcel> {
  virtual void ring() = 0;
};

struct Counter : sc_core::sc_module {
  explicit Counter(const sc_core::sc_module_name& name) : sc_module(name) {}
  void take(Parcel& parcel) { parcel.weight *= 2; }
  void take_at(Parcel&, int index) { indices.push_back(index); }

  Target<&Counter::take> plain{"plain", *this};
  Target<&Counter::take_at> third{"third", *this, 3};
  Target<&Counter::take, Bell> with_bell{"with_bell", *this};
  std::vector<int> indices;
};

struct Customer : sc_core::sc_module, Bell {
  explicit Customer(const sc_core::sc_module_name& name) : sc_module(name) {}
  void ring() override { ++rings; }

  Initiator<Parcel> plain{"plain"};
  Initiator<Parcel> third{"third"};
  Initiator<Parcel, Bell> with_bell{"with_bell", *this};
  int rings = 0;
};

struct Shop {
  Shop() {
    customer.plain.bind(counter.plain);
    customer.third.bind(counter.third);
    customer.with_bell.bind(counter.with_bell);
    test::elaborate();
  }
  Counter counter{"counter"};
  Customer customer{"customer"};
};

TEST(Sockets, EachSendIsOneCallOfTheHandlerWithThePayload) {
  Shop shop;
  Parcel parcel{21};
  shop.customer.plain.send(parcel);
  EXPECT_EQ(parcel.weight, 42);
  shop.customer.plain.send(parcel);
  EXPECT_EQ(parcel.weight, 84);
}

TEST(Sockets, AHandlerThatTakesAnIndexGetsThatOfItsSocket) {
  Shop shop;
  Parcel parcel;
  shop.customer.third.send(parcel);
  EXPECT_EQ(shop.counter.indices, std::vector<int>{3});
}

TEST(Sockets, TheOtherSideCanBeCalledBack) {
  Shop shop;
  shop.counter.with_bell.backward().ring();
  EXPECT_EQ(shop.customer.rings, 1);
}

TEST(Sockets, AnUnboundSocketIsAnErrorOfElaboration) {
  Customer customer("customer");
  EXPECT_THROW(test::elaborate(), sc_core::sc_report);
}

TEST(Sockets, OnlyBlockingTransportCarriesTraffic) {
  Shop shop;
  Forward<Parcel>& target = *shop.customer.plain.operator->();
  Parcel parcel;
  tlm::tlm_dmi dmi;
  EXPECT_FALSE(target.get_direct_mem_ptr(parcel, dmi));
  EXPECT_EQ(target.transport_dbg(parcel), 0u);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time time;
  test::expect_invariant_error([&] { target.nb_transport_fw(parcel, phase, time); },
                               {"counter.plain", "non-blocking"});
}

}  // namespace
}  // namespace starnuma::kernel
