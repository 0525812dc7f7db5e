import { describe, expect, test } from 'vitest';
import { MessageQueues } from '../../../../src-main/core/outlets/message-queues.ts';
import { firstState, type OutletState } from '../../../../src-main/core/outlets/outlet-state.ts';
import type { OutletResponse } from '../../../../src-main/core/ports/outlets.ts';
import type { Delivery } from '../../../../src-shared/domain/outlets/delivery.ts';
import { parseFilter } from '../../../../src-shared/domain/filter/filter-text.ts';
import type { SavedView } from '../../../../src-shared/domain/saved-view.ts';
import { anOutlet } from '../../../doubles/an-outlet.ts';
import { casesOverStore, localizationText } from '../../../doubles/cases-over-store.ts';
import { ACCEPTED, answered } from '../../../doubles/memory-outlets.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const UNREACHABLE: OutletResponse = { kind: 'failed', code: 'ECONNREFUSED', detail: 'connect ECONNREFUSED' };
const REFUSED = answered(400);

function view(id: string, query: string): SavedView {
  const parsed = parseFilter(query);
  if (parsed.kind !== 'filter') throw new Error(`not a filter: ${query}`);
  return { id, name: id, filter: parsed.filter, pinned: false, notify: null };
}

/** The views of an outlet over a real store, with a clock and a receiver that the test controls. */
async function outletOverStore(...saved: SavedView[]) {
  const { clock, store, log, receive: storeEvents } = await casesOverStore();
  const outlet = anOutlet({ topics: [], views: saved.map(({ id, name }) => ({ id, name, after: 0 })) });
  const deliveries = new Map<number, Delivery>();
  const received: number[] = [];
  let newestSeq = 0;
  const views = saved.map(({ id }) => ({ id, through: 0, refused: [] }));
  const made = {
    state: { ...firstState(outlet), views } as OutletState,
    saved: saved as readonly SavedView[] | null,
    answer: (_seqs: readonly number[]): OutletResponse => ACCEPTED,
    isUnreadable: false,
  };
  const { reader } = store;
  const open = () =>
    new MessageQueues({
      outlet,
      log,
      turns: { after: () => [] },
      isTurnMeant: () => true,
      savedViews: () => made.saved,
      events: {
        eventsFor: () => ({
          events: (query, signal) =>
            made.isUnreadable ? Promise.reject(new Error('damaged')) : reader.events(query, signal),
          event: (seq) => reader.event(seq),
        }),
        newestSeq: () => newestSeq,
        store: 'store',
        areIdentifiersWhole: false,
        now: () => clock.now(),
      },
      records: { add: (delivery) => deliveries.set(delivery.turn.number, delivery) },
      batchSize: 10,
      now: () => clock.now(),
      random: () => 0.5,
      async send(batch) {
        const seqs = batch.map(({ number }) => number);
        const response = made.answer(seqs);
        if (response === ACCEPTED) received.push(...seqs);
        return response;
      },
    });
  let queues = open();
  const { signal } = new AbortController();
  async function settle(): Promise<void> {
    for (let isMore = true; isMore;) ({ state: made.state, isMore } = await queues.send(made.state, signal));
  }
  async function receive(...texts: readonly string[]): Promise<void> {
    await storeEvents(...texts.map((text) => ['LOCALIZATION', text] as const));
    ({ newestSeq } = await reader.extent());
  }
  return {
    made,
    received,
    settle,
    clock,
    outcomes: () => [...deliveries.values()].map(({ turn, outcome }) => `${turn.number} ${outcome}`),
    through: () => made.state.views.map(({ through }) => through),
    hasReadFailure: () => queues.hasReadFailure,
    restart: () => (queues = open()),
    receive,
  };
}

const failed = (eid: string, country = 'NO') => localizationText({ eid, country });

