import { expect, test } from 'vitest';
import { type CollectResult, endWords } from '../../../src-main/hosts/cli/collect-result.ts';
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
  ['some events were not stored', end({ unsaved: 12 }), '12 events could not be stored; the log says why.', false],
  [
    'the files are gone',
    end({ found: { kind: 'unreadable', words: 'There is no store at /data/events.db. Collect into it first.' } }),
    'what was stored cannot be read again. There is no store at /data/events.db. Collect into it first.',
    false,
  ],
  [
    'the files are older ones',
    end({ found: { kind: 'readable', newestSeq: 20, incident: null } }),
    'what was stored is not in the files any more: they end at event 20, and 300 was stored.',
    false,
  ],
  [
    'the files were deleted, and all events were recovered',
    end({}, vanished),
    'something happened to the stored events, and what was received since then is stored. 300 events were brought back, none is missing.',
    true,
  ],
  [
    'the files were deleted, and some events were not recovered',
    end({}, { ...vanished, missing: 4 }),
    'something happened to the stored events, and what was received since then is stored. 300 events were brought back, 4 could not be found.',
    false,
  ],
  [
    'the number of missing events is unknown',
    end({}, { ...vanished, missing: null }),
    'something happened to the stored events, and what was received since then is stored. 300 events were brought back; how many are missing cannot be known.',
    false,
  ],
  [
    'the repair was not over',
    end({}, { ...vanished, missing: 40, mending: { kind: 'running', share: 0.5 } }),
    'something happened to the stored events, and what was received since then is stored. What can still be read is being brought back: 300 events so far (50 %). It goes on at the next start.',
    false,
  ],
  [
    'the repair after an incident in an earlier run was not over',
    end({}, { ...vanished, at: 999, missing: 40, mending: { kind: 'running', share: 0.5 } }),
    'something happened to the stored events, and what was received since then is stored. What can still be read is being brought back: 300 events so far (50 %). It goes on at the next start.',
    false,
  ],
  [
    'the incident was in an earlier run',
    end({}, { ...vanished, at: 999, missing: 4 }),
    'everything received is stored.',
    true,
  ],
])('[CLI-9] a collector reports at its end what is on the disk: %s', (_what, of, words, isWell) =>
  expect(endWords(of)).toEqual({ words, isWell }),
);
