/** Holds what the simulator forgets when it starts over. The server, the issuer's address and the settings stay. */
import { ServiceClock, type TimeSource } from './clock.ts';
import { settingTable } from './configuration/setting-table.ts';
import type { Settings } from './configuration/settings.ts';
import { ContractChecker } from './contract-report/contract-checker.ts';
import { type Domain, openDomain } from './domain.ts';
import { CooperativeScheduler } from './fleet/cooperative-scheduler.ts';
import { Journal } from './http/journal.ts';
import { RequestMiddleware } from './http/request-middleware.ts';
import type { Issuer } from './issuer/issuer.ts';
import { Random } from './random.ts';
import type { Replay } from './scenarios/replay.ts';

export interface RunningService {
  readonly first: Domain;
  /** UTC epoch ms, by the clock of the service. */
  readonly startedAt: number;
  readonly domains: ReadonlyMap<string, Domain>;
  readonly middleware: RequestMiddleware;
  readonly journal: Journal;
  readonly checker: ContractChecker;
  stop(): void;
}

interface ServiceParts {
  readonly issuer: Issuer;
  readonly settings: Settings;
  readonly time: TimeSource;
  readonly timeScale: number;
  readonly seed: number;
}

export function openService(
  { issuer, settings, time, timeScale, seed }: ServiceParts,
  replay: Replay | null,
): RunningService {
  const clock = new ServiceClock(time, timeScale);
  const scheduler = new CooperativeScheduler();
  const accountOf = async (token: string) => (await issuer.accountOf(token))?.account ?? null;
  const checker = new ContractChecker(
    clock,
    (domainId, moment) => domains.get(domainId)?.stream.seatFreedAfter(moment) ?? null,
  );
  const journal = new Journal({
    clock,
    secrets: () => secretsOf(settings),
    accountOf,
    domainOf: (account) => settings.rightsOf(account)?.domainId ?? null,
    watch: (exchange) => checker.observe(exchange),
  });
  const middleware = new RequestMiddleware({ clock, journal, random: new Random(seed).fork('door'), accountOf });
  const [first, ...others] = settings.configuration.domains.map((domain, index) =>
    openDomain(domain, {
      settings,
      clock,
      scheduler,
      seed,
      index,
      service: { plans: middleware.plans, issuer, isFirst: index === 0 },
    }),
  );
  if (first === undefined) throw new RangeError('A service needs at least one domain.');
  const domains = new Map([first, ...others].map((domain): [string, Domain] => [domain.id, domain]));
  for (const { id, scenario = settingTable.scenario.default } of settings.configuration.domains)
    domains.get(id)?.player.play(scenario);
  if (replay !== null) first.player.play(replay);
  return {
    first,
    startedAt: clock.now(),
    domains,
    middleware,
    journal,
    checker,
    stop() {
      middleware.stop();
      for (const domain of domains.values()) domain.stop();
      scheduler.stop();
      journal.stop();
      clock.stop();
    },
  };
}

function* secretsOf(settings: Settings): Iterable<string> {
  for (const { clientSecret } of settings.clients()) if (clientSecret !== undefined) yield clientSecret;
  for (const { password } of settings.users()) yield password;
}