describe('[OUTLET-10] a receiver that is away for more than a day misses the oldest events, visibly and in order', () => {
  test('later events are sent when it is back', async () => {
    const { made, received, settle, clock, receive, outcomes, through } = await outletOverStore(
      view('all', 'kind:LOCALIZATION'),
    );
    made.answer = () => UNREACHABLE;
    for (let half = 0; half < 60; half += 1) {
      await receive(failed(`eid-${half}`));
      for (let step = 0; step < 6; step += 1) {
        await settle();
        await clock.advance(5 * MINUTE);
      }
    }
    await settle();
    const lost = outcomes().filter((each) => each.endsWith('not-delivered'));
    expect(lost).toEqual(Array.from({ length: lost.length }, (_, place) => `${place + 1} not-delivered`));
    expect(lost.length).toBeGreaterThanOrEqual(11);
    expect(lost.length).toBeLessThanOrEqual(13);
    expect(through()).toEqual([lost.length]);
    made.answer = () => ACCEPTED;
    await clock.advance(6 * MINUTE);
    await settle();
    expect(received).toEqual(Array.from({ length: 60 - lost.length }, (_, place) => lost.length + place + 1));
    expect(made.state.failure).toBeNull();
  });

  test('thousands of events at once are given up in one go, not some in each attempt', async () => {
    const { made, settle, clock, receive, through } = await outletOverStore(view('all', 'kind:LOCALIZATION'));
    made.answer = () => UNREACHABLE;
    for (let batch = 0; batch < 4; batch += 1)
      await receive(...Array.from({ length: 300 }, (_, place) => failed(`eid-${batch}-${place}`)));
    await settle();
    await clock.advance(24 * HOUR + MINUTE);
    await settle();
    expect(through()).toEqual([1_200]);
  });
});

describe('[OUTLET-100] while its view is missing, an outlet keeps its place', () => {
  test('events that arrive meanwhile are sent when it is back; other views go on', async () => {
    const [norway, sweden] = [view('norway', 'country:NO'), view('sweden', 'country:SE')];
    const { made, received, settle, receive } = await outletOverStore(norway, sweden);
    await receive(failed('a'), failed('b', 'SE'));
    await settle();
    made.saved = [sweden];
    await receive(failed('c'), failed('d', 'SE'));
    await settle();
    expect(received).toEqual([1, 2, 4]);
    made.saved = null;
    await receive(failed('e', 'SE'));
    await settle();
    expect(received).toEqual([1, 2, 4]);
    made.saved = [norway, sweden];
    await settle();
    expect(received).toEqual([1, 2, 4, 3, 5]);
  });

  test('a view with another filter sends the events that arrive after the edit, and none twice', async () => {
    const { made, received, settle, receive } = await outletOverStore(view('v', 'country:NO'));
    await receive(failed('a'), failed('b', 'SE'));
    await settle();
    made.saved = [view('v', 'country:SE')];
    await receive(failed('c'), failed('d', 'SE'));
    await settle();
    expect(received).toEqual([1, 4]);
  });

  test('a store that cannot be read for a while loses no event', async () => {
    const { made, received, settle, receive, hasReadFailure } = await outletOverStore(view('v', 'country:NO'));
    await receive(failed('a'));
    made.isUnreadable = true;
    await settle();
    expect([received, hasReadFailure()]).toEqual([[], true]);
    made.isUnreadable = false;
    await settle();
    expect([received, hasReadFailure()]).toEqual([[1], false]);
  });
});

describe('[OUTLET-10] a receiver that refuses everything does not fill the store with what it refused', () => {
  test('a hundred are tried again each for themselves; later events wait, and nothing is lost', async () => {
    const { made, received, settle, clock, receive, restart } = await outletOverStore(view('v', 'country:NO'));
    made.answer = () => REFUSED;
    await receive(...Array.from({ length: 150 }, (_, place) => failed(`eid-${place}`)));
    await settle();
    expect(made.state.views[0]?.refused.length).toBe(100);
    expect(made.state.failure).not.toBeNull();
    restart();
    made.answer = () => ACCEPTED;
    await clock.advance(10 * MINUTE);
    await settle();
    expect(new Set(received)).toEqual(new Set(Array.from({ length: 150 }, (_, place) => place + 1)));
    expect(received.length).toBe(150);
  });

  test('a refused event holds back later events of its own EID only', async () => {
    const { made, received, settle, clock, receive } = await outletOverStore(view('v', 'country:NO'));
    made.answer = (seqs) => (seqs.includes(1) ? REFUSED : ACCEPTED);
    await receive(failed('a'), failed('b'), failed('a'));
    await settle();
    expect(received).toEqual([2]);
    made.answer = () => ACCEPTED;
    await clock.advance(10 * MINUTE);
    await settle();
    expect(received).toEqual([2, 1, 3]);
  });
});
