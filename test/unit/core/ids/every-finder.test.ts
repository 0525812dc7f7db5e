import { describe, expect, it } from 'vitest';
import { findIds } from '../../../../src-main/core/ids/find-ids.ts';
import { walkEvents } from '../../../../src-main/core/timeline/walk.ts';
import { mergedIds } from '../../../../src-shared/api/ids/merged-ids.ts';
import type { CaseListQuery } from '../../../../src-shared/api/cases.ts';
import { caseKeyOf } from '../../../../src-shared/domain/cases/case-keys.ts';
import { eventClass } from '../../../../src-shared/domain/event/event-class.ts';
import type { StoredEvent } from '../../../../src-shared/domain/event/event.ts';
import { EVERYTHING, type Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { readIdentifierPart } from '../../../../src-shared/service/identifier-text.ts';
import { identifiersOf } from '../../../../src-shared/service/identifiers.ts';
import { casesOverStore } from '../../../doubles/cases-over-store.ts';
import { randomEvents } from '../../../doubles/random-events.ts';
import { randomNumbers } from '../../../doubles/random-numbers.ts';
import { requestText } from '../../../doubles/request-texts.ts';

const NO_INVENTORY = { find: async () => ({ found: [], next: null }) };
const EVENTS = 40;

async function randomStore(seed: number) {
  const over = await casesOverStore();
  for (const { kind, data } of randomEvents(EVENTS, randomNumbers(seed))) await over.receive([kind, data]);
  const { cases } = over.run();
  await cases.waitUntilCaughtUp();
  const { scanner } = over.store;
  const events: StoredEvent[] = [];
  for await (const event of walkEvents(scanner, { filter: EVERYTHING, direction: 'newer' })) events.push(event);
  const isFound = async (term: Filter['terms'][number]) =>
    (await scanner.count({ filter: { terms: [term] }, after: 0, to: Number.MAX_SAFE_INTEGER })).count > 0;
  return {
    events,
    inTimeline: (id: string) => isFound({ kind: 'value', field: 'id', values: [id], negated: false }),
    inText: (id: string) => isFound({ kind: 'text', values: [id], negated: false }),
    async inCtrlK(text: string): Promise<readonly string[]> {
      let found: readonly string[] = [];
      for await (const { ids } of mergedIds(text, (query) =>
        findIds({ reader: scanner, inventory: NO_INVENTORY, clock: over.clock }, query),
      ))
        found = ids.map(({ value }) => value);
      return found;
    },
    async inCases(kind: CaseListQuery['kind'], find: string): Promise<ReadonlySet<string>> {
      const query = { kind, of: 'all', cause: null, since: null, sort: 'newest', after: null, limit: 500 } as const;
      return new Set((await cases.list({ ...query, find })).cases.map(({ key }) => key));
    },
  };
}

/** Identifiers that can be typed as one word, with the events that name them. */
function typedIds(events: readonly StoredEvent[]): ReadonlyMap<string, readonly StoredEvent[]> {
  const found = new Map<string, StoredEvent[]>();
  for (const event of events) {
    const named = new Set(Object.values(identifiersOf(event.raw)).flat());
    for (const id of named)
      if (readIdentifierPart(id) === id && /^[\w-]*\d[\w-]*$/.test(id) && id.length >= 4)
        found.set(id, [...(found.get(id) ?? []), event]);
  }
  return found;
}

describe('every finder', () => {
  it.each([1, 2])('[PAGE-442] finds every identifier that an event of random store %i names', async (seed) => {
    const store = await randomStore(seed);
    const ids = typedIds(store.events);
    expect(ids.size).toBeGreaterThan(10);
    const denied: string[] = [];
    for (const [id, events] of ids) {
      if (!(await store.inTimeline(id))) denied.push(`timeline id:${id}`);
      if (!(await store.inText(id))) denied.push(`timeline ${id}`);
      if (!(await store.inCtrlK(id)).includes(id)) denied.push(`Ctrl+K ${id}`);
      if (!(await store.inCtrlK(id.slice(-4))).some((value) => value.includes(id.slice(-4))))
        denied.push(`Ctrl+K ${id.slice(-4)}`);
      for (const kind of ['localization', 'request'] as const) {
        const listed = await store.inCases(kind, id);
        for (const event of events)
          if (eventClass(event) === kind && !listed.has(caseKeyOf(event))) denied.push(`${kind} ${id}`);
      }
    }
    expect(denied).toEqual([]);
  });

  it('[PAGE-442] finds a request by its company, user or target, in any case', async () => {
    const { receive, run } = await casesOverStore();
    await receive(['CMP_EVENT', requestText()]);
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    const query = {
      kind: 'request',
      of: 'all',
      cause: null,
      since: null,
      sort: 'newest',
      after: null,
      limit: 9,
    } as const;
    for (const find of ['nordwind', 'Wind logist', 'ALBRECHT', 'eu-data-50', '262020000000001', 'nordwind albrecht'])
      expect([find, (await cases.list({ ...query, find })).total]).toEqual([find, 1]);
    expect((await cases.list({ ...query, find: 'nordwind borealis' })).total).toBe(0);
  });
});
