import { describe, expect, it } from 'vitest';
import { dayOptions, removalWords, restoreCommand } from '../../src-renderer/screens/data/retention-days.ts';

const KEPT = { failures: 365, successes: 90, heartbeats: 7, searches: 30 };

it('[PAGE-11] the options include a retention time that only the profile uses', () => {
  expect(dayOptions(45, 45).map(({ name }) => name)).toEqual([
    '1 day',
    '7 days',
    '30 days',
    '45 days',
    '90 days',
    '180 days',
    '1 year',
    '2 years',
    '5 years',
    '10 years',
  ]);
});

it.each<[string, Partial<typeof KEPT>, number | null, string]>([
  ['a longer time', { failures: 730 }, 5, 'Nothing is removed.'],
  ['before the events are counted', { failures: 30 }, null, 'Older events are removed within the hour.'],
  ['no event is old enough', { failures: 30 }, 0, 'No stored event is old enough to be removed.'],
  ['one event', { failures: 30 }, 1, 'At most 1 event is removed within the hour; only a copy can bring them back.'],
  ['searches', { searches: 1 }, null, 'Search results are removed 1 day after they were last run.'],
])('[PAGE-11] the words for fewer days say what is removed: %s', (_, wanted, removable, words) => {
  expect(removalWords({ ...KEPT, ...wanted }, KEPT, removable)).toBe(words);
});

describe('[PAGE-11] the command that restores a copy', () => {
  it.each([
    [
      '/home/a/.local/share/watchfloor/profiles/acme-europe-1/backups/2026-11-21T0330.db',
      'watchfloor restore --data-dir /home/a/.local/share/watchfloor --profile acme-europe-1 --from /home/a/.local/share/watchfloor/profiles/acme-europe-1/backups/2026-11-21T0330.db',
    ],
    [
      "/home/o'neill $(id)/profiles/acme-europe-1/backups/x.db",
      String.raw`watchfloor restore --data-dir '/home/o'\''neill $(id)' --profile acme-europe-1 --from '/home/o'\''neill $(id)/profiles/acme-europe-1/backups/x.db'`,
    ],
    [
      String.raw`C:\Users\A B\profiles\acme-europe-1\backups\x.db`,
      String.raw`watchfloor restore --data-dir "C:\Users\A B" --profile acme-europe-1 --from "C:\Users\A B\profiles\acme-europe-1\backups\x.db"`,
    ],
    ['/elsewhere/copy.db', 'watchfloor restore --from /elsewhere/copy.db'],
  ])('names the store and the copy, quoted for a shell: %s', (path, command) =>
    expect(restoreCommand({ path })).toBe(command),
  );
});
