// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/murphi.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "models/base/check.h"
#include "platforms/app/command.h"

namespace starnuma::app {

namespace fs = std::filesystem;

namespace {

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

bool run(const std::string& command) { return std::system(command.c_str()) == 0; }

/// A folder that goes away with its object.
class WorkFolder {
 public:
  WorkFolder() : path_((fs::temp_directory_path() / "starnuma-murphi-XXXXXX").string()) {
    if (mkdtemp(path_.data()) == nullptr) {
      throw base::InputError("verify protocol: cannot make a folder in " +
                             fs::temp_directory_path().string());
    }
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  ~WorkFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// `model` with so many hosts.
std::string with_hosts(std::string model, int hosts) {
  constexpr std::string_view kKey = "HOSTS: ";
  const std::size_t key = model.find(kKey);
  SN_CHECK(key != std::string::npos, "a Murphi model says \"", kKey, "\" once");
  const std::size_t number = key + kKey.size();
  return model.replace(number, model.find(';', number) - number, std::to_string(hosts));
}

/// "9" of "... 9 states, 12 rules fired ..."; all of `log` if it does not say it.
std::string states_of(const std::string& log) {
  const std::size_t end = log.find(" states, ");
  if (end == std::string::npos) return log;
  const std::size_t begin = log.find_last_not_of("0123456789", end - 1) + 1;
  return log.substr(begin, end - begin);
}

MurphiVerdict run_model(const fs::path& model, int hosts, const std::string& work) {
  std::ofstream(work + "/m.m") << with_hosts(text_of(model), hosts);
  // rumur's compare-and-swap is of 16 bytes, which not every processor has without being asked.
  const bool made = run("cd '" + work + "' && rumur -o m.c m.m >log 2>&1 && " +
                        "gcc -O2 -march=native -mcx16 m.c -o m -lpthread >log 2>&1");
  MurphiVerdict verdict{model.stem().string() + ", " + std::to_string(hosts) + " hosts", false,
                        "does not compile: " + text_of(work + "/log")};
  if (!made) return verdict;
  verdict.holds = run("cd '" + work + "' && ./m >log 2>&1");
  verdict.states = states_of(text_of(work + "/log"));
  return verdict;
}

}  // namespace

std::vector<MurphiVerdict> run_murphi(int hosts) {
  const fs::path models = home_folder() / "testbenches/coherence/murphi";
  const bool tools = run("command -v rumur >/dev/null 2>&1 && command -v gcc >/dev/null 2>&1");
  if (!tools || !fs::exists(models)) return {};
  const WorkFolder work;
  std::vector<MurphiVerdict> verdicts;
  for (const char* name : {"bi_directory.m", "socket_home.m"}) {
    verdicts.push_back(run_model(models / name, hosts, work.path()));
  }
  return verdicts;
}

}  // namespace starnuma::app
