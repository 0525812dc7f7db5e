/**
 * The timeline under any order of stored events, news, pages and a reader's wishes: seeded, so that a failure comes
 * again. The model knows everything that is stored; the page must never show it with a row missing.
 */
import { expect, it } from 'vitest';
import {
  CLOSED,
  type TimelineEffect,
  type TimelineInput,
  type TimelineState,
  timelineStep,
} from '../../src-renderer/stores/timeline-state.ts';
import { WINDOW_ROWS } from '../../src-renderer/stores/timeline-window.ts';
import { NEWS_ROWS, type TimelinePage } from '../../src-shared/api/timeline.ts';
import type { EventSummary } from '../../src-shared/domain/event.ts';
import { EVERYTHING } from '../../src-shared/domain/filter.ts';
import { summaryOf } from '../doubles/example-events.ts';
import { extentOf, pageOf, WATCH } from '../doubles/page-backend.ts';

const RUNS = 40;
const STEPS = 150;

/** Numerical Recipes' generator: good enough to shuffle with, the same everywhere. */
function dice(seed: number) {
  let value = seed;
  return (sides: number): number => {
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((value / 2 ** 32) * sides);
  };
}

/** A backend whose answers wait until they are let go. */
class Model {
  state: TimelineState = CLOSED;
  /** Oldest first; seqs have holes. */
  stored: EventSummary[] = [];
  /** What retention has dropped, too: it waited, though it can no longer be shown. */
  readonly everStored: number[] = [];
  pages: { request: number; answer: TimelinePage }[] = [];
  feed: { id: number; told: number } | null = null;

  take(input: TimelineInput): void {
    const { state, effects } = timelineStep(this.state, input);
    this.state = state;
    for (const effect of effects) this.#carryOut(effect);
  }
  store(count: number, hole: number): void {
    const first = (this.stored.at(-1)?.seq ?? 0) + 1 + hole;
    for (let added = 0; added < count; added += 1) {
      this.stored.push(summaryOf(first + added));
      this.everStored.push(first + added);
    }
  }
  tell(): void {
    const { feed, stored } = this;
    const extent = extentOf(stored);
    if (feed === null || extent.newestSeq <= feed.told) return;
    const matching = stored.filter((row) => row.seq > feed.told).toReversed();
    feed.told = extent.newestSeq;
    const news = { rows: matching.slice(0, NEWS_ROWS), count: matching.length, extent };
    this.take({ kind: 'news', feed: feed.id, news });
  }
  answer(at: number): void {
    for (const { request, answer } of this.pages.splice(at, 1)) this.take({ kind: 'page', request, page: answer });
  }
  #carryOut(effect: TimelineEffect): void {
    if (effect.kind === 'read') this.pages.push({ request: effect.request, answer: pageOf(this.stored, effect.query) });
    else this.feed = effect.kind === 'follow' ? { id: effect.feed, told: effect.query.after } : null;
  }
}

/** What no order of things may break. */
function faults({ state, stored, everStored, feed }: Model): string[] {
  const { window, waiting, horizon } = state;
  const [top, bottom] = [window.rows[0]?.seq ?? 0, window.rows.at(-1)?.seq ?? 0];
  const shown = new Set(window.rows.map((row) => row.seq));
  const between = (after: number, to: number) => stored.filter((row) => row.seq > after && row.seq <= to);
  const told = feed?.told ?? 0;
  const waited = everStored.filter((seq) => seq > horizon && seq <= told).length;
  return [
    ...(shown.size === window.rows.length ? [] : ['a row twice']),
    ...(window.rows.every((row, at) => at === 0 || row.seq < (window.rows[at - 1]?.seq ?? 0)) ? [] : ['out of order']),
    ...(window.rows.length <= WINDOW_ROWS ? [] : ['too many rows']),
    ...(top <= horizon || state.phase.kind !== 'ready' ? [] : ['a row that waits is shown']),
    ...(between(bottom - 1, top).every((row) => shown.has(row.seq)) ? [] : ['a row missing']),
    ...(state.phase.kind !== 'ready' || window.hasOlder || between(0, bottom - 1).length === 0
      ? []
      : ['something older is denied']),
    ...(state.phase.kind !== 'ready' || window.hasNewer || between(top, horizon).length === 0
      ? []
      : ['something newer is denied']),
    ...(state.phase.kind !== 'ready' || waiting === waited ? [] : ['a wrong count']),
  ];
}

it('[PAGE-1] shows no row twice and none missing between two, and counts exactly, in whatever order things arrive', () => {
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const roll = dice(seed);
    const model = new Model();
    model.store(roll(900), 0);
    model.take({ kind: 'open', source: { watch: WATCH, filter: EVERYTHING } });
    const turns: (() => void)[] = [
      () => model.store(1 + roll(20), roll(3) === 0 ? roll(900) : 0),
      () => model.store(roll(500), 0),
      () => model.tell(),
      () => model.answer(roll(model.pages.length)),
      () => model.answer(roll(model.pages.length)),
      () => model.take({ kind: 'freeze', frozen: roll(3) > 0 }),
      () => model.take({ kind: 'show', end: roll(2) === 0 ? 'newest' : 'oldest' }),
      () => model.take({ kind: 'extend', side: 'older' }),
      () => model.take({ kind: 'extend', side: 'newer' }),
      () => {
        // Retention: the oldest tenth, never what was not told yet.
        model.tell();
        model.stored = model.stored.slice(Math.floor(model.stored.length / 10));
      },
    ];
    for (let step = 0; step < STEPS; step += 1) {
      turns[roll(turns.length)]?.();
      expect({ seed, step, faults: faults(model) }).toEqual({ seed, step, faults: [] });
    }
    // The reader lets go: the newest rows are shown in the end.
    while (model.pages.length > 0) model.answer(0);
    model.take({ kind: 'freeze', frozen: true });
    model.take({ kind: 'freeze', frozen: false });
    while (model.pages.length > 0) model.answer(0);
    model.tell();
    const { window, waiting } = model.state;
    const newest = model.stored.at(-1)?.seq ?? 0;
    expect({ seed, top: window.rows[0]?.seq ?? 0, waiting }).toEqual({ seed, top: newest, waiting: 0 });
  }
});
