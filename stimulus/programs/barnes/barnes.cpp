// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/barnes/barnes.h"

#include <algorithm>
#include <utility>

#include "models/base/random.h"
#include "stimulus/kernel_definition.h"
#include "stimulus/mismatches.h"

namespace starnuma::stimulus {
namespace {

/// Assumed: 2^27 bodies, about 16 GiB including the tree.
constexpr std::int64_t kBarnesFullBodies = std::int64_t{1} << 27;
/// A body, its node and its share of the cells, which are half as many (measured).
constexpr base::Bytes kBarnesFullSize(kBarnesFullBodies * 64 * 5 / 2);
/// Default opening angle of SPLASH-2.
constexpr double kBarnesTheta = 1.0;
/// Maximum relative difference between all sampled forces and direct sums; measured: below 0.05.
constexpr double kBarnesError = 0.1;
/// Maximum depth at which positions of three times 21 bits distinguish bodies.
constexpr int kBarnesDeepest = 21;

/// Returns a point in the unit cube, with a higher density near its centre, as in a galaxy.
BarnesPoint random_point(base::Random& random) {
  const auto coordinate = [&] {
    const double a = static_cast<double>(random.next() >> 11) * 0x1p-53;
    const double b = static_cast<double>(random.next() >> 11) * 0x1p-53;
    return (a + b) / 2;
  };
  const double x = coordinate();
  const double y = coordinate();
  return {x, y, coordinate()};
}

/// Returns the octant of a cell at `depth` that contains a point: one bit per coordinate.
std::size_t octant(const BarnesPoint& p, int depth) {
  const auto bit = [&](double c) {
    return static_cast<std::uint64_t>(c * 0x1p21) >> (kBarnesDeepest - 1 - depth) & 1;
  };
  return static_cast<std::size_t>(bit(p.x) << 2 | bit(p.y) << 1 | bit(p.z));
}

/// Creates nodes in traversal order, and bodies in the order of their leaves.
class TreeBuilder {
 public:
  explicit TreeBuilder(std::vector<BarnesBody> bodies) : bodies_(std::move(bodies)) {
    ordered_.reserve(bodies_.size());
    add(0, bodies_.size(), 0);
  }
  const std::vector<BarnesNode>& nodes() const { return nodes_; }
  const std::vector<BarnesBody>& bodies() const { return ordered_; }

 private:
  /// Adds bodies [begin, end), which belong to one cell at this depth.
  void add(std::size_t begin, std::size_t end, int depth) {
    const std::size_t at = nodes_.size();
    nodes_.push_back({});
    BarnesNode node{};
    for (std::size_t b = begin; b < end; ++b) {
      const BarnesBody& body = bodies_[b];
      node.mass += body.mass;
      node.centre.x += body.mass * body.position.x;
      node.centre.y += body.mass * body.position.y;
      node.centre.z += body.mass * body.position.z;
    }
    node.centre = {node.centre.x / node.mass, node.centre.y / node.mass, node.centre.z / node.mass};
    if (end - begin > 1 && depth < kBarnesDeepest) {
      const double side = std::exp2(-depth) / kBarnesTheta;
      node.reach = side * side;
      add_children(begin, end, depth);
    } else {
      ordered_.insert(ordered_.end(), bodies_.begin() + static_cast<std::ptrdiff_t>(begin),
                      bodies_.begin() + static_cast<std::ptrdiff_t>(end));
    }
    node.skip = nodes_.size();
    nodes_[at] = node;
  }
  void add_children(std::size_t begin, std::size_t end, int depth) {
    const auto first = bodies_.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = bodies_.begin() + static_cast<std::ptrdiff_t>(end);
    std::stable_sort(first, last, [&](const BarnesBody& a, const BarnesBody& b) {
      return octant(a.position, depth) < octant(b.position, depth);
    });
    while (begin < end) {
      const std::size_t child = octant(bodies_[begin].position, depth);
      std::size_t next = begin;
      while (next < end && octant(bodies_[next].position, depth) == child) ++next;
      add(begin, next, depth + 1);
      begin = next;
    }
  }

