// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/arguments/option_values.h"

#include <charconv>
#include <cstdint>
#include <string>

#include "platforms/config/text.h"

namespace starnuma::app {

namespace po = boost::program_options;

namespace {

template <class Number>
class WholeNumber : public po::typed_value<Number> {
 public:
  WholeNumber(Number low, Number high) : po::typed_value<Number>(nullptr), low_(low), high_(high) {
    this->value_name(std::to_string(low) + ".." + std::to_string(high));
  }

 private:
  void xparse(boost::any& store, const std::vector<std::string>& words) const override {
    po::validators::check_first_occurrence(store);
    const std::string& text = po::validators::get_single_string(words);
    Number value{};
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, value);
    if (error == std::errc{} && end == last && value >= low_ && value <= high_) {
      store = value;
      return;
    }
    throw po::error_with_option_name("%canonical_option%: expected a whole number from " +
                                     std::to_string(low_) + " to " + std::to_string(high_) +
                                     ", found " + config::in_quotes(text));
  }

  Number low_;
  Number high_;
};

}  // namespace

template <class Number>
po::typed_value<Number>* whole_number(Number low, Number high) {
  return new WholeNumber<Number>(low, high);  // the option owns it, as any Boost value
}
template po::typed_value<int>* whole_number(int, int);
template po::typed_value<std::int64_t>* whole_number(std::int64_t, std::int64_t);
template po::typed_value<std::uint64_t>* whole_number(std::uint64_t, std::uint64_t);

}  // namespace starnuma::app
