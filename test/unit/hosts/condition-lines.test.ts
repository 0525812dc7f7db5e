import { describe, expect, test } from 'vitest';
import { conditionLines } from '../../../src-main/hosts/cli/store/condition-lines.ts';
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
const repaired: StoreIncident = { ...damaged, saved: 3_500, missing: 1_011, mending: { kind: 'done' } };
const half: StoreIncident = { ...damaged, saved: 1_700, mending: { kind: 'running', share: 0.5 } };
const withIncident = (incident: StoreIncident | null): StoreCondition => ({ ...sound, incident });
const lines = (before: StoreIncident | null, now: StoreIncident | null, isReported = false) =>
  conditionLines(withIncident(before), withIncident(now), isReported);

const HAPPENED =
  'STORE: The files of the stored events were damaged, and a new store was created. Nothing was deleted: the old files are in /data/events.db.damaged-1.';
const RUNNING = 'Restoring readable events: 0 events so far (0 %).';
const RESULT = '3,500 events were restored, 1,011 could not be found.';
const ADVICE =
  'Check the disk. Keep the old files until you are sure. If you have a copy elsewhere, “watchfloor restore” restores its events.';

describe('[KEEP-2] an incident is printed immediately, its progress only with other news, and its end when it is known', () => {
  test.each<[what: string, before: StoreIncident | null, now: StoreIncident | null, isTold: boolean, lines: string[]]>([
    ['when it happens', null, damaged, true, [`${HAPPENED} ${RUNNING} Watching continues, and new events are stored.`]],
    ['when the progress changes', damaged, half, false, []],
    [
      'when a session starts meanwhile',
      damaged,
      half,
      true,
      ['STORE: Restoring readable events: 1,700 events so far (50 %).'],
    ],
    ['when the repair is over', half, repaired, false, [`STORE: ${RESULT} ${ADVICE}`]],
    ['when nothing changes after the repair', repaired, repaired, true, []],
    ['when it was repaired before this start', null, repaired, true, [`${HAPPENED} ${RESULT} ${ADVICE}`]],
    [
      'when more events are found later',
      repaired,
      { ...repaired, missing: 4 },
      false,
      [`STORE: 3,500 events were restored, 4 could not be found. ${ADVICE}`],
    ],
    ['when it is acknowledged', repaired, null, false, []],
  ])('%s', (_what, before, now, isReported, expected) => expect(lines(before, now, isReported)).toEqual(expected));

  test('when another incident of the same kind happens', () =>
    expect(lines(repaired, { ...damaged, at: 2_000 })).toHaveLength(1));
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
      'STORE: The whole store was checked. 3 places were wrong and repaired as far as the received texts allow; `watchfloor store --check` lists the rest.',
    ],
    [],
    [
      'STORE: The whole store was checked. 1 place was wrong and repaired as far as the received texts allow; `watchfloor store --check` lists the rest.',
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
      'STORE: The daily copy failed. There was not enough space for it on the disk; free some. There is no copy yet. Watchfloor tries again; watching continues.',
    ],
    [],
    [
      'STORE: The daily copy failed. Unknown error; see the log. Last good copy: 1970-01-01T00:00:00.000Z. Watchfloor tries again; watching continues.',
    ],
  ]);
});
