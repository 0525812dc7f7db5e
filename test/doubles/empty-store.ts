import { combinationsOf } from './combinations.ts';
import type { EventReader, ResumedStore } from '../../src-main/core/ports/event-store.ts';
import type { TeamStore } from '../../src-main/core/ports/team-store.ts';
import type { Extent } from '../../src-shared/api/watch.ts';
import type { StoreCondition } from '../../src-shared/domain/store-condition.ts';

export const emptyExtent: Extent = { oldestSeq: 0, newestSeq: 0, storedEvents: 0 };

export const nothingToResume: ResumedStore = {
  extent: emptyExtent,
  lastEventId: null,
  lastEventAt: null,
  requestedAt: null,
  domain: null,
  needsRedecode: false,
  hadUncleanShutdown: false,
  incident: null,
};

export const untouchedStore: StoreCondition = { incident: null, check: { kind: 'due' }, backup: { kind: 'none' } };

export const emptyReader = {
  extent: async () => emptyExtent,
  summaries: async () => ({ rows: [], next: null }),
  events: async () => ({ events: [], next: null }),
  caseEvents: async () => ({ events: [], next: null }),
  count: async () => ({ count: 0, next: null }),
  facets: async ({ fields }) => ({ count: 0, fields: fields.map((field) => ({ field, values: [] })), next: null }),
  histogram: async () => ({ outcomes: [], next: null }),
  groups: async () => ({ groups: [], next: null }),
  combinations: async () => ({ ...combinationsOf([]), next: null }),
  searchIndexProgress: async () => ({ indexedThrough: 0, unindexedEvents: 0 }),
  event: async () => null,
  coverage: async () => ({ sessions: [], gaps: [] }),
  gaps: async () => [],
  figures: async () => ({ bytes: 0, freeBytes: 0, beside: { search: 0, cases: 0, inventory: 0 }, oldestAt: null }),
  actions: async () => [],
  orderedThrough: async () => 0,
  projectionRecords: async () => [],
  basis: async () => 'one',
  lineage: async () => 'one',
  baseHead: async () => null,
  received: async () => ({ events: [], next: null }),
  check: async () => ({ flaws: [], next: null }),
  close: async () => {},
} satisfies EventReader;

/** Team side of a store that is in no team. */
export const noTeam: TeamStore = {
  follow: async () => ({ kind: 'other-lineage', lineage: '' }),
  applyLog: async () => ({ extent: emptyExtent, domain: null, stored: 0, withdrawn: 0 }),
  unplacedActions: async () => [],
  marks: async () => [],
  rewind: async () => emptyExtent,
  goOnAlone: async () => {},
  replaceTail: async () => 0,
  unconfirmed: async () => ({ events: [], offers: [], sessions: [], cursor: null }),
  lateSessions: async () => [],
  lateEvents: async () => [],
  placeOffers: async () => 0,
  publishHistory: async () => {},
  startAgain: async () => {},
  nextHistory: async () => null,
};
