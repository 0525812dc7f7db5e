/** Checks proxy, names, TCP and TLS. Each check tries all addresses and reports the first failure. */
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import { type ConnectionProbe, type ProbedTls, ProbeFailure } from '../ports/connection-probe.ts';
import { failed, type CheckOutcome, passed } from '../connection-findings/check-outcome.ts';
import { isIpAddress, type ProfileAddress, profileAddressesOf } from '../connection-findings/profile-addresses.ts';
import { isBehindProxy, unreachableFinding, tlsOutcome } from '../connection-findings/network-findings.ts';

export class NetworkChecks {
  readonly #probe: ConnectionProbe;
  readonly #profile: ConnectionProfile;
  readonly #signal: AbortSignal;
  readonly #addresses: readonly ProfileAddress[];

  constructor(probe: ConnectionProbe, profile: ConnectionProfile, signal: AbortSignal) {
    this.#probe = probe;
    this.#profile = profile;
    this.#signal = signal;
    this.#addresses = profileAddressesOf(profile);
  }

  /** @throws ProbeFailure (`proxy`) if the proxy settings are invalid */
  proxyOf({ url }: Pick<ProfileAddress, 'url'>): Promise<string | null> {
    return this.#probe.proxyOf(this.#profile, url, this.#signal);
  }

  async proxy(): Promise<CheckOutcome> {
    const proxied = new Map<string, ProfileAddress>();
    try {
      for (const { target, proxy } of await this.#withProxies()) {
        if (proxy !== null && !proxied.has(proxy)) proxied.set(proxy, target);
      }
    } catch (error) {
      if (error instanceof ProbeFailure)
        return failed({ key: error.code === 'PROXY_SETTINGS' ? 'proxy-settings' : 'proxy-address', facts: {} });
      throw error;
    }
    const [proxy] = proxied.keys();
    if (proxy === undefined) return passed({ key: 'no-proxy', facts: {} });
    const trouble = await this.#firstTrouble([...proxied.values()], async (target) => {
      await this.#probe.connect(this.#profile, target.url, this.#signal).catch((error: unknown) => {
        if (!(error instanceof ProbeFailure && isBehindProxy(error))) throw error;
      });
    });
    return trouble ?? passed({ key: 'through-proxy', facts: { proxy } });
  }

  /** Skips addresses that use a proxy: the proxy resolves their names itself and usually knows more of them. */
  async name(): Promise<CheckOutcome> {
    const proxied = await this.#withProxies();
    const named = proxied
      .filter(({ target, proxy }) => proxy === null && !isIpAddress(target.hostname))
      .map(({ target }) => target);
    const distinct = named.filter(
      ({ hostname }, index) => named.findIndex((one) => one.hostname === hostname) === index,
    );
    const found = new Map<ProfileAddress, string>();
    const trouble = await this.#firstTrouble(distinct, async (target) => {
      const [address] = await this.#probe.lookUp(target.hostname, this.#signal);
      found.set(target, address ?? '');
    });
    if (trouble !== null) return trouble;
    if (distinct.length === 0)
      return passed({
        key: 'name-not-needed',
        facts: { proxy: proxied.find(({ proxy }) => proxy !== null)?.proxy ?? null },
      });
    const hosts = distinct.map(({ hostname }) => hostname);
    return passed({
      key: 'name-found',
      facts: { hosts, addresses: distinct.map((target) => found.get(target) ?? '') },
    });
  }

  async tcp(): Promise<CheckOutcome> {
    const trouble = await this.#firstTrouble(this.#addresses, ({ url }) =>
      this.#probe.connect(this.#profile, url, this.#signal),
    );
    if (trouble !== null) return trouble;
    const proxy = (await this.#withProxies()).find((one) => one.proxy !== null)?.proxy ?? null;
    const hosts = [...new Set(this.#addresses.map(({ host }) => host))];
    return passed({ key: 'reached', facts: { hosts, proxy } });
  }

  async tls(now: number): Promise<CheckOutcome> {
    const seen = new Map<ProfileAddress, ProbedTls | null>();
    const trouble = await this.#firstTrouble(this.#addresses, async (target) => {
      seen.set(target, await this.#probe.secure(this.#profile, target.url, this.#signal));
    });
    return (
      trouble ??
      tlsOutcome(
        this.#addresses.map((target) => ({ target, tls: seen.get(target) ?? null })),
        now,
      )
    );
  }

  /** Tries all addresses in parallel. Returns the failure of the first address in their order; null if none failed. */
  async #firstTrouble(
    addresses: readonly ProfileAddress[],
    check: (target: ProfileAddress) => Promise<void>,
  ): Promise<CheckOutcome | null> {
    const results = await Promise.allSettled(addresses.map((target) => check(target)));
    for (const [index, result] of results.entries()) {
      const target = addresses[index];
      if (result.status === 'fulfilled' || target === undefined) continue;
      if (!(result.reason instanceof ProbeFailure)) throw result.reason;
      const proxy = await this.proxyOf(target).catch(() => null);
      return failed(unreachableFinding(result.reason, target, proxy));
    }
    return null;
  }

  async #withProxies(): Promise<readonly { readonly target: ProfileAddress; readonly proxy: string | null }[]> {
    return Promise.all(this.#addresses.map(async (target) => ({ target, proxy: await this.proxyOf(target) })));
  }
}
