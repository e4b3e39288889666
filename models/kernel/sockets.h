// SPDX-License-Identifier: Apache-2.0
// Named TLM-2.0 sockets for a project-specific payload type with its own protocol-types class.
// `Initiator<Payload>` calls; `Target<&Module::handler>` receives.
//
// Contract: b_transport, or a resolved Path (path.h), carries traffic; sc_time stays zero because
// time travels in the payload as an integer. The non-blocking, debug and DMI calls are refused or
// empty: an own payload has no base-protocol phases.
#pragma once

#include <tlm>
#include <type_traits>
#include <utility>
#include <vector>

#include "models/base/check.h"
#include "models/kernel/envelope.h"
#include "models/kernel/path.h"
#include "models/kernel/tap.h"

namespace starnuma::kernel {

template <class Payload>
struct Protocol {
  using tlm_payload_type = Payload;
  using tlm_phase_type = tlm::tlm_phase;
};

template <class Payload>
using Forward = tlm::tlm_fw_transport_if<Protocol<Payload>>;

/// Backward interface: calls that a target may make on its initiator. Snoop interfaces derive from
/// it.
template <class Payload>
struct Backward : virtual sc_core::sc_interface {
  using protocol_types = Protocol<Payload>;
};

/// Target that exposes the function behind its b_transport.
template <class Payload>
class Direct {
 public:
  virtual ~Direct() = default;
  virtual Destination<Payload> direct() = 0;
  /// Appends the steps that a similar payload passes from here on.
  virtual void find_path(const Payload& like, Path<Payload>& path) = 0;
  virtual Prefetcher<Payload> prefetcher() const = 0;
  virtual LookUpPort<Payload> look_ups() = 0;
};

namespace detail {
template <class Handler>
struct HandlerTraits;
template <class Owner_, class Payload_>
struct HandlerTraits<void (Owner_::*)(Payload_&)> {
  using Owner = Owner_;
  using Payload = Payload_;
};
template <class Owner_, class Payload_>
struct HandlerTraits<void (Owner_::*)(Payload_&, int)> {
  using Owner = Owner_;
  using Payload = Payload_;
};

// Detection of the optional members of a target's owner.
template <auto handler, class Owner, class Payload, class = void>
constexpr bool kFindsPath = false;
template <auto handler, class Owner, class Payload>
constexpr bool kFindsPath<handler, Owner, Payload,
                          std::void_t<decltype(std::declval<Owner&>().template find_path<handler>(
                              std::declval<const Payload&>(), std::declval<Path<Payload>&>()))>> =
    true;
template <class Owner, class Payload, class = void>
constexpr bool kPrefetches = false;
template <class Owner, class Payload>
constexpr bool kPrefetches<
    Owner, Payload,
    std::void_t<decltype(std::declval<const Owner&>().prefetch(std::declval<const Payload&>()))>> =
    true;
template <class Owner, class Payload, class = void>
constexpr bool kLooksUp = false;
template <class Owner, class Payload>
constexpr bool
    kLooksUp<Owner, Payload,
             std::void_t<decltype(std::declval<Owner&>().look_up(std::declval<Payload&>()))>> =
        true;
}  // namespace detail

/// Socket that sends `Payload`s. `BackwardIf` holds the calls that the target may make back.
template <class Payload, class BackwardIf = Backward<Payload>>
class Initiator : public tlm::tlm_base_initiator_socket<64, Forward<Payload>, BackwardIf>,
                  public TapPoint<Payload> {
 public:
  using Base = tlm::tlm_base_initiator_socket<64, Forward<Payload>, BackwardIf>;

  /// Constructs a socket whose target makes no backward calls.
  explicit Initiator(const char* name) : Base(name) { this->m_export.bind(nothing_); }
  Initiator(const char* name, BackwardIf& backward) : Base(name) { this->m_export.bind(backward); }

  void send(Payload& payload) {
    if (__builtin_expect(!destination_.known(), 0)) destination_ = destination();
    destination_.send(payload);
  }
  /// Appends the path of a similar payload from here on. Precondition: after elaboration.
  void find_path(const Payload& like, Path<Payload>& path) {
    if (!destination_.known()) destination_ = destination();
    find_path(like, path, destination_);
  }
  /// Appends the same path, given the result of `destination()`.
  void find_path(const Payload& like, Path<Payload>& path, const Destination<Payload>& known) {
    Direct<Payload>* const target = direct();
    const bool found = target != nullptr && !this->is_tapped() && path.has_room();
    found ? target->find_path(like, path) : path.add(known);
  }
  /// Returns the bound target; after elaboration. Not inlined, to keep send() small.
  [[gnu::noinline]] Destination<Payload> destination() {
    auto* bound = Base::operator->();
    auto* target = direct();
    const auto to = target != nullptr ? target->direct() : Destination<Payload>(*bound);
    return this->tapped(*this, dynamic_cast<sc_core::sc_object*>(bound), to);
  }

  /// Returns the prefetch hook of the target. Precondition: after elaboration.
  Prefetcher<Payload> prefetcher() {
    auto* target = direct();
    return target != nullptr ? target->prefetcher() : Prefetcher<Payload>();
  }

  /// Returns the look-up port of the target. Precondition: after elaboration.
  LookUpPort<Payload> look_ups() {
    auto* target = direct();
    return target != nullptr ? target->look_ups() : LookUpPort<Payload>();
  }

  const char* kind() const override { return "Initiator"; }

 private:
  struct Nothing : Backward<Payload> {};
  static constexpr bool kCallsNothing = std::is_same_v<BackwardIf, Backward<Payload>>;

  Direct<Payload>* direct() { return dynamic_cast<Direct<Payload>*>(Base::operator->()); }

  Destination<Payload> destination_;  ///< Resolved at the first send.
  std::conditional_t<kCallsNothing, Nothing, char> nothing_{};
};

/// Socket that receives: each b_transport becomes one direct call of `handler` on its owner. The
/// handler may take the socket's index as second argument.
template <auto handler,
          class BackwardIf = Backward<typename detail::HandlerTraits<decltype(handler)>::Payload>,
          sc_core::sc_port_policy policy = sc_core::SC_ONE_OR_MORE_BOUND>
class Target : public tlm::tlm_base_target_socket<
                   64, Forward<typename detail::HandlerTraits<decltype(handler)>::Payload>,
                   BackwardIf, 1, policy>,
               public Direct<typename detail::HandlerTraits<decltype(handler)>::Payload>,
               public Forward<typename detail::HandlerTraits<decltype(handler)>::Payload> {
 public:
  using Traits = detail::HandlerTraits<decltype(handler)>;
  using Owner = typename Traits::Owner;
  using Payload = typename Traits::Payload;
  using Base = tlm::tlm_base_target_socket<64, Forward<Payload>, BackwardIf, 1, policy>;

  Target(const char* name, Owner& owner, int index = 0) : Base(name), owner_(owner), index_(index) {
    this->bind(static_cast<Forward<Payload>&>(*this));
  }

  /// Backward interface of the bound initiator.
  BackwardIf& backward() { return *this->m_port.operator->(); }

  const char* kind() const override { return "Target"; }

 private:
  static constexpr bool kIndexed = std::is_invocable_v<decltype(handler), Owner&, Payload&, int>;

  void b_transport(Payload& payload, sc_core::sc_time&) override { direct().send(payload); }
  Destination<Payload> direct() override {
    if constexpr (kIndexed) {
      return {[](void* object, Payload& payload) {
                const auto& target = *static_cast<Target*>(object);
                (target.owner_.*handler)(payload, target.index_);
              },
              this};
    } else {
      return {
          [](void* owner, Payload& payload) { (static_cast<Owner*>(owner)->*handler)(payload); },
          &owner_};
    }
  }
  void find_path(const Payload& like, Path<Payload>& path) override {
    if constexpr (detail::kFindsPath<handler, Owner, Payload>) {
      owner_.template find_path<handler>(like, path);
    } else {
      path.add(direct());
    }
  }
  Prefetcher<Payload> prefetcher() const override {
    if constexpr (detail::kPrefetches<Owner, Payload>) {
      return {[](const void* owner, const Payload& like) {
                static_cast<const Owner*>(owner)->prefetch(like);
              },
              &owner_};
    }
    return {};
  }
  LookUpPort<Payload> look_ups() override {
    if constexpr (detail::kLooksUp<Owner, Payload>) {
      return {[](void* owner, Payload& payload) {
                return static_cast<Owner*>(owner)->look_up(payload);
              },
              [](void* owner, Payload& payload) { static_cast<Owner*>(owner)->miss(payload); },
              &owner_};
    }
    return {};
  }
  tlm::tlm_sync_enum nb_transport_fw(Payload&, tlm::tlm_phase&, sc_core::sc_time&) override {
    base::fail_invariant(this->name(), ": non-blocking transport is not part of this protocol");
  }
  bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(Payload&) override { return 0; }

  Owner& owner_;
  int index_;
};

/// Target that may stay unbound.
template <auto handler>
using OptionalTarget =
    Target<handler, Backward<typename detail::HandlerTraits<decltype(handler)>::Payload>,
           sc_core::SC_ZERO_OR_MORE_BOUND>;

/// Socket through which an agent sends messages. It caches the path to each destination.
class FabricPort : public Initiator<Envelope> {
 public:
  using Initiator<Envelope>::Initiator;

  /// Prefetches host memory for a message that will be sent to `to`. Has no effect on the model.
  void prefetch_steps(base::AgentId to) const {
    if (const auto i = static_cast<std::size_t>(to); i < paths_.size()) paths_[i].prefetch_steps();
  }
  /// Invalidates all cached paths. Called when a component along a path has changed its routes.
  void forget_paths() { paths_.clear(); }
  void send(Envelope& envelope) {
    const auto to = static_cast<std::size_t>(envelope.destination);
    if (__builtin_expect(to >= paths_.size() || !paths_[to].known(), 0)) find(envelope);
    paths_[to].send(envelope);
  }

 private:
  [[gnu::noinline]] void find(const Envelope& envelope) {
    const auto to = static_cast<std::size_t>(envelope.destination);
    if (to >= paths_.size()) paths_.resize(to + 1);
    find_path(envelope, paths_[to]);
  }

  std::vector<Path<Envelope>> paths_;  ///< Path to each destination agent, found at the first use.
};

}  // namespace starnuma::kernel
