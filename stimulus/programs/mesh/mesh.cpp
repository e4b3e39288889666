// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/mesh/mesh.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "models/base/random.h"
#include "stimulus/counted.h"
#include "stimulus/grid/grid_shape.h"
#include "stimulus/kernel_definition.h"
#include "stimulus/mismatches.h"
#include "stimulus/random_values.h"

namespace starnuma::stimulus {
namespace {

/// Assumed: 2^27 cells, about 10 GiB.
constexpr int kMeshFullLog = 27;
/// Three faces per cell of 12 bytes, its first face and four vectors.
constexpr base::Bytes kMeshFullSize((std::int64_t{1} << kMeshFullLog) * (3 * 12 + 8 + 4 * 8));
/// Assumed: the maximum distance of a cell's number from that of a regular mesh, after a
/// renumbering that keeps neighbours near.
constexpr std::uint64_t kMeshWindow = 32;

/// Returns new numbers of the points of a grid, shuffled within a window.
std::vector<std::uint32_t> cell_numbers(std::uint64_t cells, std::uint64_t seed) {
  std::vector<std::uint32_t> numbers(cells);
  std::iota(numbers.begin(), numbers.end(), 0U);
  base::Random random(seed);
  for (std::uint64_t begin = 0; begin < cells; begin += kMeshWindow) {
    const std::uint64_t size = std::min(kMeshWindow, cells - begin);
    for (std::uint64_t i = size; i > 1; --i) {
      std::swap(numbers[begin + i - 1], numbers[begin + random.below(i)]);
    }
  }
  return numbers;
}

using MeshFace = std::pair<std::uint32_t, std::uint32_t>;

/// Returns the owner and the neighbour of each face, in order.
std::vector<MeshFace> faces_of(const GridShape& shape, std::uint64_t seed) {
  const std::vector<std::uint32_t> number = cell_numbers(shape.points(), seed);
  std::vector<MeshFace> faces;
  for (std::uint64_t p = 0; p < shape.points(); ++p) {
    const auto add = [&](bool inside, std::uint64_t other) {
      if (inside) faces.emplace_back(std::minmax(number[p], number[other]));
    };
    add(p % shape.nx + 1 < shape.nx, p + 1);
    add(p / shape.nx % shape.ny + 1 < shape.ny, p + shape.nx);
    add(p / shape.nx / shape.ny + 1 < shape.nz, p + shape.nx * shape.ny);
  }
  std::sort(faces.begin(), faces.end());
  return faces;
}

double factor_of(const MeshFace& face, std::uint64_t seed) {
  return -0.75 + 0.25 * random_value(std::uint64_t{face.first} << 32 | face.second, seed);
}

/// Returns the matrix of both cells of each face; the diagonal exceeds the sum of the magnitudes of
/// the others.
HostMatrix rows_of(std::uint64_t cells, const std::vector<MeshFace>& faces, std::uint64_t seed) {
  constexpr double kAbove = 0.05;
  std::vector<std::vector<std::pair<std::uint32_t, double>>> rows(cells);
  for (const MeshFace& face : faces) {
    const double factor = factor_of(face, seed);
    rows[face.first].emplace_back(face.second, factor);
    rows[face.second].emplace_back(face.first, factor);
  }
  HostMatrix matrix;
  for (std::uint32_t cell = 0; cell < cells; ++cell) {
    double sum = kAbove;
    for (const auto& entry : rows[cell]) sum -= entry.second;
    rows[cell].emplace_back(cell, sum);
    std::sort(rows[cell].begin(), rows[cell].end());
    for (const auto& [column, value] : rows[cell]) matrix.add(column, value);
    matrix.close_row();
  }
  return matrix;
}

struct MeshParts {
  std::vector<MeshFace> inside;  ///< Faces between two cells of one block.
  /// By block: the other faces, once from each side.
  std::vector<std::vector<MeshBorder>> borders;
};

MeshParts parts_of(const MeshData& data, const std::vector<MeshFace>& faces, int threads,
                   std::uint64_t seed) {
  MeshParts parts;
  parts.borders.resize(static_cast<std::size_t>(threads));
  std::vector<std::size_t> block_of(data.cells);
  for (int t = 0; t < threads; ++t) {
    const Range block = data.block(t, threads);
    for (std::uint64_t c = block.begin; c < block.end; ++c) {
      block_of[c] = static_cast<std::size_t>(t);
    }
  }
  for (const MeshFace& face : faces) {
    const auto [low, high] = face;
    if (block_of[low] == block_of[high]) {
      parts.inside.push_back(face);
    } else {
      parts.borders[block_of[low]].push_back({low, high, factor_of(face, seed)});
      parts.borders[block_of[high]].push_back({high, low, factor_of(face, seed)});
    }
  }
  return parts;
}

void place_faces(base::Arena& arena, const std::vector<MeshFace>& faces, std::uint64_t seed,
                 MeshData& data) {
  constexpr base::Touch kBlocked = base::Touch::blocked();
  data.first = arena.allocate<std::uint64_t>("mesh.first", data.cells + 1, kBlocked);
  data.neighbour = arena.allocate<std::uint32_t>("mesh.neighbour", faces.size(), kBlocked);
  data.factors = arena.allocate<double>("mesh.factors", faces.size(), kBlocked);
  for (std::size_t f = 0; f < faces.size(); ++f) {
    ++data.first.data[faces[f].first + 1];
    data.neighbour.data[f] = faces[f].second;
    data.factors.data[f] = factor_of(faces[f], seed);
  }
  std::partial_sum(data.first.begin(), data.first.end(), data.first.data);
}

void place_borders(base::Arena& arena, const std::vector<std::vector<MeshBorder>>& borders,
                   MeshData& data) {
  data.of_block = arena.allocate<std::uint64_t>("mesh.of_block", borders.size() + 1);
  for (std::size_t t = 0; t < borders.size(); ++t) {
    data.of_block.data[t + 1] = data.of_block.data[t] + borders[t].size();
  }
  data.borders = arena.allocate<MeshBorder>("mesh.borders", data.of_block.data[borders.size()],
                                            base::Touch::blocked());
  MeshBorder* border = data.borders.data;
  for (const auto& some : borders) border = std::copy(some.begin(), some.end(), border);
}

/// Executes one sweep by rows from `before` to `x`; values of other blocks are those before the
/// sweep.
void sweep_plainly(const HostMatrix& matrix, const MeshData& data, int threads,
                   const std::vector<double>& before, std::vector<double>& x) {
  for (int t = 0; t < threads; ++t) {
    const Range block = data.block(t, threads);
    for (std::uint64_t i = block.begin; i < block.end; ++i) {
      double sum = data.b.data[i];
      double diagonal = 0;
      for (std::uint64_t e = matrix.offsets[i]; e < matrix.offsets[i + 1]; ++e) {
        const std::uint64_t j = matrix.columns[e];
        if (j == i) {
          diagonal = matrix.values[e];
          continue;
        }
        const bool near = block.begin <= j && j < block.end;
        sum -= matrix.values[e] * (near ? x[j] : before[j]);
      }
      x[i] = sum / diagonal;
    }
  }
}

double residual_norm(const HostMatrix& matrix, const MeshData& data, const std::vector<double>& x) {
  double squares = 0;
  for (std::uint64_t i = 0; i < x.size(); ++i) {
    double rest = data.b.data[i];
    for (std::uint64_t e = matrix.offsets[i]; e < matrix.offsets[i + 1]; ++e) {
      rest -= matrix.values[e] * x[matrix.columns[e]];
    }
    squares += rest * rest;
  }
  return std::sqrt(squares);
}

}  // namespace

base::Footprint Mesh::footprint() const { return footprint_at(parameters_.scale, kMeshFullSize); }

void Mesh::build(base::Arena& arena) {
  const GridShape shape = GridShape::of_powers(parameters_.scale + kMeshFullLog - 28);
  const std::vector<MeshFace> faces = faces_of(shape, seed_);
  threads_ = arena.threads();
  data_.cells = shape.points();
  matrix_ = rows_of(data_.cells, faces, seed_);
  const auto vector = [&](std::string_view name) {
    return arena.allocate<double>(name, data_.cells, base::Touch::blocked());
  };
  data_.diagonal = vector("mesh.diagonal");
  data_.b = vector("mesh.b");
  data_.x = vector("mesh.x");
  data_.rest = vector("mesh.rest");
  for (std::uint64_t c = 0; c < data_.cells; ++c) {
    data_.b.data[c] = random_value(c, seed_);
    for (std::uint64_t e = matrix_.offsets[c]; e < matrix_.offsets[c + 1]; ++e) {
      if (matrix_.columns[e] == c) data_.diagonal.data[c] = matrix_.values[e];
    }
  }
  const MeshParts parts = parts_of(data_, faces, threads_, seed_);
  place_faces(arena, parts.inside, seed_, data_);
  place_borders(arena, parts.borders, data_);
}

std::vector<std::string> Mesh::check() const {
  Mismatches mismatches("wrong cells");
  std::vector<double> expected(data_.cells, 0);
  for (int sweep = 0; sweep < parameters_.sweeps; ++sweep) {
    const std::vector<double> before = expected;
    sweep_plainly(matrix_, data_, threads_, before, expected);
  }
  for (std::uint64_t c = 0; c < data_.cells; ++c) {
    if (std::abs(data_.x.data[c] - expected[c]) <= 1e-10) continue;
    mismatches.add("cell ", c, " is ", data_.x.data[c], ", expected ", expected[c]);
  }
  const std::vector<double> found(data_.x.begin(), data_.x.end());
  const double before = residual_norm(matrix_, data_, std::vector<double>(data_.cells, 0));
  const double after = residual_norm(matrix_, data_, found);
  if (after >= before) {
    mismatches.add("the residual's norm is ", after, ", not below that of x = 0, ", before);
  }
  return mismatches.lines();
}

void Mesh::report(accounting::StatWriter& out) const {
  accounting::StatWriter mesh = out.under("mesh");
  mesh.write("cells", data_.cells, "1", "cells");
  mesh.write("faces", data_.neighbour.size, "1", "faces inside blocks");
  mesh.write("borders", data_.borders.size / 2, "1", "faces between blocks of two threads");
  mesh.write("sweeps", parameters_.sweeps, "1", "Gauss-Seidel sweeps");
}

std::string Mesh::measured() const { return counted(parameters_.sweeps, "sweep", "sweeps"); }

Definition define_mesh() {
  return KernelDefinition<Mesh>(
             "mesh", "Gauss-Seidel sweeps on an unstructured mesh, a block of cells a thread")
      .scale()
      .number("sweeps", &MeshParameters::sweeps, 1, 1000);
}

}  // namespace starnuma::stimulus
