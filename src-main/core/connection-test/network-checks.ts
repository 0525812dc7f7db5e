/**
 * Checks the network path to the addresses of a profile: proxy, names, TCP and TLS. Each check tries all addresses and
 * reports the first failure.
 */
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import { type ConnectionProbe, type ProbedTls, ProbeFailure } from '../ports/connection-probe.ts';
import { failed, type CheckOutcome, passed } from './check-outcome.ts';
import { isIpAddress, type ProfileAddress, profileAddressesOf } from './profile-addresses.ts';
import { isBehindProxy, unreachableOutcome, tlsOutcome } from './network-findings.ts';

export class NetworkChecks {
  readonly #probe: ConnectionProbe;
  readonly #profile: ConnectionProfile;
  readonly #signal: AbortSignal;
  readonly #places: readonly ProfileAddress[];

  constructor(probe: ConnectionProbe, profile: ConnectionProfile, signal: AbortSignal) {
    this.#probe = probe;
    this.#profile = profile;
    this.#signal = signal;
    this.#places = profileAddressesOf(profile);
  }

  /** @throws ProbeFailure (`proxy`) if the proxy settings are invalid */
  proxyOf({ url }: Pick<ProfileAddress, 'url'>): Promise<string | null> {
    return this.#probe.proxyOf(this.#profile, url, this.#signal);
  }

  async proxy(): Promise<CheckOutcome> {
    const proxied = new Map<string, ProfileAddress>();
    try {
      for (const { place, proxy } of await this.#withProxies()) {
        if (proxy !== null && !proxied.has(proxy)) proxied.set(proxy, place);
      }
    } catch (error) {
      if (error instanceof ProbeFailure)
        return failed({ key: error.code === 'PROXY_SETTINGS' ? 'proxy-settings' : 'proxy-address', facts: {} });
      throw error;
    }
    const [proxy] = proxied.keys();
    if (proxy === undefined) return passed({ key: 'no-proxy', facts: {} });
    const trouble = await this.#firstTrouble([...proxied.values()], async (place) => {
      await this.#probe.connect(this.#profile, place.url, this.#signal).catch((error: unknown) => {
        if (!(error instanceof ProbeFailure && isBehindProxy(error))) throw error;
      });
    });
    return trouble ?? passed({ key: 'through-proxy', facts: { proxy } });
  }

  /** Skips addresses that use a proxy: the proxy resolves their names itself and usually knows more of them. */
  async name(): Promise<CheckOutcome> {
    const proxied = await this.#withProxies();
    const named = proxied
      .filter(({ place, proxy }) => proxy === null && !isIpAddress(place.hostname))
      .map(({ place }) => place);
    const distinct = named.filter(
      ({ hostname }, index) => named.findIndex((one) => one.hostname === hostname) === index,
    );
    const found = new Map<ProfileAddress, string>();
    const trouble = await this.#firstTrouble(distinct, async (place) => {
      const [address] = await this.#probe.lookUp(place.hostname, this.#signal);
      found.set(place, address ?? '');
    });
    if (trouble !== null) return trouble;
    if (distinct.length === 0)
      return passed({
        key: 'name-not-needed',
        facts: { proxy: proxied.find(({ proxy }) => proxy !== null)?.proxy ?? null },
      });
    const hosts = distinct.map(({ hostname }) => hostname);
    return passed({ key: 'name-found', facts: { hosts, addresses: distinct.map((place) => found.get(place) ?? '') } });
  }

  async tcp(): Promise<CheckOutcome> {
    const trouble = await this.#firstTrouble(this.#places, ({ url }) =>
      this.#probe.connect(this.#profile, url, this.#signal),
    );
    if (trouble !== null) return trouble;
    const proxy = (await this.#withProxies()).find((one) => one.proxy !== null)?.proxy ?? null;
    const hosts = [...new Set(this.#places.map(({ host }) => host))];
    return passed({ key: 'reached', facts: { hosts, proxy } });
  }

  /** `now`: UTC epoch ms. */
  async tls(now: number): Promise<CheckOutcome> {
    const seen = new Map<ProfileAddress, ProbedTls | null>();
    const trouble = await this.#firstTrouble(this.#places, async (place) => {
      seen.set(place, await this.#probe.secure(this.#profile, place.url, this.#signal));
    });
    return (
      trouble ??
      tlsOutcome(
        this.#places.map((place) => ({ place, tls: seen.get(place) ?? null })),
        now,
      )
    );
  }

  /** Tries all places in parallel. Returns the failure of the first place in their order; null if none failed. */
  async #firstTrouble(
    places: readonly ProfileAddress[],
    look: (place: ProfileAddress) => Promise<void>,
  ): Promise<CheckOutcome | null> {
    const results = await Promise.allSettled(places.map((place) => look(place)));
    for (const [index, result] of results.entries()) {
      const place = places[index];
      if (result.status === 'fulfilled' || place === undefined) continue;
      if (!(result.reason instanceof ProbeFailure)) throw result.reason;
      // oxlint-disable-next-line no-await-in-loop -- only for the reported failure
      return unreachableOutcome(result.reason, place, await this.proxyOf(place).catch(() => null));
    }
    return null;
  }

  async #withProxies(): Promise<readonly { readonly place: ProfileAddress; readonly proxy: string | null }[]> {
    return Promise.all(this.#places.map(async (place) => ({ place, proxy: await this.proxyOf(place) })));
  }
}