  std::vector<BarnesBody> bodies_;
  std::vector<BarnesBody> ordered_;
  std::vector<BarnesNode> nodes_;
};

double square_of(const BarnesPoint& p) { return p.x * p.x + p.y * p.y + p.z * p.z; }

double size_of(const BarnesPoint& p) { return std::sqrt(square_of(p)); }

BarnesPoint apart(const BarnesPoint& to, const BarnesPoint& from) {
  return {to.x - from.x, to.y - from.y, to.z - from.z};
}

/// Computes the force of the subtree at `at` by recursion over its children.
void walk(const BarnesData& data, std::uint64_t at, const BarnesPoint& position,
          BarnesPoint& force) {
  const BarnesNode& node = data.nodes.data[at];
  const BarnesPoint distance = apart(node.centre, position);
  const double square = square_of(distance) + BarnesData::kSoftening;
  if (node.reach < square) {
    barnes_add(force, distance, square, node.mass);
    return;
  }
  for (std::uint64_t child = at + 1; child < node.skip; child = data.nodes.data[child].skip) {
    walk(data, child, position, force);
  }
}

BarnesPoint force_of_all_bodies(const BarnesData& data, const BarnesPoint& position) {
  BarnesPoint force{};
  for (const BarnesBody& body : data.bodies) {
    const BarnesPoint distance = apart(body.position, position);
    barnes_add(force, distance, square_of(distance) + BarnesData::kSoftening, body.mass);
  }
  return force;
}

}  // namespace

base::Footprint Barnes::footprint() const {
  return footprint_at(parameters_.scale, kBarnesFullSize);
}

void Barnes::build(base::Arena& arena) {
  const std::int64_t count = kBarnesFullBodies >> (28 - parameters_.scale);
  base::Random random(seed_);
  std::vector<BarnesBody> bodies(static_cast<std::size_t>(count));
  for (BarnesBody& body : bodies) {
    body.position = random_point(random);
    body.mass = 1.0 / static_cast<double>(count);
  }
  const TreeBuilder tree(std::move(bodies));
  data_.nodes = arena.allocate<BarnesNode>("barnes.nodes", tree.nodes().size());
  data_.bodies =
      arena.allocate<BarnesBody>("barnes.bodies", tree.bodies().size(), base::Touch::blocked());
  data_.counters = arena.allocate<std::uint64_t>("barnes.counters", StepCounter::kWords);
  data_.sample = std::min<std::uint64_t>(parameters_.sample, data_.bodies.size);
  std::copy(tree.nodes().begin(), tree.nodes().end(), data_.nodes.data);
  std::copy(tree.bodies().begin(), tree.bodies().end(), data_.bodies.data);
}

std::vector<std::string> Barnes::check() const {
  Mismatches mismatches("wrong forces");
  for (std::uint64_t n = 0; n < data_.computed(); ++n) {
    const BarnesBody& body = data_.bodies.data[data_.body(n)];
    BarnesPoint expected{};
    walk(data_, 0, body.position, expected);
    const double size = size_of(expected);
    if (size_of(apart(body.force, expected)) <= 1e-9 * size) continue;
    mismatches.add("the force on body ", data_.body(n), " is ", size_of(body.force),
                   " in size, expected ", size);
  }
  if (const double error = error_beside_direct_sums(); error > kBarnesError) {
    mismatches.add("forces differ from direct sums by ", error, " of their size");
  }
  return mismatches.lines();
}

double Barnes::error_beside_direct_sums() const {
  constexpr std::uint64_t kDirect = 64;
  double error = 0;
  double size = 0;
  for (std::uint64_t n = 0; n < data_.computed(); n += data_.computed() / kDirect + 1) {
    const BarnesBody& body = data_.bodies.data[data_.body(n)];
    const BarnesPoint direct = force_of_all_bodies(data_, body.position);
    error += size_of(apart(body.force, direct));
    size += size_of(direct);
  }
  return error / size;
}

void Barnes::report(accounting::StatWriter& out) const {
  accounting::StatWriter barnes = out.under("barnes");
  barnes.write("bodies", data_.bodies.size, "1", "bodies");
  barnes.write("nodes", data_.nodes.size, "1", "cells and bodies of the tree");
  barnes.write("computed", data_.computed(), "1", "bodies whose force was computed");
}

std::string Barnes::measured() const {
  if (parameters_.sample == 1) return {};
  return "every " + std::to_string(parameters_.sample) + "th body";
}

Definition define_barnes() {
  return KernelDefinition<Barnes>(
             "barnes", "forces on bodies by Barnes and Hut's tree: walks over shared nodes")
      .scale()
      .number("sample", &BarnesParameters::sample, 1, 4096);
}

}  // namespace starnuma::stimulus
