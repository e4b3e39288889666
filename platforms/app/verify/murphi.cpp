// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/verify/murphi.h"

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "models/base/check.h"
#include "platforms/app/commands/command.h"
#include "platforms/app/process/process.h"
#include "platforms/app/results/work_folder.h"

namespace starnuma::app {

namespace fs = std::filesystem;

namespace {

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// A shell that becomes the command's last program, so that no more than that has to be ended.
bool run(const std::string& command) { return run_program({"sh", "-c", command}) == 0; }

MurphiVerdict run_model(const fs::path& model, int hosts, const std::string& work) {
  static const std::regex kHosts("HOSTS: \\d+;");
  std::ofstream(work + "/m.m") << std::regex_replace(text_of(model), kHosts,
                                                     "HOSTS: " + std::to_string(hosts) + ";");
  // rumur's compare-and-swap is of 16 bytes, which not every processor has without being asked.
  const std::string there = "cd '" + work + "' && exec ";
  const bool made = run(there + "rumur -o m.c m.m >log 2>&1") &&
                    run(there + "gcc -O2 -march=native -mcx16 m.c -o m -lpthread >log 2>&1");
  MurphiVerdict verdict{model.stem().string() + ", " + std::to_string(hosts) + " hosts", false,
                        "does not compile: " + text_of(work + "/log")};
  if (!made) return verdict;
  verdict.holds = run(there + "./m >log 2>&1");
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
    verdicts.push_back(run_model(models / name, hosts, work.path().string()));
  }
  return verdicts;
}

}  // namespace starnuma::app
