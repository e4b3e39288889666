// SPDX-License-Identifier: Apache-2.0
#include "stimulus/shared_object.h"

#include <dlfcn.h>

#include <filesystem>
#include <map>

#include "models/base/check.h"

namespace starnuma::stimulus {
namespace {

template <class Function>
Function* symbol(void* object, const std::string& file, const char* name) {
  void* const found = dlsym(object, name);
  if (found == nullptr) {
    throw base::InputError("workload ", file, ": has no ", name,
                           "(), expected an object with STARNUMA_WORKLOAD in it");
  }
  return reinterpret_cast<Function*>(found);
}

Definition load(const std::string& file) {
  if (!std::filesystem::is_regular_file(file)) {
    throw base::InputError("workload ", file, ": no such file");
  }
  void* const object = dlopen(std::filesystem::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (object == nullptr) throw base::InputError("workload ", file, ": ", dlerror());
  const std::string series = symbol<const char*()>(object, file, "starnuma_workload_series")();
  if (series != STARNUMA_SERIES) {
    throw base::InputError("workload ", file, ": is made for starnuma ", series,
                           ", this is " STARNUMA_SERIES);
  }
  Definition definition;
  symbol<void(Definition&)>(object, file, "starnuma_define_workload")(definition);
  return definition;
}

}  // namespace

bool is_shared_object(const std::string& name) {
  return name.size() > 3 && name.compare(name.size() - 3, 3, ".so") == 0;
}

const Definition& definition_in(const std::string& file) {
  static std::map<std::string, Definition> loaded;
  const auto found = loaded.find(file);
  return found != loaded.end() ? found->second : loaded.emplace(file, load(file)).first->second;
}

}  // namespace starnuma::stimulus
