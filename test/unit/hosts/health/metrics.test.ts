import perfHooks from 'node:perf_hooks';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { WatchMetrics } from '../../../../src-main/hosts/health/metric-factory.ts';
import { Metrics } from '../../../../src-main/hosts/health/metrics.ts';
import { MAX_SERIES } from '../../../../src-main/hosts/health/series-limits.ts';
import type { AttemptCount } from '../../../../src-main/core/ports/case-projection.ts';
import { alarmSeverities } from '../../../../src-shared/domain/cases/alarm.ts';
import { consequenceKinds } from '../../../../src-shared/domain/cases/case-keys.ts';
import { outcomes } from '../../../../src-shared/domain/event/outcomes.ts';
import { profileIdSchema } from '../../../../src-shared/domain/identity.ts';
import { MAX_OUTLETS } from '../../../../src-shared/domain/outlets/outlet.ts';
import { START, watchSnapshot } from '../../../doubles/page-watch.ts';
import { randomNumbers } from '../../../doubles/random-numbers.ts';
import { teamReport } from '../../../doubles/team-report.ts';

const MINUTE_MS = 60_000;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
/** 260 codes of two letters. */
const COUNTRIES = LETTERS.slice(0, 10).flatMap((first) => LETTERS.map((second) => first + second));

const attempts = (outcome: AttemptCount['outcome'], country: string | null, count = 1): AttemptCount => ({
  outcome,
  country,
  count,
});
const outlet = (
  name: string,
  fields: Partial<WatchMetrics['outlets'][number]> = {},
): WatchMetrics['outlets'][number] => ({
  id: `id-${name}`,
  name,
  waitingSince: null,
  isFailing: false,
  delivered: 0,
  notDelivered: 0,
  ...fields,
});
const cases = (fields: Partial<NonNullable<WatchMetrics['cases']>> = {}): NonNullable<WatchMetrics['cases']> => ({
  open: new Map(consequenceKinds.map((consequence) => [consequence, 0])),
  unassignedSince: null,
  attempts: [],
  ...fields,
});

function figures(fields: Partial<WatchMetrics> = {}, profile = 'acme-europe'): WatchMetrics {
  const snapshot = watchSnapshot();
  return {
    snapshot: { ...snapshot, profile: { ...snapshot.profile, id: profileIdSchema.parse(profile) } },
    at: START,
    blindSeconds: 0,
    events: new Map([...outcomes, 'none'].map((outcome) => [outcome, 0])),
    storeBytes: 1,
    alarms: [],
    cases: cases(),
    outlets: [],
    team: null,
    ...fields,
  };
}

/** Values of the series whose names start with `name`, without the label `profile`. */
function series(text: string, name = 'watchfloor_'): Record<string, number> {
  const lines = text.split('\n').filter((line) => line.startsWith(name));
  return Object.fromEntries(
    lines.map((line) => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space).replace(/profile="[^"]*",?/, ''), Number(line.slice(space + 1))];
    }),
  );
}

const shown = async (part: Partial<WatchMetrics>, name: string, metrics = new Metrics('1')) =>
  series(await metrics.text([figures(part)]), name);

const everything = (profile: string): WatchMetrics =>
  figures(
    {
      alarms: alarmSeverities.flatMap((severity) =>
        (['accepted', 'not-shown'] as const).map((delivery) => ({ severity, delivery, count: 1 })),
      ),
      cases: cases({
        attempts: [...COUNTRIES, null, 'nowhere'].flatMap((country) => [
          attempts('succeeded', country),
          attempts('failed', country),
        ]),
      }),
      outlets: Array.from({ length: MAX_OUTLETS }, (_, index) => outlet(`outlet ${index}`)),
      team: teamReport(),
    },
    profile,
  );

