// SPDX-License-Identifier: Apache-2.0
#include "models/paging/protected_region.h"

#include <algorithm>

#include "models/base/check.h"

namespace starnuma::paging {

ProtectedRegion::ProtectedRegion(const Shape& shape)
    : shape_(shape), alive_(static_cast<std::size_t>(shape.servers), true) {
  SN_CHECK(shape.servers >= shape.protection.members(),
           "protected region: ", shape.protection.members(), " members on ", shape.servers,
           " servers");
  for (std::uint64_t s = 0; s < shape.stripes; ++s) {
    Stripe& stripe = stripes_.emplace_back(members());
    for (std::size_t m = 0; m < members(); ++m) {
      stripe[m].server = static_cast<int>((s + m) % alive_.size());
      stripe[m].rows.assign(shape.rows, std::vector<std::uint64_t>(m < data() ? 1 : data(), 0));
    }
  }
}

std::uint64_t ProtectedRegion::lines() const { return shape_.stripes * data() * shape_.rows; }

ProtectedRegion::StripeElement ProtectedRegion::place_of(std::uint64_t line) const {
  SN_CHECK(line < lines(), "protected region: no line ", line);
  const std::uint64_t member = line / shape_.rows;
  return {member / data(), member % data(), line % shape_.rows};
}

/// Decodes a row from its first `data` present members.
ProtectedRegion::Decoded ProtectedRegion::decode(const Stripe& stripe, std::size_t row) const {
  std::vector<std::optional<std::uint64_t>> found(data());
  std::size_t used = 0;
  bool agree = true;
  const auto take = [&](std::size_t line, std::uint64_t version) {
    if (found[line] && *found[line] != version) agree = false;
    found[line] = version;
  };
  for (std::size_t m = 0; m < members() && used < data(); ++m) {
    const auto& versions = stripe[m].rows[row];
    if (!versions) continue;
    ++used;
    if (m < data()) {
      take(m, versions->front());
    } else {
      for (std::size_t line = 0; line < data(); ++line) take(line, (*versions)[line]);
    }
  }
  if (used < data()) return {Outcome::kLost, {}};
  if (!agree) return {Outcome::kRetry, {}};
  Decoded decoded;
  for (const auto& version : found) decoded.versions.push_back(*version);
  return decoded;
}

ProtectedRegion::Answer ProtectedRegion::read(std::uint64_t line) const {
  const StripeElement place = place_of(line);
  const Stripe& stripe = stripes_[place.stripe];
  if (const auto& own = stripe[place.member].rows[place.row]) {
    return {Outcome::kDone, own->front(), {1, 0}};
  }
  const Decoded decoded = decode(stripe, place.row);
  if (decoded.outcome == Outcome::kLost) return {Outcome::kLost, 0, {}};
  const Traffic traffic{shape_.protection.data, 0};
  if (decoded.outcome == Outcome::kRetry) return {Outcome::kRetry, 0, traffic};
  return {Outcome::kDone, decoded.versions[place.member], traffic};
}

std::uint64_t& ProtectedRegion::version_at(StripeElement place, std::size_t member) {
  auto& versions = *stripes_[place.stripe][member].rows[place.row];
  return member < data() ? versions.front() : versions[place.member];
}

ProtectedRegion::Answer ProtectedRegion::begin_write(std::uint64_t line) {
  if (writing(line)) return {Outcome::kRetry, 0, {}};
  Answer before = read(line);
  if (before.outcome != Outcome::kDone) return before;
  Write write{place_of(line), before.version, {}, 0};
  for (std::size_t m = data(); m < members(); ++m) {
    if (there(write.place, m)) write.members.push_back(m);
  }
  if (there(write.place, write.place.member)) {
    write.members.push_back(write.place.member);
    before.traffic = {};  // the write itself reads it
  } else {
    std::rotate(write.members.begin(), write.members.begin() + 1, write.members.end());
  }
  writes_.emplace(line, std::move(write));
  return {Outcome::kDone, before.version + 1, before.traffic};
}

ProtectedRegion::Advance ProtectedRegion::advance(std::uint64_t line) {
  const auto found = writes_.find(line);
  SN_CHECK(found != writes_.end(), "protected region: no write to line ", line);
  Write& write = found->second;
  // skip members that have crashed
  while (!there(write.place, write.members[write.next])) ++write.next;
  version_at(write.place, write.members[write.next++]) = write.before + 1;
  const bool made = write.next == write.members.size();
  if (made) writes_.erase(found);
  return {made, {shape_.protection.data > 1 ? 1 : 0, 1}};
}

ProtectedRegion::Traffic ProtectedRegion::crash(int server) {
  alive_[static_cast<std::size_t>(server)] = false;
  for (Stripe& stripe : stripes_) {
    for (Member& member : stripe) {
      if (member.server != server) continue;
      member.server = kNone;
      for (auto& row : member.rows) row.reset();
    }
  }
  Traffic traffic;
  for (auto next = writes_.begin(); next != writes_.end();) {
    const Write& write = next->second;
    if (there(write.place, write.members.back())) {
      ++next;
      continue;
    }
    for (std::size_t n = 0; n < write.next; ++n) {
      if (!there(write.place, write.members[n])) continue;
      version_at(write.place, write.members[n]) = write.before;
      ++traffic.writes;
    }
    next = writes_.erase(next);
  }
  return traffic;
}

int ProtectedRegion::host_for(const Stripe& stripe) const {
  for (std::size_t s = 0; s < alive_.size(); ++s) {
    const auto server = static_cast<int>(s);
    const auto lies_there = [&](const Member& member) { return member.server == server; };
    if (alive_[s] && std::none_of(stripe.begin(), stripe.end(), lies_there)) return server;
  }
  return kNone;
}

bool ProtectedRegion::busy(StripeElement place) const {
  return std::any_of(writes_.begin(), writes_.end(), [&](const auto& write) {
    return write.second.place.stripe == place.stripe && write.second.place.row == place.row;
  });
}

std::optional<ProtectedRegion::Traffic> ProtectedRegion::rebuild(StripeElement place) {
  Stripe& stripe = stripes_[place.stripe];
  Member& member = stripe[place.member];
  if (member.rows[place.row] || busy(place)) return std::nullopt;
  const Decoded decoded = decode(stripe, place.row);
  if (decoded.outcome != Outcome::kDone) return std::nullopt;
  if (member.server == kNone) member.server = host_for(stripe);
  if (member.server == kNone) return std::nullopt;
  member.rows[place.row] =
      place.member < data() ? std::vector{decoded.versions[place.member]} : decoded.versions;
  return Traffic{shape_.protection.data, 1};
}

std::optional<ProtectedRegion::Traffic> ProtectedRegion::rebuild_next() {
  const std::uint64_t all = shape_.stripes * members() * shape_.rows;
  for (std::uint64_t n = 0; n < all; ++n) {
    const std::uint64_t member = next_ / shape_.rows;
    const StripeElement place{member / members(), member % members(), next_ % shape_.rows};
    next_ = (next_ + 1) % all;
    if (const auto traffic = rebuild(place)) return traffic;
  }
  return std::nullopt;
}

std::uint64_t ProtectedRegion::missing() const {
  std::uint64_t count = 0;
  for (const Stripe& stripe : stripes_) {
    for (const Member& member : stripe) {
      for (const auto& row : member.rows) count += row ? 0 : 1;
    }
  }
  return count;
}

}  // namespace starnuma::paging
