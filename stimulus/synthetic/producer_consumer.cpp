// SPDX-License-Identifier: Apache-2.0
#include "stimulus/synthetic/producer_consumer.h"

#include "stimulus/kernel_definition.h"

namespace starnuma::stimulus {

void ProducerConsumer::report(accounting::StatWriter& out) const {
  accounting::StatWriter writer = out.under("producer_consumer");
  writer.write("lines_written", data_.lines_written(), "1",
               "lines written, over all threads and rounds");
  writer.write("lines_read", work_units(), "1", "lines read after another thread wrote them");
}

Definition define_producer_consumer() {
  using Parameters = ProducerConsumerParameters;
  return KernelDefinition<ProducerConsumer>(
             "producer_consumer",
             "threads read what others wrote, round after round: lines that change hands")
      .home("home", &Parameters::home, "pool")
      .number("consumers", &Parameters::consumers, 1, 64)
      .number("lines", &Parameters::lines, 1, 4096)
      .number("rounds", &Parameters::rounds, 1, 1'000'000)
      .choice("reads", &Parameters::reads, {"cached", "current", "owned"})
      .scale();
}

}  // namespace starnuma::stimulus