describe('[HEALTH-2] the number of series', () => {
  test.for([1, 2, 3, 5, 8, 10])('is at most 500 for %i profiles with everything at its limit', async (count) => {
    const profiles = Array.from({ length: count }, (_, index) => `profile-${index}`);
    const text = await new Metrics('1').text(profiles.map((profile) => everything(profile)));
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines.length).toBeLessThanOrEqual(MAX_SERIES);
    expect(MAX_SERIES).toBe(500);
    for (const profile of profiles) {
      const own = lines.filter((line) => line.includes(`profile="${profile}"`));
      const sum = (name: string) =>
        own.filter((line) => line.startsWith(name)).reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);
      // The series `other` counts the rest.
      expect(sum('watchfloor_attempts_total')).toBe(2 * (COUNTRIES.length + 2));
    }
  });

  test('leaves room for every outlet and 40 countries of the one profile of a collector', async () => {
    const text = await new Metrics('1').text([everything('acme-europe')]);
    const labels = (label: string) =>
      new Set(Array.from(text.matchAll(new RegExp(` ?${label}="([^"]*)"`, 'g')), ([, name]) => name));
    expect([labels('outlet').size, labels('country').size]).toEqual([MAX_OUTLETS, 42]);
    expect(labels('outlet')).not.toContain('other');
  });
});

describe('[HEALTH-2] a counter never decreases', () => {
  test('whatever countries and outlets come, go and share a series', async () => {
    const random = randomNumbers(7);
    const metrics = new Metrics('1');
    const counts = new Map<string, AttemptCount>();
    let running: WatchMetrics['outlets'][number][] = [];
    let before: Record<string, number> = {};
    let profiles = 1;
    for (let scrape = 0; scrape < 300; scrape += 1) {
      for (let step = random(4); step > 0; step -= 1) {
        const country = COUNTRIES[random(90)] ?? null;
        const known = counts.get(String(country)) ?? attempts('failed', country, 0);
        counts.set(String(country), { ...known, count: known.count + 1 + random(5) });
      }
      if (random(4) === 0) running = [...running, outlet(`outlet ${scrape}`)];
      if (random(9) === 0) running = running.filter((_, index) => index !== random(running.length));
      running = running
        .slice(-MAX_OUTLETS)
        .map((one) => ({ ...one, delivered: random(20) === 0 ? 0 : one.delivered + random(3) }));
      if (random(60) === 0) profiles += 1;
      const acme = figures({ cases: cases({ attempts: [...counts.values()] }), outlets: running });
      const others = Array.from({ length: profiles - 1 }, (_, index) => figures({}, `other-profile-${index}`));
      const text = await metrics.text([acme, ...others]);
      const own = text
        .split('\n')
        .filter((line) => line.includes('profile="acme-europe"'))
        .join('\n');
      const counters = ['attempts', 'localization_attempts', 'outlet_deliveries'];
      const now = Object.assign({}, ...counters.map((name) => series(own, `watchfloor_${name}_total`))) as Record<
        string,
        number
      >;
      const restarted = new Set(running.filter(({ delivered }) => delivered === 0).map(({ name }) => name));
      for (const [name, value] of Object.entries(before)) {
        if ([...restarted].some((one) => name.includes(`"${one}"`))) continue;
        if (now[name] !== undefined) expect([name, now[name] >= value]).toEqual([name, true]);
      }
      const total = Object.entries(now).reduce(
        (sum, [name, value]) => sum + (name.startsWith('watchfloor_attempts_total') ? value : 0),
        0,
      );
      expect(total).toBe([...counts.values()].reduce((sum, { count }) => sum + count, 0));
      before = now;
    }
  });
});

