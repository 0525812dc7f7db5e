/** One domain of the service: its fleet, its one stream, and what happens there. Domains know nothing of each other. */
import type { DomainConfiguration } from './configuration/configuration.ts';
import type { Settings } from './configuration/settings.ts';
import type { ServiceClock } from './clock.ts';
import { Fleet, madeUpFleet } from './fleet/fleet.ts';
import { GivenRows } from './fleet/given-rows.ts';
import type { Pieces } from './fleet/pieces.ts';
import { type Flood, flood } from './flood.ts';
import { NotificationStream } from './notification-stream.ts';
import { Random } from './random.ts';
import { ScenarioPlayer, type SharedService } from './scenario-player.ts';
import { SubscriptionSearch } from './search.ts';
import { Triggers } from './triggers.ts';
import { World } from './world/world.ts';

export interface Domain {
  readonly id: string;
  readonly fleet: Fleet;
  readonly stream: NotificationStream;
  readonly search: SubscriptionSearch;
  readonly player: ScenarioPlayer;
  readonly triggers: Triggers;
  flood(what: Flood): Promise<number>;
  stop(): void;
}

/** No fleet is larger; identifiers of different domains differ. */
const MOST_SUBSCRIPTIONS = 1_000_000;

interface DomainParts {
  readonly settings: Settings;
  readonly clock: ServiceClock;
  readonly service: SharedService;
  /** Long work of all domains. */
  readonly pieces: Pieces;
  readonly seed: number;
  /** Which of the domains, from 0. */
  readonly place: number;
}

export function openDomain({ id, subscriptions, rows }: DomainConfiguration, parts: DomainParts): Domain {
  const { clock, service, pieces, seed, place } = parts;
  const settings = parts.settings.ofDomain(id);
  // The first domain's chance is the seed's own, whatever other domains there are.
  const random = place === 0 ? new Random(seed) : new Random(seed).fork(id);
  const fleetPlace = { domainId: id, firstRow: place * MOST_SUBSCRIPTIONS };
  const fleet =
    rows === undefined
      ? madeUpFleet(seed, subscriptions, clock.now(), fleetPlace)
      : new Fleet(new GivenRows(rows, seed, Math.max(subscriptions, rows.length), clock.now(), fleetPlace));
  const world = new World(fleet, clock);
  const stream: NotificationStream = new NotificationStream({
    domainId: id,
    clock,
    random: random.fork('stream'),
    settings,
    onSubscriber: () => player.begin(),
  });
  const player = new ScenarioPlayer({
    clock,
    random: random.fork('scenario'),
    world,
    stream,
    service,
    settings,
  });
  const triggerRandom = random.fork('triggers');
  const triggers = new Triggers(world, clock, triggerRandom, player.stageFor(triggerRandom));
  const search = new SubscriptionSearch({ fleet, pieces, clock, random: random.fork('search'), settings });
  return {
    id,
    fleet,
    stream,
    search,
    player,
    triggers,
    flood: (what) => flood(stream, clock, what),
    stop() {
      player.stop();
      triggers.stop();
      search.stop();
    },
  };
}
