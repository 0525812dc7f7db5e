import { describe, expect, test } from 'vitest';
import type { StoreIncident } from '../../../src-shared/domain/store-condition.ts';
import {
  backupReasonWords,
  daysText,
  eventsText,
  incidentAdvice,
  incidentWords,
  numberText,
  repairWords,
  percentText,
  sizeText,
} from '../../../src-shared/words/store-words.ts';
import { exactDurationText } from '../../../src-shared/words/zoned-time-words.ts';

const incident = (part: Partial<StoreIncident> = {}): StoreIncident => ({
  at: 0,
  kind: 'damaged',
  movedTo: '/data/events.db.damaged-1',
  missing: 0,
  saved: 3_500,
  mending: { kind: 'done' },
  ...part,
});

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1.0 kB'],
  [999_949, '999.9 kB'],
  [999_950, '1.0 MB'],
  [1_940_000_000, '1.9 GB'],
  [5e15, '5000.0 TB'],
])('writes %d bytes as %s', (bytes, text) => expect(sizeText(bytes)).toBe(text));

test('never rounds a share up to 100 %', () =>
  expect([0, 0.004, 0.999_9, 1].map(percentText)).toEqual(['0 %', '0 %', '99 %', '100 %']));

test('writes counts and days in words', () =>
  expect([eventsText(1), eventsText(1_284_310), daysText(1), daysText(90), daysText(365), daysText(730)]).toEqual([
    '1 event',
    '1,284,310 events',
    '1 day',
    '90 days',
    '1 year',
    '2 years',
  ]));

describe('[KEEP-2] the result of an incident is described as far as it is known', () => {
  test.each<[Partial<StoreIncident>, string]>([
    [{ mending: { kind: 'running', share: 0.429 } }, 'Restoring readable events: 3,500 events so far (42 %).'],
    [{ missing: 1_011 }, '3,500 events were restored, 1,011 could not be found.'],
    [{ missing: 0 }, '3,500 events were restored, none is missing.'],
    [{ missing: null }, '3,500 events were restored; the number of missing events is unknown.'],
    [{ missing: null, saved: 0 }, 'Nothing could be restored; the number of missing events is unknown.'],
    [{ missing: 504, saved: 0 }, 'Nothing could be restored, 504 could not be found.'],
    [{ missing: 0, saved: 0 }, 'No event is missing.'],
    [{ missing: 2, saved: 1 }, '1 event was restored, 2 could not be found.'],
  ])('for %j', (part, words) => expect(repairWords(incident(part))).toBe(words));
});

test.each<[Partial<StoreIncident>, string, string]>([
  [
    {},
    'The files of the stored events were damaged, and a new store was created. Nothing was deleted: the old files are in /data/events.db.damaged-1.',
    'Check the disk.',
  ],
  [
    { kind: 'lost', movedTo: null, missing: null, saved: 0 },
    'The file of the stored events was gone or empty, and a new store was created.',
    'Find out what removed the files. If you have a copy elsewhere, “watchfloor restore” restores its events.',
  ],
  [
    { kind: 'vanished', movedTo: null, missing: 40 },
    'The files of the stored events were deleted or replaced while Watchfloor was writing them, and a new store was created.',
    'Find out what removed the files. If you have a copy elsewhere, “watchfloor restore” restores its events.',
  ],
  [
    { kind: 'events-missing', movedTo: null, missing: 504 },
    'Stored events are missing: a file beside the database may have been lost, or an older copy put back. The rest of the store is intact.',
    'Find out what removed the files. If you have a copy elsewhere, “watchfloor restore” restores its events.',
  ],
  [
    { kind: 'texts-damaged', movedTo: null, missing: 1 },
    'Received texts were damaged on the disk. They are marked as damaged.',
    'Check the disk. If you have a copy elsewhere, “watchfloor restore” restores its events.',
  ],
  [
    { mending: { kind: 'running', share: 0 } },
    'The files of the stored events were damaged, and a new store was created. Nothing was deleted: the old files are in /data/events.db.damaged-1.',
    'Watching continues, and new events are stored.',
  ],
])('describes an incident with its meaning and what to do: %#', (part, words, advice) =>
  expect([incidentWords(incident(part)), incidentAdvice(incident(part))]).toEqual([words, advice]),
);

test.each([
  'BACKUP_UNUSABLE no-room',
  'BACKUP_UNUSABLE damaged',
  'BACKUP_UNUSABLE exists',
  'NO_STORE no-file',
  'STORE_DAMAGED',
  'STORE_FOREIGN',
  'STORE_LOST',
  'STORE_UNWRITABLE disk-error',
  'STORE_UNWRITABLE folder',
  'STORE_UNWRITABLE forbidden',
  'STORE_UNWRITABLE full',
  'STORE_UNWRITABLE locked',
  'INTERNAL',
])('describes without a code why a backup failed: %s', (reason) =>
  expect(backupReasonWords(reason)).toMatch(/^[A-Z][^A-Z_]* [^_]*; [a-z][^_]*\.$|^This user may not write .*\.$/),
);

test('[PAGE-97] a number has separators and a real minus, and a duration two digits after the first unit', () => {
  expect([numberText(-2), numberText(-12_345)]).toEqual(['−2', '−12,345']);
  expect([723_000, 720_000, 28_072_000, 0].map(exactDurationText)).toEqual([
    '12 m 03 s',
    '12 m',
    '7 h 47 m 52 s',
    '0 s',
  ]);
});
