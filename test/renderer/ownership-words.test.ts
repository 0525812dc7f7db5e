import { describe, expect, test } from 'vitest';
import { muteChoices } from '../../src-renderer/components/case-actions/mute-choices.ts';
import { handedOverName } from '../../src-renderer/components/shift/handed-over-name.ts';
import type { Action } from '../../src-shared/domain/cases/action.ts';
import { allocationFailure } from '../doubles/case-states.ts';
import { actionWords, initials, ownersWords } from '../../src-shared/words/ownership-words.ts';

const ines = { id: 'i', name: 'Ines Duarte' };
const jonas = { id: 'j', name: 'Jonas Lind' };

describe('words for owners and actions', () => {
  test.each([
    ['Ines Duarte', 'ID'],
    ['maja', 'M'],
    ['r.albrecht', 'RA'],
    ['Ana María de la Cruz', 'AC'],
    ['\u202e()', ''],
    ['éva ß', 'ÉSS'],
  ])('give the name %j the initials %j', (name, letters) => {
    expect(initials(name)).toBe(letters);
  });

  test.each([
    [[null], 'unassigned'],
    [[ines], 'you'],
    [[jonas], 'Jonas Lind'],
    [[jonas, ines], '2 people'],
    [[jonas, null], 'Jonas Lind, some unassigned'],
    [[jonas, ines, null], '2 people, some unassigned'],
    [[], 'unassigned'],
  ])('describe the owners %j as “%s”', (owners, words) => {
    expect(
      ownersWords(
        owners.map((owner) => ({ owner })),
        ines,
      ),
    ).toBe(words);
  });

  const time = (at: number) => `at ${at}`;
  test.each<[Action, cases: number, words: string]>([
    [{ kind: 'take' }, 1, 'took it'],
    [{ kind: 'take' }, 214, 'took all 214'],
    [{ kind: 'take' }, 1_283, 'took all 1,283'],
    [{ kind: 'release' }, 1, 'released it'],
    [{ kind: 'note' }, 1, 'wrote a note'],
    [{ kind: 'done' }, 2, 'marked all 2 as done'],
    [{ kind: 'mute', ends: { kind: 'time', at: 5 } }, 1, 'muted it until at 5'],
    [{ kind: 'mute', ends: { kind: 'next-failure' } }, 1, 'muted it until it fails again'],
    [{ kind: 'mute', ends: { kind: 'worse' } }, 3, 'muted all 3 until it gets worse'],
    [{ kind: 'unmute' }, 1, 'unmuted it'],
    [{ kind: 'retried' }, 1, 'retried'],
    [{ kind: 'remind', at: 5 }, 1, 'set a reminder for at 5'],
    [{ kind: 'reminded' }, 1, 'acknowledged the reminder'],
    [{ kind: 'pack', ticket: null }, 1, 'made a support pack'],
    [{ kind: 'pack', ticket: 'T-1' }, 1, 'made a support pack, for ticket'],
  ])('describe the action %j on %i cases as “%s”', (what, cases, words) => {
    expect(actionWords(what, cases, time)).toBe(words);
  });
});

test.each<[kind: 'take' | 'hand-over' | 'accept', words: string]>([
  ['take', 'took 3 cases'],
  ['hand-over', 'handed 3 cases over to the next shift'],
  ['accept', 'accepted 3 cases from the last shift'],
])('the action %s names what it is about instead of a number', (kind, words) => {
  const action: Action = kind === 'accept' ? { kind, of: 'x' } : { kind };
  expect(actionWords(action, 3, String, '3 cases')).toBe(words);
});

test('a group that was handed over is named by its cause, with its open requests or cases', () => {
  const state = { kind: 'request', operation: 'CHANGE_SUBSCRIPTIONSTATE', type: 'DCP_ERROR', code: '73' } as const;
  const named = { cause: state, consequence: 'refused' } as const;
  expect([
    handedOverName({ ...named, open: 56 }),
    handedOverName({ ...named, open: 0 }),
    handedOverName({ cause: allocationFailure, consequence: 'unusable', open: 1 }),
  ]).toEqual([
    'State change, DCP_ERROR 73: 56 requests open',
    'State change, DCP_ERROR 73',
    'Allocation failed: 1 case open',
  ]);
});

test('[CASE-11] every mute has an end, and each choice names it', () => {
  const now = Date.UTC(2026, 10, 21, 22, 30);
  expect(
    muteChoices({ typed: 'mon 8', shiftUntil: now + 5_400_000, now, zone: 'utc' }).map(({ name, note, ends }) => [
      name,
      note,
      ends,
    ]),
  ).toEqual([
    ['For 1 hour', 'Ends 23:30 UTC.', { kind: 'time', at: now + 3_600_000 }],
    ['For 4 hours', 'Ends 22 Nov 02:30 UTC.', { kind: 'time', at: now + 4 * 3_600_000 }],
    ['Until tomorrow, 06:00', 'Ends 22 Nov 06:00 UTC.', { kind: 'time', at: Date.UTC(2026, 10, 22, 6) }],
    ['Until the end of the shift', 'Ends 22 Nov 00:00 UTC.', { kind: 'time', at: now + 5_400_000 }],
    ['Until', 'Ends 23 Nov 08:00 UTC.', { kind: 'time', at: Date.UTC(2026, 10, 23, 8) }],
    ['Until it fails again', 'Ends with the next failure.', { kind: 'next-failure' }],
    ['Until it gets worse', 'Ends when its consequence gets worse, or twice as many are affected.', { kind: 'worse' }],
  ]);
  const unread = muteChoices({ typed: 'soon', shiftUntil: null, now, zone: 'utc' }).filter(({ ends }) => ends === null);
  expect(unread.map(({ name, note }) => [name, note])).toEqual([
    [
      'Until the end of the shift',
      'Not known: no hours of deadlines contain this time (Settings, Alarms). Enter the time below.',
    ],
    ['Until', 'Write it as 8:00, mon 8, 90m, or 2026-11-21 14:00.'],
  ]);
});
