import { describe, expect, test } from 'vitest';
import { incidentsIn } from '../../../src-shared/domain/coverage/incident-span.ts';
import type { ProviderIncident, StatusPageReport } from '../../../src-shared/domain/coverage/provider-incident.ts';
import { incidentLine, statusPageWords } from '../../../src-shared/words/provider/incident-words.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.UTC(2026, 10, 29, 12);

function incident(fields: Partial<ProviderIncident> = {}): ProviderIncident {
  const texts = { id: 'a', title: 'API errors', state: 'identified, major', words: 'We found it.', link: null };
  const end = { kind: 'ended', at: NOON + 10 * MINUTE } as const;
  return { ...texts, from: NOON, end, updatedAt: NOON + 10 * MINUTE, unlistedSince: null, ...fields };
}
const page = (fields: Partial<StatusPageReport> = {}): StatusPageReport => ({
  url: 'https://status.example.com/history.atom',
  answeredAt: NOON + 30 * MINUTE,
  failure: null,
  unreadable: 0,
  incidents: [],
  ...fields,
});

describe('[REPORT-5] an incident beside a span', () => {
  const ongoing = { end: { kind: 'ongoing' } } as const;
  const unknown = { end: { kind: 'not-known' } } as const;
  test.for([
    ['ended before the span', {}, NOON + 11 * MINUTE, false],
    ['ended in the span', {}, NOON + 9 * MINUTE, true],
    ['goes on as of the last answer', ongoing, NOON + 30 * MINUTE, true],
    ['went on three hours before the span', ongoing, NOON + 3 * HOUR + 29 * MINUTE, true],
    ['may have ended long ago', ongoing, NOON + 3 * HOUR + 31 * MINUTE, false],
    [
      'was dropped by the page while it went on',
      { ...ongoing, unlistedSince: NOON },
      NOON + 3 * HOUR + 11 * MINUTE,
      false,
    ],
    ['without a known end, for three hours after its last words', unknown, NOON + 3 * HOUR + 9 * MINUTE, true],
    ['without a known end, later', unknown, NOON + 3 * HOUR + 11 * MINUTE, false],
  ] as const)('%s', ([, fields, from, isListed]) => {
    const listed = incidentsIn(page({ incidents: [incident(fields)] }), { from, to: from + HOUR });
    expect(listed).toHaveLength(isListed ? 1 : 0);
  });

  test('an incident that began after the span is not beside it', () => {
    expect(incidentsIn(page({ incidents: [incident()] }), { from: 0, to: NOON - 1 })).toEqual([]);
  });
});

describe('[REPORT-5] the words about it', () => {
  const now = NOON + 40 * MINUTE;
  const words = (fields: Partial<ProviderIncident>) => {
    const [only] = statusPageWords(page({ incidents: [incident(fields)] }), now, 'UTC').incidents;
    if (only === undefined) throw new Error('there is one');
    return only;
  };
  test.for([
    [{}, '12:00:00 – 12:10:00 UTC'],
    [{ end: { kind: 'ongoing' } }, 'since 12:00:00 UTC, going on at 12:30:00 UTC, later not known'],
    [{ end: { kind: 'not-known' } }, '12:00:00 UTC, end not known'],
    [{ from: now + HOUR }, 'planned for 13:40:00 UTC'],
    [{ from: NOON - 24 * HOUR }, '2026-11-28 12:00:00 – 2026-11-29 12:10:00 UTC'],
  ] as const)('%o', ([fields, expected]) => {
    expect(words(fields).when).toBe(expected);
  });

  test('quote it and say how old they are', () => {
    const line = (fields: Partial<ProviderIncident>) => incidentLine(words(fields));
    expect(line({})).toBe('“API errors”, 12:00:00 – 12:10:00 UTC. “We found it.” (“identified, major”, 30 min old)');
    expect(line({ words: null, state: null })).toBe('“API errors”, 12:00:00 – 12:10:00 UTC. (30 min old)');
  });

  const failure = { since: NOON, problem: { kind: 'refused', status: 404 } } as const;
  test.for([
    [{}, 1, 'Read 10 min ago.'],
    [{}, 0, 'It lists no incident of this time. Read 10 min ago.'],
    [{ unreadable: 2 }, 1, 'Read 10 min ago. 2 of its entries cannot be read.'],
    [{ answeredAt: null }, 0, 'Not known: the page was not read yet.'],
    [
      { answeredAt: null, failure },
      0,
      'Not known: the page has not answered since 12:00:00 UTC. It answered HTTP 404. Check the address.',
    ],
    [
      { failure },
      0,
      'Not known since 12:30:00 UTC: the page does not answer. It answered HTTP 404. Check the address. Until then it listed no incident of this time.',
    ],
    [
      { failure: { since: NOON, problem: { kind: 'redirected', to: 'https://e.com/new' } } },
      1,
      'Not known since 12:30:00 UTC: the page does not answer. It redirects. Enter this address instead: https://e.com/new What it listed before stays.',
    ],
    [
      { answeredAt: null, failure: { since: NOON, problem: { kind: 'web-page' } } },
      0,
      'Not known: the page has not answered since 12:00:00 UTC. It is a web page for people. Enter the address of its feed, often …/history.atom, …/history.rss or …/api/v2/incidents.json.',
    ],
  ] as const)('the state of the page: %o', ([fields, listed, expected]) => {
    const incidents = listed === 0 ? [] : [incident()];
    expect(statusPageWords(page({ ...fields, incidents }), now, 'UTC').known).toBe(expected);
  });
});
