/** The way to the addresses of a profile: proxy, names, TCP and TLS. Each place is tried, and the first trouble told. */
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import { type ConnectionProbe, type ProbedTls, ProbeFailure } from '../ports/connection-probe.ts';
import { failed, type Found, good } from './found.ts';
import { isNumeric, type Place, placesOf } from './places.ts';
import { isBehindProxy, notReachedAt, tlsFound } from './reach-findings.ts';

export class ReachChecks {
  readonly #probe: ConnectionProbe;
  readonly #profile: ConnectionProfile;
  readonly #signal: AbortSignal;
  readonly #places: readonly Place[];

  constructor(probe: ConnectionProbe, profile: ConnectionProfile, signal: AbortSignal) {
    this.#probe = probe;
    this.#profile = profile;
    this.#signal = signal;
    this.#places = placesOf(profile);
  }

  /** @throws ProbeFailure (`proxy`) for an address that no proxy can have */
  proxyOf({ url }: Pick<Place, 'url'>): Promise<string | null> {
    return this.#probe.proxyOf(this.#profile, url, this.#signal);
  }

  async proxy(): Promise<Found> {
    const proxied = new Map<string, Place>();
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
    if (proxy === undefined) return good({ key: 'no-proxy', facts: {} });
    const trouble = await this.#firstTrouble([...proxied.values()], async (place) => {
      await this.#probe.connect(this.#profile, place.url, this.#signal).catch((error: unknown) => {
        if (!(error instanceof ProbeFailure && isBehindProxy(error))) throw error;
      });
    });
    return trouble ?? good({ key: 'through-proxy', facts: { proxy } });
  }

  /** A proxy looks the names up itself, and knows more of them as a rule. */
  async name(): Promise<Found> {
    const proxied = await this.#withProxies();
    const named = proxied
      .filter(({ place, proxy }) => proxy === null && !isNumeric(place.hostname))
      .map(({ place }) => place);
    const distinct = named.filter(
      ({ hostname }, index) => named.findIndex((one) => one.hostname === hostname) === index,
    );
    const found = new Map<Place, string>();
    const trouble = await this.#firstTrouble(distinct, async (place) => {
      const [address] = await this.#probe.lookUp(place.hostname, this.#signal);
      found.set(place, address ?? '');
    });
    if (trouble !== null) return trouble;
    if (distinct.length === 0)
      return good({
        key: 'name-not-needed',
        facts: { proxy: proxied.find(({ proxy }) => proxy !== null)?.proxy ?? null },
      });
    const hosts = distinct.map(({ hostname }) => hostname);
    return good({ key: 'name-found', facts: { hosts, addresses: distinct.map((place) => found.get(place) ?? '') } });
  }

  async tcp(): Promise<Found> {
    const trouble = await this.#firstTrouble(this.#places, ({ url }) =>
      this.#probe.connect(this.#profile, url, this.#signal),
    );
    if (trouble !== null) return trouble;
    const proxy = (await this.#withProxies()).find((one) => one.proxy !== null)?.proxy ?? null;
    const hosts = [...new Set(this.#places.map(({ host }) => host))];
    return good({ key: 'reached', facts: { hosts, proxy } });
  }

  /** `now`: UTC epoch ms. */
  async tls(now: number): Promise<Found> {
    const seen = new Map<Place, ProbedTls | null>();
    const trouble = await this.#firstTrouble(this.#places, async (place) => {
      seen.set(place, await this.#probe.secure(this.#profile, place.url, this.#signal));
    });
    return (
      trouble ??
      tlsFound(
        this.#places.map((place) => ({ place, tls: seen.get(place) ?? null })),
        now,
      )
    );
  }

  /** All at once; of several troubles, that of the first place. */
  async #firstTrouble(places: readonly Place[], look: (place: Place) => Promise<void>): Promise<Found | null> {
    const results = await Promise.allSettled(places.map((place) => look(place)));
    for (const [index, result] of results.entries()) {
      const place = places[index];
      if (result.status === 'fulfilled' || place === undefined) continue;
      if (!(result.reason instanceof ProbeFailure)) throw result.reason;
      // oxlint-disable-next-line no-await-in-loop -- for the one that is told
      return notReachedAt(result.reason, place, await this.proxyOf(place).catch(() => null));
    }
    return null;
  }

  async #withProxies(): Promise<readonly { readonly place: Place; readonly proxy: string | null }[]> {
    return Promise.all(this.#places.map(async (place) => ({ place, proxy: await this.proxyOf(place) })));
  }
}
