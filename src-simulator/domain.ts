/** Opens one domain of the service: its fleet, its stream and its scenario. Domains do not know each other. */
import type { DomainConfiguration } from './configuration/configuration.ts';
import type { Settings } from './configuration/settings.ts';
import type { ServiceClock } from './clock.ts';
import { Fleet, generateFleet } from './fleet/fleet.ts';
import { GivenRows } from './fleet/given-rows.ts';
import type { CooperativeScheduler } from './fleet/cooperative-scheduler.ts';
import { type Flood, flood } from './scenarios/flood.ts';
import { NotificationStream } from './service/notification-stream.ts';
import { Random } from './random.ts';
import { ScenarioPlayer, type SharedService } from './scenarios/scenario-player.ts';
import { SubscriptionSearch } from './service/search.ts';
import { Triggers } from './scenarios/triggers.ts';
import { ServiceModel } from './model/service-model.ts';

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

/** Limit of a fleet. It keeps identifiers of different domains distinct. */
const MAX_SUBSCRIPTIONS = 1_000_000;

interface DomainParts {
  readonly settings: Settings;
  readonly clock: ServiceClock;
  readonly service: SharedService;
  readonly scheduler: CooperativeScheduler;
  readonly seed: number;
  readonly index: number;
}

export function openDomain({ id, subscriptions, rows }: DomainConfiguration, parts: DomainParts): Domain {
  const { clock, service, scheduler, seed, index } = parts;
  const settings = parts.settings.ofDomain(id);
  // The first domain uses the seed itself, so that further domains do not change its random values.
  const random = index === 0 ? new Random(seed) : new Random(seed).fork(id);
  const fleetScope = { domainId: id, firstRow: index * MAX_SUBSCRIPTIONS };
  const fleet =
    rows === undefined
      ? generateFleet(seed, subscriptions, clock.now(), fleetScope)
      : new Fleet(new GivenRows(rows, seed, Math.max(subscriptions, rows.length), clock.now(), fleetScope));
  const model = new ServiceModel(fleet, clock);
  const stream: NotificationStream = new NotificationStream({
    domainId: id,
    clock,
    random: random.fork('stream'),
    settings,
    onSubscriber: () => player.start(),
  });
  const player = new ScenarioPlayer({
    clock,
    random: random.fork('scenario'),
    model,
    stream,
    service,
    settings,
  });
  const triggerRandom = random.fork('triggers');
  const triggers = new Triggers(model, clock, triggerRandom, player.stage(triggerRandom));
  const stopped = new AbortController();
  const search = new SubscriptionSearch({ fleet, scheduler, clock, random: random.fork('search'), settings });
  return {
    id,
    fleet,
    stream,
    search,
    player,
    triggers,
    flood: (what) => flood(stream, clock, what, stopped.signal),
    stop() {
      stopped.abort();
      player.stop();
      triggers.stop();
      search.stop();
    },
  };
}
