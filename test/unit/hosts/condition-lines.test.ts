import { describe, expect, test } from 'vitest';
import { conditionLines } from '../../../src-main/hosts/cli/condition-lines.ts';
import type { StoreCondition, StoreIncident } from '../../../src-shared/domain/store-condition.ts';

const sound: StoreCondition = { incident: null, check: { kind: 'due' }, backup: { kind: 'none' } };
const damaged: StoreIncident = {
  at: 1_000,
  kind: 'damaged',
  movedTo: '/data/events.db.damaged-1',
  missing: null,
  saved: 0,
  mending: { kind: 'running', share: 0 },
};
const mended: StoreIncident = { ...damaged, saved: 3_500, missing: 1_011, mending: { kind: 'done' } };
const half: StoreIncident = { ...damaged, saved: 1_700, mending: { kind: 'running', share: 0.5 } };
const withIncident = (incident: StoreIncident | null): StoreCondition => ({ ...sound, incident });
const lines = (before: StoreIncident | null, now: StoreIncident | null, isTold = false) =>
  conditionLines(withIncident(before), withIncident(now), isTold);

const HAPPENED =
  'STORE: The files of the stored events were damaged, and a new store was begun. Nothing was deleted: they are in /data/events.db.damaged-1.';
const RUNNING = 'What can still be read is being brought back: 0 events so far (0 %).';
const RESULT = '3,500 events were brought back, 1,011 could not be found.';
const ADVICE =
  'Check the disk. Keep what was set aside until you are sure. If you have a copy elsewhere, “watchfloor restore” brings back what it has.';

describe('[CLI-9] an incident is printed immediately, its progress only with other news, and its end when it is known', () => {
  test.each<[what: string, before: StoreIncident | null, now: StoreIncident | null, isTold: boolean, lines: string[]]>([
    [
      'when it happens',
      null,
      damaged,
      true,
      [`${HAPPENED} ${RUNNING} Watching goes on meanwhile, and what arrives is stored.`],
    ],
    ['when the progress changes', damaged, half, false, []],
    [
      'when a session starts meanwhile',
      damaged,
      half,
      true,
      ['STORE: What can still be read is being brought back: 1,700 events so far (50 %).'],
    ],
    ['when the repair is over', half, mended, false, [`STORE: ${RESULT} ${ADVICE}`]],
    ['when nothing changes after the repair', mended, mended, true, []],
    ['when it was repaired before this start', null, mended, true, [`${HAPPENED} ${RESULT} ${ADVICE}`]],
    [
      'when more events are found later',
      mended,
      { ...mended, missing: 4 },
      false,
      [`STORE: 3,500 events were brought back, 4 could not be found. ${ADVICE}`],
    ],
    ['when it is acknowledged', mended, null, false, []],
  ])('%s', (_what, before, now, isTold, said) => expect(lines(before, now, isTold)).toEqual(said));

  test('when another incident of the same kind happens', () =>
    expect(lines(mended, { ...damaged, at: 2_000 })).toHaveLength(1));
});

test('flaws that a check found are printed once', () => {
  const checked = (at: number, flaws: number): StoreCondition => ({ ...sound, check: { kind: 'done', at, flaws } });
  expect([
    conditionLines(sound, checked(1, 0), true),
    conditionLines(checked(1, 0), checked(2, 3), false),
    conditionLines(checked(2, 3), checked(2, 3), true),
    conditionLines(null, checked(2, 1), true),
  ]).toEqual([
    [],
    [
      'STORE: Everything stored was looked through. 3 places were wrong, and put right as far as the received texts allow; `watchfloor store --check` says what is not.',
    ],
    [],
    [
      'STORE: Everything stored was looked through. 1 place was wrong, and put right as far as the received texts allow; `watchfloor store --check` says what is not.',
    ],
  ]);
});

test('a failed backup is printed once for each reason, with the last one that worked', () => {
  const newest = { path: '/data/backup.db', at: 0, bytes: 9, storedEvents: 4 };
  const failed = (at: number, reason: string, copy: typeof newest | null): StoreCondition => ({
    ...sound,
    backup: { kind: 'failed', at, reason, newest: copy },
  });
  expect([
    conditionLines(sound, failed(1, 'BACKUP_UNUSABLE no-room', null), false),
    conditionLines(failed(1, 'BACKUP_UNUSABLE no-room', null), failed(2, 'BACKUP_UNUSABLE no-room', null), false),
    conditionLines(failed(2, 'BACKUP_UNUSABLE no-room', null), failed(3, 'INTERNAL', newest), false),
  ]).toEqual([
    [
      'STORE: The daily copy failed. There was not enough room for it on the disk; free some space. There is no copy yet. It is tried again; watching goes on.',
    ],
    [],
    [
      'STORE: The daily copy failed. Something went wrong that Watchfloor does not know; the log says more. The last one that worked is of 1970-01-01T00:00:00.000Z. It is tried again; watching goes on.',
    ],
  ]);
});
