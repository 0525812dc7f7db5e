/**
 * Random histories of one failure group, with restarts, sleep of the computer and a clock that is set, against an oracle
 * that knows only what was done.
 */
import { expect, test } from 'vitest';
import type { DeadlineKind } from '../../../../src-shared/domain/cases/deadline.ts';
import type { Turn } from '../../../../src-shared/domain/outlets/turn.ts';
import { ALLOCATION } from '../../../doubles/an-outlet.ts';
import { performAction } from '../../../doubles/cases-over-store.ts';
import { deadlinesOverStore, sameTimes, type ShownAlarm } from '../../../doubles/deadlines-over-store.ts';
import { randomNumbers } from '../../../doubles/random-numbers.ts';
import { rounds } from '../../../support/breadth.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const MINUTES: Readonly<Record<DeadlineKind, number>> = { take: 3, end: 9 };
const MAX_LATE_MS = 5 * SECOND;
const STEPS = 24;

interface Time {
  readonly wall: number;
  readonly monotonic: number;
}

/** Knows what an operator expects of the group. */
class Oracle {
  openedAt: number | null = null;
  isOwned = false;
  /** Infinity: until an operator ends it. */
  mutedUntil = -Infinity;
  readonly #fired = new Set<string>();
  /** Since when a deadline has been over, by its kind; monotonic ms. */
  readonly #dueSince = new Map<DeadlineKind, number>();
  readonly failures: string[] = [];

  /** The state did not change between the two times, nor was the clock set. */
  passed(from: Time, to: Time, shown: readonly ShownAlarm[]): void {
    for (const kind of ['take', 'end'] as const) {
      const key = `${kind} of ${this.openedAt}`;
      const mine = shown.filter(({ about }) => about.deadline === kind);
      const due = this.#dueFrom(kind, from);
      const since = due === null || due > to.monotonic ? null : (this.#dueSince.get(kind) ?? due);
      if (since === null) this.#dueSince.delete(kind);
      else this.#dueSince.set(kind, since);
      for (const { monotonic, about } of mine) {
        if (about.since !== this.openedAt) this.failures.push(`${key}: fired for another opening`);
        if (this.#fired.has(key)) this.failures.push(`${key}: fired twice`);
        if (since === null || monotonic < since) this.failures.push(`${key}: fired early`);
        else if (monotonic - since > MAX_LATE_MS) this.failures.push(`${key}: fired ${monotonic - since} ms late`);
        this.#fired.add(key);
      }
      if (since !== null && to.monotonic - since > MAX_LATE_MS && !this.#fired.has(key))
        this.failures.push(`${key}: did not fire`);
    }
  }

  /** Monotonic time at which this deadline is over, if nothing changes; null if it does not apply. */
  #dueFrom(kind: DeadlineKind, { wall, monotonic }: Time): number | null {
    if (this.openedAt === null || this.mutedUntil === Infinity || (kind === 'take' && this.isOwned)) return null;
    const dueAt = Math.max(this.openedAt + MINUTES[kind] * MINUTE, this.mutedUntil);
    return monotonic + Math.max(0, dueAt - wall);
  }
}

/** An escalation may be missing, because a group may be taken in time, but is never sent twice. */
function repeatedTurns(turns: readonly Turn[]): readonly string[] {
  const sent = turns.flatMap((turn) =>
    turn.kind === 'group' && turn.turn === 'overdue' ? [`${turn.facts.deadline?.kind} of ${turn.facts.since}`] : [],
  );
  return sent.filter((key, index) => sent.indexOf(key) < index).map((key) => `${key}: sent twice`);
}

async function history(seed: number) {
  const pick = randomNumbers(seed);
  const watched = await deadlinesOverStore(
    sameTimes({ takeMinutes: MINUTES.take, endMinutes: MINUTES.end }, { escalateAfterMinutes: 2 }),
  );
  const { clock, shown, act } = watched;
  const oracle = new Oracle();
  const time = (): Time => ({ wall: clock.now(), monotonic: clock.monotonic() });
  const said: string[] = [];
  let eids: string[] = [];
  let made = 0;

  const isOpen = () => oracle.openedAt !== null;
  const act1 = (what: Parameters<typeof performAction>[1]) => act((cases) => performAction(cases, what, [ALLOCATION]));
  const close = () => {
    [oracle.openedAt, oracle.isOwned, oracle.mutedUntil] = [null, false, -Infinity];
    eids = [];
  };
  const steps: Readonly<Record<string, () => Promise<void>>> = {
    async fail() {
      made += 1;
      const eid = `eid-${made}`;
      if (!isOpen()) oracle.openedAt = clock.now();
      eids.push(eid);
      await watched.receiveLocalizations({ eid });
      await act(async () => undefined);
    },
    async succeed() {
      if (!isOpen()) return;
      await watched.receiveLocalizations(...eids.map((eid) => ({ eid, operation: 'LOCALIZED', state: 'COMPLETED' })));
      await act(async () => undefined);
      close();
    },
    async take() {
      if (!isOpen()) return;
      await act1({ kind: 'take' });
      oracle.isOwned = true;
    },
    async release() {
      if (!isOpen()) return;
      await act1({ kind: 'release' });
      oracle.isOwned = false;
    },
    async mute() {
      if (!isOpen()) return;
      oracle.mutedUntil = clock.now() + (1 + pick(6)) * MINUTE;
      await act1({ kind: 'mute', ends: { kind: 'time', at: oracle.mutedUntil } });
    },
    async unmute() {
      if (!isOpen()) return;
      await act1({ kind: 'unmute' });
      oracle.mutedUntil = -Infinity;
    },
    async clock() {
      clock.setWallClock(clock.now() + (pick(2) === 0 ? -1 : 1) * (1 + pick(20 * 60)) * SECOND + 7);
    },
    async sleep() {
      clock.sleepComputer((1 + pick(10 * 60)) * SECOND);
    },
    restart: () => watched.restart(pick(3) === 0),
    async crash() {
      await watched.restart();
      await watched.restart();
    },
    wait: async () => undefined,
  };
  const names = Object.keys(steps);
  for (let step = 0; step < STEPS; step += 1) {
    const name = names[pick(names.length)] ?? 'wait';
    const before = shown.length;
    const began = time();
    await steps[name]?.();
    const from = { wall: clock.now(), monotonic: clock.monotonic() };
    await watched.advance((1 + pick(4 * 60)) * SECOND);
    const news = shown.slice(before);
    said.push(`${name} at ${began.wall}, ${news.map(({ about, at }) => `${about.deadline} ${at}`).join()}`);
    oracle.passed(from, time(), news);
  }
  return { failures: [...oracle.failures, ...repeatedTurns(watched.current().turns.after(0, 1_000))], said };
}

test.each(Array.from({ length: rounds({ usual: 8, thorough: 300 }) }, (_, seed) => seed))(
  '[DEADLINE-5] fires within 5 s of its time and never twice, whatever happens: seed %i',
  async (seed) => {
    const { failures, said } = await history(seed);
    expect({ failures, said: failures.length === 0 ? [] : said }).toEqual({ failures: [], said: [] });
  },
);
