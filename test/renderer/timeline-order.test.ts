/**
 * Tests the timeline with stored events, updates, pages and user actions in random order. The random numbers are
 * seeded, so a failure can be repeated. The model knows everything that is stored; the page must never show it with a
 * row missing.
 */
import { expect, it } from 'vitest';
import { lineKey, newestSeq, oldestSeq, type TimelineLine } from '../../src-renderer/stores/timeline/timeline-lines.ts';
import { closedList, type ListEffect } from '../../src-renderer/lists/list-state.ts';
import { type ListInput, listStep } from '../../src-renderer/lists/list-step.ts';
import {
  type TimelineList,
  timelinePageQuery,
  timelineRules,
  type TimelineState,
  WINDOW_LINES,
} from '../../src-renderer/stores/timeline/timeline-window.ts';
import type { TimelinePage } from '../../src-shared/api/timeline.ts';
import { MAX_UPDATE_ROWS } from '../../src-shared/api/page-timing.ts';
import type { Gap } from '../../src-shared/domain/coverage/coverage.ts';
import type { EventSummary } from '../../src-shared/domain/event/event.ts';
import { EVERYTHING } from '../../src-shared/domain/filter/filter.ts';
import { summaryOf } from '../doubles/example-events.ts';
import { WATCH } from '../doubles/page-watch.ts';
import { extentOf, timelinePageOf } from '../doubles/timeline-page.ts';
import { rounds } from '../support/breadth.ts';

const RUNS = rounds({ usual: 8, thorough: 80 });
const STEPS = 150;

/** Generator of Numerical Recipes: good enough to shuffle with, and the same on every platform. */
function dice(seed: number) {
  let value = seed;
  return (sides: number): number => {
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((value / 2 ** 32) * sides);
  };
}

/** Backend whose answers wait until the test releases them. */
class Model {
  state: TimelineState = closedList(timelineRules);
  /** Oldest first; seqs have holes. */
  stored: EventSummary[] = [];
  /** Includes events that retention removed: they were counted as pending, but can no longer be shown. */
  readonly everStored: EventSummary[] = [];
  readonly gaps: Gap[] = [];
  pages: { request: number; answer: TimelinePage }[] = [];
  feed: { id: number; after: number; told: number; gaps: Set<number> } | null = null;
  #now = 0;

  take(input: ListInput<TimelineList>): void {
    const { state, effects } = listStep(timelineRules, this.state, input, this.#now);
    this.state = state;
    for (const effect of effects) this.#carryOut(effect);
  }
  wait(ms: number): void {
    this.#now += ms;
    this.take({ kind: 'tick' });
  }
  store(kind: 'HEARTBEAT' | 'LOCALIZATION', count: number, hole: number): void {
    const first = (this.stored.at(-1)?.seq ?? 0) + 1 + hole;
    for (let added = 0; added < count; added += 1) {
      const row = summaryOf(first + added, { kind });
      this.stored.push(row);
      this.everStored.push(row);
    }
  }
  loseStream(): void {
    const id = this.gaps.length + 1;
    const afterSeq = this.stored.at(-1)?.seq ?? 0;
    this.gaps.push({ id, from: 0, to: 60_000, lengthMs: 60_000, reason: 'silent', detail: null, afterSeq });
  }
  tell(): void {
    const { feed, stored } = this;
    const extent = extentOf(stored);
    if (feed === null) return;
    const gaps = this.gaps.filter(({ id, afterSeq }) => afterSeq >= feed.after && !feed.gaps.has(id)).toReversed();
    const matching = stored.filter((row) => row.seq > feed.told).toReversed();
    if (matching.length === 0 && gaps.length === 0) return;
    feed.told = Math.max(feed.told, extent.newestSeq);
    for (const { id } of gaps) feed.gaps.add(id);
    const rows = matching.slice(0, MAX_UPDATE_ROWS);
    const heartbeats = matching.filter(({ kind }) => kind === 'HEARTBEAT').length;
    this.take({ kind: 'news', feed: feed.id, news: { rows, count: matching.length, heartbeats, gaps, extent } });
  }
  answer(at: number): void {
    for (const { request, answer } of this.pages.splice(at, 1)) this.take({ kind: 'page', request, page: answer });
  }
  #carryOut(effect: ListEffect<TimelineList>): void {
    if (effect.kind === 'read')
      this.pages.push({
        request: effect.request,
        answer: timelinePageOf(this.stored, timelinePageQuery(effect.query, effect.page), this.gaps),
      });
    else if (effect.kind === 'unfollow') this.feed = null;
    else this.feed = { id: effect.feed, after: effect.after, told: effect.after, gaps: new Set() };
  }
}

