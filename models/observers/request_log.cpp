// SPDX-License-Identifier: Apache-2.0
#include "models/observers/request_log.h"

#include "models/base/address_text.h"

namespace starnuma::observers {

RequestLog::RequestLog(std::ostream& out, const accounting::LatencyKinds& kinds)
    : out_(out), kinds_(kinds) {
  out_ << "# starnuma.cxl_request_log 1\ntag,host,address,done_ps,access_ps";
  for (const accounting::LatencyRow& row : kinds_.rows()) out_ << ',' << row.name << "_ps";
  out_ << '\n';
}

void RequestLog::add(const Request& request) {
  out_ << request.transaction << ',' << base::index_of(request.host) << ',' << request.line << ','
       << request.done.ps() << ',' << request.ledger.total().ps();
  for (const accounting::LatencyRow& row : kinds_.rows()) {
    out_ << ',' << request.ledger.ps[static_cast<std::size_t>(row.kind)];
  }
  out_ << '\n';
  ++rows_;
}

void RequestLog::finish() { out_ << "# end " << rows_ << '\n'; }

}  // namespace starnuma::observers
