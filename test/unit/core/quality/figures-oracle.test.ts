/** Figures of random stores, counted a second time from the received texts by another algorithm. */
import { describe, expect, test } from 'vitest';
import { createQuality } from '../../../../src-main/core/quality/create-quality.ts';
import type { CountedAttempts } from '../../../../src-shared/api/quality/figures.ts';
import { countedEndings } from '../../../../src-shared/domain/quality/ending.ts';
import type { QualityField } from '../../../../src-shared/domain/quality/quality-schemas.ts';
import { KeptDays, readDays } from '../../../../src-main/core/quality/kept-days.ts';
import { parseCauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import { isReconnect } from '../../../../src-shared/domain/coverage/reconnect.ts';
import { dayOf, type DayTally, hourOf, parseCombination } from '../../../../src-shared/domain/quality/day-tally.ts';
import { RECOVERY_CLASSES } from '../../../../src-shared/domain/quality/recovery-time.ts';
import { casesOverStore } from '../../../doubles/cases-over-store.ts';
import { oracleCounts } from '../../../doubles/figures-oracle.ts';
import { oneOf } from '../../../doubles/random-filters.ts';
import { randomMonth } from '../../../doubles/random-month.ts';
import { randomNumbers } from '../../../doubles/random-numbers.ts';
import { batchOf } from '../../../doubles/received-events.ts';
import { MemoryCaseProjection } from '../../../doubles/memory-case-projection.ts';
import { localizationEvent } from '../../../doubles/case-events.ts';
import { qualityLines, sumsFor } from '../../../../src-shared/domain/quality/quality-lines.ts';
import { rounds } from '../../../support/breadth.ts';
import { DAY_MS } from '../../../../src-shared/lib/durations.ts';

const DAYS = 6;
const SEEDS = Array.from({ length: rounds({ usual: 6, thorough: 100 }) }, (_, index) => index + 1);
const REASONS = ['slept', 'unreachable', 'crashed', 'session-expired', 'seat-taken'] as const;

/** A line for each attempt and each recovered case, and the sums of each day. */
function printed(tallies: readonly DayTally[]) {
  const lines: string[] = [];
  const sums = new Map<number, { weakened: number; completed: number; failed: number }>();
  for (const { day, combination, counts } of tallies) {
    const { kind, of, country, customer, cause } = parseCombination(combination);
    const { operation, type, code } = parseCauseKey(cause) ?? { operation: null, type: null, code: null };
    for (const [slot, count] of Object.entries(counts.slots))
      for (let index = 0; index < count; index += 1)
        lines.push([day, slot, kind, of, country, customer, operation ?? '', type ?? '', code ?? ''].join('/'));
    const sum = sums.get(day) ?? { weakened: 0, completed: 0, failed: 0 };
    sums.set(day, {
      weakened: sum.weakened + counts.weakened,
      completed: sum.completed + counts.completed,
      failed: sum.failed + counts.failed,
    });
  }
  return { lines: lines.toSorted(), sums: sumLines(sums) };
}

function sumLines(sums: ReadonlyMap<number, { weakened: number; completed: number; failed: number }>): string[] {
  return Array.from(sums, ([day, { weakened, completed, failed }]) => [day, weakened, completed, failed].join('/'))
    .filter((line) => !line.endsWith('/0/0/0'))
    .toSorted();
}

/** @param from days before it are left out */
function expected({ attempts, recovered, retried }: ReturnType<typeof oracleCounts>, from = -Infinity) {
  const sums = new Map<number, { weakened: number; completed: number; failed: number }>();
  const lines: string[] = [];
  for (const { at, of, kind, country, customer, cause, isWeakened, resources } of attempts) {
    const day = dayOf(at);
    if (day < from) continue;
    lines.push([day, hourOf(at), kind, of, country, customer, cause].join('/'));
    const sum = sums.get(day) ?? { weakened: 0, completed: 0, failed: 0 };
    sums.set(day, {
      weakened: sum.weakened + Number(isWeakened),
      completed: sum.completed + resources[0],
      failed: sum.failed + resources[1],
    });
  }
  for (const { at, kind, country, customer, cause, lastedMs } of recovered) {
    const slot = RECOVERY_CLASSES.filter((class_) => class_ <= lastedMs).length - 1;
    if (dayOf(at) >= from) lines.push([dayOf(at), slot, kind, 'recovered', country, customer, cause].join('/'));
  }
  for (const { at, retries } of retried)
    if (dayOf(at) >= from) lines.push([dayOf(at), retryClassOf(retries), 'localization/retried/////'].join('/'));
  return { lines: lines.toSorted(), sums: sumLines(sums) };
}

/** Without a retry, after one, two, three, four or five, or more. */
const retryClassOf = (retries: number) => (retries < 4 ? retries : retries < 6 ? 4 : 5);

const withoutRecovered = ({ lines, sums }: ReturnType<typeof printed>) => ({
  lines: lines.filter((line) => !/\/(recovered|retried)\//.test(line)),
  sums,
});

/** Stores the events in sessions of random length with gaps between them, while the cases follow or afterwards. */
async function storedMonth(seed: number) {
  const random = randomNumbers(seed);
  const followed = await casesOverStore();
  const { clock, store, stored } = followed;
  const start = dayOf(clock.now());
  const events = randomMonth(random, start * DAY_MS, { days: DAYS, devices: 12 });
  await clock.advance((DAYS + 2) * DAY_MS);
  const follows = seed % 2 === 0;
  let cases = follows ? followed.run().cases : null;
  let session: 'opens' | number = 'opens';
  for (let from = 0; from < events.length;) {
    const to = from + 1 + random(random(3) === 0 ? 3 : 25);
    ({ sessionId: session } = await store.writer.append(batchOf(session, events.slice(from, to))));
    stored.notify();
    await cases?.waitUntilCaughtUp();
    if (random(4) > 0) {
      await store.writer.endSession(session, { reason: oneOf(REASONS, random), detail: null });
      session = 'opens';
    }
    from = to;
  }
  cases ??= followed.run().cases;
  await cases.waitUntilCaughtUp();
  const { gaps } = await store.scanner.coverage({ from: start * DAY_MS, to: clock.now() });
  const lost = gaps.filter((gap) => gap.to !== null && !isReconnect(gap, gap.to));
  return { ...followed, cases, start, events, lost, oracle: oracleCounts(events, lost) };
}

describe('[REPORT-6] the counts of a random store', () => {
  test.each(SEEDS)(
    '%i are those of its texts, with a projection that was rebuilt, and after retention',
    async (seed) => {
      const { store, cases, start, oracle, openProjection } = await storedMonth(seed);
      const span = { from: start, to: start + DAYS + 2 };
      const read = async (projection: Pick<typeof cases.projection, 'tallies'>) =>
        printed((await readDays(store.scanner, projection, span, start, ['each'])).tallies.each);
      expect(await read(cases.projection)).toEqual(expected(oracle));
      const all = ['each', 'day', 'combination'] as const;
      const { tallies } = await readDays(store.scanner, cases.projection, span, start, all);
      for (const by of [[], ['day'], ['hour'], ['country'], ['step', 'customer']] satisfies QualityField[][]) {
        const lines = all.map((sums) => qualityLines(tallies[sums], 'localization', by));
        expect(lines[all.indexOf(sumsFor(by))]).toEqual(lines[0]);
      }

      const rebuilt = async () => {
        const { projector, reader } = openProjection();
        await projector.load(30 * 60_000);
        for (let isLast = false; !isLast;) isLast = (await projector.applyNext())?.isLast ?? true;
        return reader;
      };
      expect(await read(await rebuilt())).toEqual(expected(oracle));

      const kept = new KeptDays({ writer: store.writer, projection: cases.projection, isComplete: async () => true });
      const at = (time: number) => ({ failures: time, successes: time, heartbeats: time });
      await kept.keep(at((start - 1) * DAY_MS));
      const noon = at((start + 2.5) * DAY_MS);
      await kept.keep(noon);
      while (await store.writer.removeExpired(noon));
      while (await cases.removeExpired(noon));
      expect(await read(cases.projection)).toEqual(expected(oracle));
      // A rebuild no longer knows of the failure before a recovery; the kept days still have it.
      const after = await read(await rebuilt());
      expect(withoutRecovered(after)).toEqual(withoutRecovered(expected(oracle)));
      expect(after.lines.length).toBeGreaterThan(expected(oracle, start + 3).lines.length);
    },
  );

  test('cover every ending, and enough of what makes counting hard', async () => {
    const found = await Promise.all(SEEDS.slice(0, 4).map((seed) => storedMonth(seed)));
    const attempts = found.flatMap(({ oracle }) => oracle.attempts);
    const of = (name: string) => attempts.filter((attempt) => attempt.of === name).length;
    const undone = attempts.filter(({ cause, of: ending }) => ending === 'failed' && cause.startsWith('FALLBACK_SET'));
    const names = ['succeeded', 'failed', 'open', 'unknown', 'partial'];
    expect(names.filter((name) => of(name) < 5)).toEqual([]);
    expect(undone.length).toBeGreaterThan(10);
    expect(attempts.filter(({ isWeakened }) => isWeakened).length).toBeGreaterThan(60);
    expect(found.flatMap(({ oracle }) => oracle.recovered).length).toBeGreaterThan(60);
  });
});

const BY: QualityField[][] = [
  [],
  ['country'],
  ['customer'],
  ['step'],
  ['cause'],
  ['day'],
  ['hour'],
  ['weekday'],
  ['country', 'cause'],
];

test.each(SEEDS.slice(0, rounds({ usual: 1, thorough: 20 })))(
  '[REPORT-6] each figure of random store %i opens exactly its attempts',
  async (seed) => {
    const { clock, store, cases, start, oracle } = await storedMonth(seed);
    const profile = {
      keepDays: { failures: 90, successes: 90, heartbeats: 1, searches: 1 },
      attemptSilenceMinutes: 30,
    };
    const quality = createQuality({
      cases,
      projection: cases.projection,
      scanner: store.scanner,
      clock,
      profile,
      liveUntil: () => null,
    });
    const kept = new KeptDays({ writer: store.writer, projection: cases.projection, isComplete: async () => true });
    const at = (time: number) => ({ failures: time, successes: time, heartbeats: time });
    await kept.keep(at((start - 1) * DAY_MS));
    const wrong: unknown[] = [];
    let shown = 0;
    const openRetries = async () => {
      const span = { from: start * DAY_MS, to: clock.now(), kind: 'localization' as const };
      const { retries } = await quality.figures({ ...span, by: [] });
      const unused = { ...span, by: [], values: [], endings: ['succeeded' as const] };
      for (const of of ['recovered', 'open'] as const)
        for (const [index, count] of retries[of].entries()) {
          const rows: string[] = [];
          let page: CountedAttempts | null = null;
          do {
            const before: number | null = page?.next ?? null;
            page = await quality.attempts({ ...unused, retries: { of, class: index }, before });
            rows.push(...page.attempts.map(({ key }) => key));
          } while (page.next !== null);
          if (rows.length !== page.total || page.total + page.removed !== count) wrong.push({ of, index, count, page });
        }
      return retries;
    };
    const openAll = async () => {
      for (const kind of ['localization', 'request'] as const) {
        const span = { from: start * DAY_MS, to: clock.now(), kind };
        const { lines } = await quality.figures({ ...span, by: BY });
        for (const [index, by] of BY.entries())
          for (const { values, endings, weakened } of by.length === 0
            ? [(await quality.figures({ ...span, by: [] })).total]
            : (lines[index] ?? []))
            for (const ending of countedEndings) {
              const count = ending === 'weakened' ? weakened : endings[ending];
              if (count === null || count === 0) continue;
              const rows = new Set<string>();
              let before: number | null = null;
              do {
                const page: CountedAttempts = await quality.attempts({
                  ...span,
                  by,
                  values,
                  endings: [ending],
                  retries: null,
                  before,
                });
                for (const { key, number, seq, ending: own, isWeakened } of page.attempts)
                  if (own === ending || isWeakened) rows.add(`${key} ${number} ${seq}`);
                before = page.next;
                if (before === null && (rows.size !== page.total || page.total + page.removed !== count))
                  wrong.push({
                    kind,
                    by,
                    values,
                    ending,
                    count,
                    rows: rows.size,
                    total: page.total,
                    removed: page.removed,
                  });
              } while (before !== null);
              shown += 1;
            }
      }
    };
    await openAll();
    const byClass = (found: readonly { readonly retries: number }[]) =>
      [0, 1, 2, 3, 4, 5].map((index) => found.filter(({ retries }) => retryClassOf(retries) === index).length);
    const { retried, open } = oracle;
    expect(await openRetries()).toEqual({ recovered: byClass(retried), open: byClass(open) });
    expect(byClass(retried).filter((count) => count > 0).length).toBeGreaterThan(1);
    const noon = at((start + 2.5) * DAY_MS);
    await kept.keep(noon);
    while (await store.writer.removeExpired(noon));
    while (await cases.removeExpired(noon));
    await openAll();
    await openRetries();
    expect(wrong).toEqual([]);
    expect(shown).toBeGreaterThan(200);
  },
);

/** A month of attempts with this rate, of which gaps hide beginnings, results, or both. */
function monthWithGaps(random: (limit: number) => number, rate: number) {
  const MINUTES = 43_200;
  const gaps = Array.from({ length: 1 + random(8) }, () => {
    const from = random(MINUTES);
    return { from, to: from + random(3_000) };
  });
  const isLost = (at: number) => gaps.some(({ from, to }) => from <= at && at < to);
  const attempts = 40 + random(60);
  const made = Array.from({ length: attempts }, (_, index) => {
    const [eid, at] = [`E${index}`, (index * MINUTES) / attempts + random(100)];
    const ending = random(10_000) < rate * 10_000 ? ['LOCALIZED', 'COMPLETED'] : ['ALLOCATED', 'FAILED'];
    return [
      { eid, at, operation: 'DOWNLOADED', state: 'COMPLETED' },
      { eid, at: at + random(20), operation: ending[0], state: ending[1] },
    ];
  });
  const received = made
    .flat()
    .filter(({ at }) => !isLost(at))
    .toSorted((one, other) => one.at - other.at);
  return received.map(({ at, ...fields }, index) => localizationEvent(index + 1, at, fields));
}

test('[REPORT-6] the interval contains the true rate in 93 to 97 % of months with random gaps', () => {
  const random = randomNumbers(52);
  const months = rounds({ usual: 300, thorough: 1_000 });
  let contained = 0;
  for (let month = 0; month < months; month += 1) {
    const rate = (10 + random(80)) / 100;
    const { tallies } = MemoryCaseProjection.of(...monthWithGaps(random, rate));
    const { total } = qualityLines(tallies.values(), 'localization', []);
    if (total.rate.kind === 'rate' && total.rate.low <= rate && rate <= total.rate.high) contained += 1;
  }
  expect(contained).toBeGreaterThanOrEqual(0.93 * months);
  expect(contained).toBeLessThanOrEqual(0.97 * months);
});
