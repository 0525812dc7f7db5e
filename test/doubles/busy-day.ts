/** Data of a Saturday in November for Watch: calm, busy or in a storm. Tests and pictures share it. */
import type { Board, FailureGroup } from '../../src-shared/api/cases.ts';
import type { HistogramQuery, TimelineHistogram } from '../../src-shared/api/timeline.ts';
import { type Cause, causeKey } from '../../src-shared/domain/cases/case-keys.ts';
import type { Coverage } from '../../src-shared/domain/coverage/coverage.ts';
import type { Outcome } from '../../src-shared/domain/event/outcomes.ts';
import { aBoard, aCaseSummary, aFailureGroup, INES, JONAS } from './board.ts';
import { coverageFrom } from './coverage-day.ts';

const START = Date.UTC(2026, 10, 21, 14);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const cause = (operation: string, code: string): Cause => ({ kind: 'localization', operation, type: null, code });
const PACKAGE_CHANGE: Cause = {
  kind: 'request',
  operation: 'CHANGE_SUBSCRIPTIONPACKAGE',
  type: 'DCP_ERROR',
  code: '73',
};
const spark = (...counts: number[]): FailureGroup['spark'] => ({ from: START - 8 * HOUR, stepMs: 30 * MINUTE, counts });

/**
 * Groups of a busy afternoon in the order of a board.
 * @param me owner of the last group
 */
export function busyGroups(me = { id: 'person-mo', name: 'Mona Olsen' }): FailureGroup[] {
  const partial = causeKey(PACKAGE_CHANGE);
  return [
    aFailureGroup({
      open: 2,
      firstAt: START - 189 * MINUTE,
      lastAt: START - 187 * MINUTE,
      status: 'overdue',
      deadline: { kind: 'end', at: START - 5 * MINUTE },
      owners: [{ owner: INES, count: 2 }],
      spark: spark(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0),
    }),
    aFailureGroup({
      cause: cause('ACTIVATED', 'PROFILE_LOCK_CONFLICT'),
      open: 1,
      countries: [{ country: 'CH', count: 1 }],
      firstAt: START - 207 * MINUTE,
      lastAt: START - 207 * MINUTE,
      spark: spark(0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    }),
    aFailureGroup({
      cause: cause('FALLBACK_SET', 'SET_FALLBACK_PROFILE_FAILED'),
      open: 3,
      countries: [
        { country: 'DE', count: 2 },
        { country: 'PL', count: 1 },
      ],
      firstAt: START - 259 * MINUTE,
      lastAt: START - 38 * MINUTE,
      status: 'ongoing',
      owners: [{ owner: JONAS, count: 3 }],
      spark: spark(0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0),
    }),
    aFailureGroup({
      cause: PACKAGE_CHANGE,
      outcome: 'partial',
      open: 1,
      failedResources: 43,
      resources: 214,
      firstAt: START - 73 * MINUTE,
      lastAt: START - 73 * MINUTE,
      spark: spark(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0),
      only: aCaseSummary(
        { cause: partial, outcome: 'partial', consequence: 'partial' },
        { kind: 'request', requestId: 'REQ-0417' },
      ),
    }),
    aFailureGroup({
      cause: cause('DOWNLOADED', 'START_PROFILE_DOWNLOAD_FAILED'),
      open: 9,
      countries: [
        { country: 'DE', count: 4 },
        { country: 'FR', count: 2 },
        { country: 'IT', count: 2 },
        { country: 'AT', count: 1 },
      ],
      firstAt: START - 459 * MINUTE,
      lastAt: START - 9 * MINUTE,
      status: 'back',
      owners: [{ owner: me, count: 9 }],
      spark: spark(2, 1, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 1),
    }),
  ];
}

export function busyBoard(part: Partial<Board> = {}): Board {
  return aBoard({ groups: busyGroups(), upTo: 2_341, endedWell: 8, ...part });
}

export function stormGroup(part: Partial<FailureGroup> = {}): FailureGroup {
  const open = part.open ?? 214;
  return aFailureGroup({
    cause: cause('ALLOCATED', 'START_PROFILE_ALLOCATION_FAILED'),
    open,
    countries: [
      { country: 'NO', count: 131 },
      { country: 'SE', count: 62 },
      { country: 'FI', count: 21 },
    ],
    firstAt: START - 449_000,
    lastAt: START - 9_000,
    spark: {
      from: START - 600_000,
      stepMs: 20_000,
      counts: [0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 8, 14, 18, 22, 19, 17, 14, 12, 15, 13, 11, 10, 8, 7, 6, 5, 4, 4, 3, 2],
    },
    shared: [
      { kind: 'within', ms: 440_000 },
      { kind: 'iccid', prefix: '8946200011' },
      { kind: 'first-seen', at: START - 449_000 },
    ],
    provider: {
      sentence: 'Allocation timed out in the connectivity platform',
      code: '3107',
      type: 'CMP_ERROR',
      count: 209,
    },
    isStorm: true,
    ...part,
  });
}

export function stormBoard(part: Partial<Board> = {}): Board {
  return aBoard({ groups: [stormGroup(), ...busyGroups()], upTo: 2_570, endedWell: 8, ...part });
}

/**
 * Coverage with three gaps and an open session.
 * @param now end of the day
 */
export function busyDayCoverage(now = START): Coverage {
  const { sessions, gaps, listen, lose } = coverageFrom(now - 24 * HOUR);
  listen(now - 15 * HOUR - 20 * MINUTE);
  lose(398_000, 'connection-lost');
  listen(now - 10 * HOUR - 48 * MINUTE);
  lose(82_000, 'silent');
  listen(now - 2 * HOUR - 40 * MINUTE);
  lose(252_000, 'seat-taken');
  listen(now - 8_000, null, null, true);
  return { sessions, gaps };
}

export function busyDayHistogram({ edges }: HistogramQuery, storm = 0): TimelineHistogram {
  const bars = edges.length - 1;
  const counts = (of: (bar: number) => number) => Array.from({ length: bars }, (_, bar) => of(bar));
  const outcomes: { outcome: Outcome; counts: number[] }[] = [
    {
      outcome: 'succeeded',
      counts: counts((bar) => 12 + ((bar * 7) % 11) + Math.round(14 * Math.abs(Math.sin(bar / 15)))),
    },
    { outcome: 'failed', counts: counts((bar) => (bar === bars - 1 ? storm : bar % 13 === 0 || bar > 88 ? 1 : 0)) },
    { outcome: 'partial', counts: counts((bar) => (bar === 72 || bar === 91 ? 1 : 0)) },
    { outcome: 'unknown', counts: counts((bar) => (bar === 84 ? 1 : 0)) },
  ];
  return { outcomes, next: null };
}
