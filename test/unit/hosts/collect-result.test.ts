import { expect, test } from 'vitest';
import { type CollectResult, endWords } from '../../../src-main/hosts/cli/collect/collect-result.ts';
import type { StoreIncident } from '../../../src-shared/domain/store-condition.ts';

const vanished: StoreIncident = {
  at: 2_000,
  kind: 'vanished',
  movedTo: null,
  missing: 0,
  saved: 300,
  mending: { kind: 'done' },
};
const end = (part: Partial<CollectResult> = {}, incident: StoreIncident | null = null): CollectResult => ({
  unsaved: 0,
  newestSeq: 300,
  startedAt: 1_000,
  found: { kind: 'readable', newestSeq: 300, incident },
  ...part,
});

test.each<[what: string, end: CollectResult, words: string, isWell: boolean]>([
  ['all events are there', end(), 'everything received is stored.', true],
  ['more events are there than were reported', end({ newestSeq: 299 }), 'everything received is stored.', true],
  ['some events were not stored', end({ unsaved: 12 }), '12 events could not be stored; see the log.', false],
  [
    'the files are gone',
    end({
      found: { kind: 'unreadable', words: 'There is no store at /data/events.db. Run `watchfloor collect` first.' },
    }),
    'the store cannot be read. There is no store at /data/events.db. Run `watchfloor collect` first.',
    false,
  ],
  [
    'the files are older ones',
    end({ found: { kind: 'readable', newestSeq: 20, incident: null } }),
    'stored events are missing from the files: they end at event 20, but 300 was stored.',
    false,
  ],
  [
    'the files were deleted, and all events were recovered',
    end({}, vanished),
    'stored events were damaged or lost; everything received since then is stored. 300 events were restored, none is missing.',
    true,
  ],
  [
    'the files were deleted, and some events were not recovered',
    end({}, { ...vanished, missing: 4 }),
    'stored events were damaged or lost; everything received since then is stored. 300 events were restored, 4 could not be found.',
    false,
  ],
  [
    'the number of missing events is unknown',
    end({}, { ...vanished, missing: null }),
    'stored events were damaged or lost; everything received since then is stored. 300 events were restored; the number of missing events is unknown.',
    false,
  ],
  [
    'the repair was not over',
    end({}, { ...vanished, missing: 40, mending: { kind: 'running', share: 0.5 } }),
    'stored events were damaged or lost; everything received since then is stored. Restoring readable events: 300 events so far (50 %). The repair continues at the next start.',
    false,
  ],
  [
    'the repair after an incident in an earlier run was not over',
    end({}, { ...vanished, at: 999, missing: 40, mending: { kind: 'running', share: 0.5 } }),
    'stored events were damaged or lost; everything received since then is stored. Restoring readable events: 300 events so far (50 %). The repair continues at the next start.',
    false,
  ],
  [
    'the incident was in an earlier run',
    end({}, { ...vanished, at: 999, missing: 4 }),
    'everything received is stored.',
    true,
  ],
])('[KEEP-2] a collector reports at its end what is on the disk: %s', (_what, of, words, isWell) =>
  expect(endWords(of)).toEqual({ words, isWell }),
);