/** Returns the broken invariants. */
function faults({ state, stored, everStored, gaps, feed }: Model): string[] {
  const { window, pendingCount } = state;
  const { horizon } = window;
  const { lines } = window;
  const places = lines.filter(({ kind }) => kind !== 'gap');
  const top = places[0] === undefined ? 0 : newestSeq(places[0]);
  const bottom = places.at(-1) === undefined ? 0 : oldestSeq(places.at(-1) as TimelineLine);
  const holds = (row: EventSummary) =>
    lines.filter((line) =>
      line.kind === 'event'
        ? line.row.seq === row.seq
        : line.kind === 'beats' && row.kind === 'HEARTBEAT' && oldestSeq(line) <= row.seq && newestSeq(line) >= row.seq,
    ).length;
  const between = (after: number, to: number) => stored.filter((row) => row.seq > after && row.seq <= to);
  const told = feed?.told ?? 0;
  const waited = everStored.filter((row) => row.seq > horizon && row.seq <= told && row.kind !== 'HEARTBEAT').length;
  const isOrdered = lines.every((line, at) => {
    const above = lines[at - 1];
    if (above === undefined) return true;
    // A gap is listed above the event after which it started.
    return above.kind === 'gap' ? oldestSeq(above) >= newestSeq(line) : oldestSeq(above) > newestSeq(line);
  });
  const shownGaps = lines.flatMap((line) => (line.kind === 'gap' ? [line.gap] : []));
  const beats = lines.flatMap((line) => (line.kind === 'beats' ? [line] : []));
  const isReady = state.phase.kind === 'ready';
  return [
    ...(isOrdered ? [] : ['out of order, or twice']),
    ...(lines.length <= WINDOW_LINES + 2 ? [] : ['too many lines']),
    ...(top <= horizon || !isReady ? [] : ['a row that waits is shown']),
    ...(between(bottom - 1, top).every((row) => holds(row) === 1) ? [] : ['a row missing, or twice']),
    ...(new Set(shownGaps.map(({ id }) => id)).size === shownGaps.length ? [] : ['a gap twice']),
    ...(gaps.every(
      ({ id, afterSeq }) => afterSeq < bottom || afterSeq >= top || shownGaps.some((shown) => shown.id === id),
    )
      ? []
      : ['a gap missing']),
    ...(beats.every(({ count, oldest, newest }) => count <= beatsIn(everStored, oldest.seq, newest.seq))
      ? []
      : ['too many heartbeats']),
    ...(beats.every(({ count, oldest, newest }) => count >= beatsIn(stored, oldest.seq, newest.seq))
      ? []
      : ['too few heartbeats']),
    ...(!isReady || window.hasAfter || between(0, bottom - 1).length === 0 ? [] : ['something older is denied']),
    ...(!isReady || window.hasBefore || between(top, horizon).length === 0 ? [] : ['something newer is denied']),
    ...(!isReady || pendingCount === waited ? [] : ['a wrong count']),
  ];
}

function beatsIn(rows: readonly EventSummary[], from: number, to: number): number {
  return rows.filter((row) => row.kind === 'HEARTBEAT' && row.seq >= from && row.seq <= to).length;
}

it('[PAGE-1] the timeline shows no line twice, misses none between two, and counts exactly, in whatever order things arrive', () => {
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const roll = dice(seed);
    const model = new Model();
    model.store('LOCALIZATION', roll(900), 0);
    model.take({ kind: 'open', query: { watch: WATCH, filter: EVERYTHING } });
    const someSeq = () => model.everStored[roll(model.everStored.length)]?.seq ?? 1;
    const turns: (() => void)[] = [
      () => model.store('LOCALIZATION', 1 + roll(20), roll(3) === 0 ? roll(900) : 0),
      () => model.store('LOCALIZATION', roll(500), 0),
      () => model.store('HEARTBEAT', 1 + roll(9), roll(2)),
      () => model.loseStream(),
      () => model.tell(),
      () => model.wait(roll(3_000)),
      () => model.answer(roll(model.pages.length)),
      () => model.answer(roll(model.pages.length)),
      () => model.take({ kind: 'attend', attention: { isPointing: roll(2) > 0, isReading: roll(3) > 0 } }),
      () => model.take({ kind: 'show', end: roll(2) === 0 ? 'start' : 'end' }),
      () => model.take({ kind: 'show-around', cursor: someSeq(), offset: null }),
      () => model.take({ kind: 'extend', side: 'end' }),
      () => model.take({ kind: 'extend', side: 'start' }),
      () => {
        const { lines } = model.state.window;
        const line = lines[roll(lines.length)];
        if (line !== undefined) model.take({ kind: 'toggle', key: lineKey(line) });
      },
      () => {
        // Retention removes the oldest tenth, but never an event that was not reported yet.
        model.tell();
        model.stored = model.stored.slice(Math.floor(model.stored.length / 10));
      },
    ];
    for (let step = 0; step < STEPS; step += 1) {
      turns[roll(turns.length)]?.();
      expect({ seed, step, faults: faults(model) }).toEqual({ seed, step, faults: [] });
    }
    // The user stops reading, so the newest lines are shown in the end.
    while (model.pages.length > 0) model.answer(0);
    model.take({ kind: 'attend', attention: { isPointing: false, isReading: false } });
    model.take({ kind: 'show', end: 'start' });
    model.tell();
    for (let turn = 0; turn < 3; turn += 1) {
      model.wait(3_000);
      while (model.pages.length > 0) model.answer(0);
    }
    model.tell();
    const { window, pendingCount } = model.state;
    const shown = window.lines.find(({ kind }) => kind !== 'gap');
    const newest = model.stored.at(-1)?.seq ?? 0;
    expect({ seed, top: shown === undefined ? 0 : newestSeq(shown), waiting: pendingCount }).toEqual({
      seed,
      top: newest,
      waiting: 0,
    });
  }
});
