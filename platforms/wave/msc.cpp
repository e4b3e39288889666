// SPDX-License-Identifier: Apache-2.0
#include "platforms/wave/msc.h"

#include <algorithm>
#include <cstdio>
#include <map>

namespace starnuma::wave {

using base::Time;
using observers::Hop;
using observers::HopKind;
using observers::HopLog;

namespace {

constexpr double kColumn = 230;
constexpr double kLeft = 120;
constexpr double kTop = 70;
constexpr double kLeastStep = 16;
constexpr double kMostStep = 90;
constexpr double kPixelsPerNs = 1.2;

class Chart {
 public:
  explicit Chart(const HopLog& log) : log_(log) {
    for (const Hop& hop : log.hops) add_times(hop);
    place_times();
  }

  std::string svg(const std::string& title) {
    for (const Hop& hop : log_.hops) draw(hop);
    const double width = kLeft + kColumn * static_cast<double>(columns_.size());
    const double height = bottom_ + 40;
    std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(width) +
                       "\" height=\"" + number(height) +
                       "\" font-family=\"sans-serif\" font-size=\"11\">\n"
                       "<defs><marker id=\"head\" markerWidth=\"8\" markerHeight=\"8\" refX=\"7\" "
                       "refY=\"3\" orient=\"auto\"><path d=\"M0,0 L7,3 L0,6 z\"/></marker></defs>\n"
                       "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n" +
                       label(10, 20, "start", title, 14);
    for (const std::string& name : columns_) {
      const double x = x_of(name);
      text += label(x, kTop - 18, "middle", name.substr(name.find('.') + 1), 12) +
              line(x, kTop - 10, x, bottom_ + 10, "stroke=\"#999\"");
    }
    return text + bars_ + arrows_ + "</svg>\n";
  }

 private:
  void add_times(const Hop& hop) {
    if (hop.kind == HopKind::kPass || hop.kind == HopKind::kMemory) return;
    y_[hop.begin] = 0;
    y_[hop.end] = 0;
  }

  void place_times() {
    double y = kTop;
    const Time* before = nullptr;
    for (auto& [time, place] : y_) {
      if (before != nullptr) {
        y += std::clamp((time - *before).ns() * kPixelsPerNs, kLeastStep, kMostStep);
      } else {
        first_ = time;
      }
      place = y;
      before = &time;
    }
    bottom_ = y;
  }

  void draw(const Hop& hop) {
    const std::string& object = log_.tracks[hop.track].object;
    if (hop.kind == HopKind::kAccess) {
      column(object);
      bar(object, hop, 4, "#dde8f8");
    } else if (hop.kind == HopKind::kHandle && hop.end > hop.begin) {
      bar(object, hop, 5, "#f6d9a8");
    } else if (hop.kind == HopKind::kMessage) {
      arrow(object, agent(hop.destination), hop);
    }
  }

  std::string agent(base::AgentId id) const {
    const auto i = static_cast<std::size_t>(id);
    return i < log_.agents.size() && !log_.agents[i].empty() ? log_.agents[i]
                                                             : "agent " + std::to_string(i);
  }

  std::size_t column(const std::string& name) {
    const auto found = std::find(columns_.begin(), columns_.end(), name);
    if (found == columns_.end()) columns_.push_back(name);
    return static_cast<std::size_t>(std::find(columns_.begin(), columns_.end(), name) -
                                    columns_.begin());
  }
  double x_of(const std::string& name) {
    return kLeft + kColumn * static_cast<double>(column(name));
  }

  void bar(const std::string& object, const Hop& hop, double half, const char* colour) {
    const double y = y_.at(hop.begin);
    bars_ += "<rect x=\"" + number(x_of(object) - half) + "\" y=\"" + number(y) + "\" width=\"" +
             number(2 * half) + "\" height=\"" + number(std::max(1.0, y_.at(hop.end) - y)) +
             "\" fill=\"" + colour + "\" stroke=\"#888\"/>\n";
  }

  void arrow(const std::string& from, const std::string& to, const Hop& hop) {
    const double x1 = x_of(from);
    const double x2 = x_of(to);
    const double y1 = y_.at(hop.begin);
    const double y2 = y_.at(hop.end);
    arrows_ += line(x1, y1, x2, y2, "stroke=\"black\" marker-end=\"url(#head)\"");
    char text[96];
    std::snprintf(text, sizeof text, "%s  %.1f to %.1f ns", hop.name, (hop.begin - first_).ns(),
                  (hop.end - first_).ns());
    arrows_ += label((x1 + x2) / 2, (y1 + y2) / 2 - 4, "middle", text, 11);
  }

  static std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", value);
    return text;
  }
  static std::string line(double x1, double y1, double x2, double y2, const char* style) {
    return "<line x1=\"" + number(x1) + "\" y1=\"" + number(y1) + "\" x2=\"" + number(x2) +
           "\" y2=\"" + number(y2) + "\" " + style + "/>\n";
  }
  static std::string label(double x, double y, const char* anchor, const std::string& text,
                           int size) {
    return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" + anchor +
           "\" font-size=\"" + std::to_string(size) + "\">" + text + "</text>\n";
  }

  const HopLog& log_;
  std::map<Time, double> y_;
  Time first_;
  double bottom_ = kTop;
  std::vector<std::string> columns_;  ///< Object paths, left to right.
  std::string bars_;
  std::string arrows_;
};

}  // namespace

std::string sequence_chart(const HopLog& log, const std::string& title) {
  return Chart(log).svg(title);
}

}  // namespace starnuma::wave
