// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/murphi.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
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

MurphiVerdict run_model(const fs::path& model, int hosts, const std::string& work) {
  static const std::regex kHosts("HOSTS: \\d+;");
  std::ofstream(work + "/m.m") << std::regex_replace(text_of(model), kHosts,
                                                     "HOSTS: " + std::to_string(hosts) + ";");
  // rumur's compare-and-swap is of 16 bytes, which not every processor has without being asked.
  const bool made = run("cd '" + work + "' && rumur -o m.c m.m >log 2>&1 && " +
                        "gcc -O2 -march=native -mcx16 m.c -o m -lpthread >log 2>&1");
  MurphiVerdict verdict{model.stem().string() + ", " + std::to_string(hosts) + " hosts", false,
                        "does not compile: " + text_of(work + "/log")};
  if (!made) return verdict;
  verdict.holds = run("cd '" + work + "' && ./m >log 2>&1");
  const std::string log = text_of(work + "/log");
  std::smatch states;
  static const std::regex kStates("(\\d+) states, \\d+ rules fired");
  verdict.states = std::regex_search(log, states, kStates) ? states[1].str() : log;
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