describe('[HEALTH-2] a figure that is not known is absent', () => {
  test('a figure that needs the cases is absent while they are behind, and the others are shown', async () => {
    const metrics = new Metrics('1');
    const known = { cases: cases({ attempts: [attempts('failed', 'NO')] }), outlets: [outlet('a')] };
    const text = async (part: Partial<WatchMetrics>) => Object.keys(series(await metrics.text([figures(part)])));
    const names = (keys: readonly string[]) => new Set(keys.map((key) => key.replace(/\{.*/, '')));
    const all = names(await text(known));
    const behind = names(await text({ ...known, cases: null }));
    expect([...all].filter((name) => !behind.has(name)).toSorted()).toEqual([
      'watchfloor_attempts_total',
      'watchfloor_localization_attempts_total',
      'watchfloor_oldest_unassigned_seconds',
      'watchfloor_open_cases',
      'watchfloor_outlet_lag_seconds',
    ]);
    expect(names(await text(known))).toEqual(all);
  });

  test('an outlet without an answer so far neither fails nor works, and a heartbeat has no lag', async () => {
    const { waitingSince: _, ...ping } = outlet('ping', { isFailing: true });
    const outlets = [outlet('new', { isFailing: null }), ping];
    expect(await shown({ outlets }, 'watchfloor_outlet')).toEqual({
      'watchfloor_outlet_lag_seconds{outlet="new"}': 0,
      'watchfloor_outlet_failing{outlet="ping"}': 1,
      'watchfloor_outlet_deliveries_total{outlet="new",outcome="delivered"}': 0,
      'watchfloor_outlet_deliveries_total{outlet="new",outcome="not-delivered"}': 0,
      'watchfloor_outlet_deliveries_total{outlet="ping",outcome="delivered"}': 0,
      'watchfloor_outlet_deliveries_total{outlet="ping",outcome="not-delivered"}': 0,
    });
  });

  test('the size of a store that could not be measured is absent', async () => {
    expect(await shown({ storeBytes: null }, 'watchfloor_store_bytes')).toEqual({});
  });
});

describe('[HEALTH-2] attempts by outcome and country', () => {
  test('both outcomes of a country begin together, an attempt without a country is unknown, and another text is other', async () => {
    const counted = [attempts('failed', 'NO', 3), attempts('succeeded', null, 2), attempts('failed', 'Norway "x"', 1)];
    expect(await shown({ cases: cases({ attempts: counted }) }, 'watchfloor_attempts_total')).toEqual({
      'watchfloor_attempts_total{outcome="succeeded",country="other"}': 0,
      'watchfloor_attempts_total{outcome="failed",country="other"}': 1,
      'watchfloor_attempts_total{outcome="succeeded",country="NO"}': 0,
      'watchfloor_attempts_total{outcome="failed",country="NO"}': 3,
      'watchfloor_attempts_total{outcome="succeeded",country="unknown"}': 2,
      'watchfloor_attempts_total{outcome="failed",country="unknown"}': 0,
    });
  });
});

test('[METRIC-10] the attempts of all countries begin at 0, before any country has a series of its own', async () => {
  const all = (...counted: AttemptCount[]) =>
    shown({ cases: cases({ attempts: counted }) }, 'watchfloor_localization_attempts_total');
  expect(await all()).toEqual({
    'watchfloor_localization_attempts_total{outcome="succeeded"}': 0,
    'watchfloor_localization_attempts_total{outcome="failed"}': 0,
  });
  expect(await all(attempts('failed', 'NO', 3), attempts('failed', null, 2), attempts('succeeded', 'SE'))).toEqual({
    'watchfloor_localization_attempts_total{outcome="succeeded"}': 1,
    'watchfloor_localization_attempts_total{outcome="failed"}': 5,
  });
});

describe('[HEALTH-2] a series that several outlets share', () => {
  test('fails if one of them fails, is not known if one is not, and has the lag of the slowest', async () => {
    const profiles = Array.from({ length: 9 }, (_, index) => figures({}, `other-profile-${index}`));
    const other = async (...outlets: WatchMetrics['outlets']) => {
      const text = await new Metrics('1').text([figures({ outlets }), ...profiles]);
      const {
        'watchfloor_outlet_failing{outlet="other"}': failing,
        'watchfloor_outlet_lag_seconds{outlet="other"}': lag,
      } = series(text, 'watchfloor_outlet');
      return { failing, lag };
    };
    const [well, slow] = [outlet('a'), outlet('b', { isFailing: true, waitingSince: START - MINUTE_MS })];
    const unused = outlet('c', { isFailing: null });
    expect(await other(well)).toEqual({ failing: 0, lag: 0 });
    expect(await other(well, slow)).toEqual({ failing: 1, lag: 60 });
    expect(await other(well, unused)).toEqual({ failing: undefined, lag: 0 });
    expect(await other(unused, slow)).toEqual({ failing: 1, lag: 60 });
  });
});

test('[HEALTH-2] the age of the oldest unassigned case is 0 if there is none', async () => {
  const age = (unassignedSince: number | null) => shown({ cases: cases({ unassignedSince }) }, 'watchfloor_oldest');
  expect(await age(null)).toEqual({ 'watchfloor_oldest_unassigned_seconds{}': 0 });
  expect(await age(START - MINUTE_MS)).toEqual({ 'watchfloor_oldest_unassigned_seconds{}': 60 });
});

describe('[TEAM-202] the metrics of a team', () => {
  const shownOfTeam = (fields: Partial<WatchMetrics>) => shown(fields, 'watchfloor_team_');

  test('show a holder with what the log does not have', async () => {
    expect(await shownOfTeam({ team: teamReport() })).toEqual({
      'watchfloor_team_following{}': 0,
      'watchfloor_team_holder{}': 1,
      'watchfloor_team_lag_entries{}': 0,
      'watchfloor_team_unconfirmed{kind="events"}': 3,
      'watchfloor_team_unconfirmed{kind="actions"}': 1,
      'watchfloor_team_void_entries{}': 4,
      'watchfloor_team_refused{}': 3,
      'watchfloor_team_hole_entries{}': 7,
    });
  });

  test('show a member that follows, and no lag if the log does not answer', async () => {
    const snapshot = figures().snapshot;
    const stream = { kind: 'watching', since: START, lastEventAt: START, lastHeartbeatAt: null } as const;
    const following = { ...snapshot, stream: { ...stream, team: { kind: 'following', holder: 'Anna' } as const } };
    expect(await shownOfTeam({ snapshot: following, team: teamReport('follows', 12) })).toMatchObject({
      'watchfloor_team_following{}': 1,
      'watchfloor_team_holder{}': 0,
      'watchfloor_team_lag_entries{}': 12,
    });
    expect(await shownOfTeam({ team: teamReport('alone', null) })).not.toHaveProperty([
      'watchfloor_team_lag_entries{}',
    ]);
    expect(await shownOfTeam({ team: teamReport('alone', null) })).toMatchObject({
      'watchfloor_team_following{}': 0,
      'watchfloor_team_holder{}': 1,
    });
  });

  test('are absent outside a team', async () => {
    expect(await shownOfTeam({})).toEqual({});
  });
});

test('metrics cost nothing until they are read: no histogram of the event loop and no observer wakes the process', () => {
  const histogram = vi.spyOn(perfHooks, 'monitorEventLoopDelay');
  const observed = vi.spyOn(perfHooks.PerformanceObserver.prototype, 'observe');
  onTestFinished(() => void vi.restoreAllMocks());
  expect(new Metrics('1.2.3').contentType).toContain('text/plain');
  expect([histogram.mock.calls, observed.mock.calls]).toEqual([[], []]);
});

test('the processor time of the process and the time of its event loop increase', async () => {
  const metrics = new Metrics('1.2.3');
  const read = async () => {
    const text = await metrics.text([]);
    const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    return [
      value('process_cpu_seconds_total'),
      value('nodejs_eventloop_time_seconds_total{state="active"}'),
      value('process_start_time_seconds'),
    ];
  };
  const [cpu = NaN, active = NaN, start = NaN] = await read();
  const until = performance.now() + 20;
  while (performance.now() < until) JSON.stringify(START);
  const [laterCpu, laterActive, sameStart] = await read();
  expect(laterCpu).toBeGreaterThan(cpu);
  expect(laterActive).toBeGreaterThan(active);
  expect(sameStart).toBe(start);
});
