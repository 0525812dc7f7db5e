/** Goes through all screens: each list and each subject that shows data of the service has its age. */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Subject } from '../../src-shared/api/ids/subject.ts';
import type { ScreenName } from '../../src-renderer/address/screen-addresses.ts';
import type { WatchSnapshot } from '../../src-shared/api/watch.ts';
import { aBoard, aCaseDetail, aCaseSummary, aFailureGroup } from '../doubles/board.ts';
import { stormBoard } from '../doubles/busy-day.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { searchSummary } from '../doubles/page-subscriptions.ts';
import { START } from '../doubles/page-watch.ts';
import { renderWatching } from '../doubles/render-app.tsx';
import { EVENT } from '../doubles/render-timeline.tsx';
import { aRequestCase, someRequestDetail, someResources } from '../doubles/request-cases.ts';
import { cause } from '../doubles/stream-cause.ts';

const MINUTE = 60_000;
const MAIN = 'main';

interface Shown {
  readonly hash: string;
  readonly what: string;
  /** Name of its region; all of the screen if it has none. */
  readonly within: string;
  /** Its age while the page watches. */
  readonly age: string;
  /** False for what no stream updates. */
  readonly isWatched?: false;
  readonly fill: (backend: PageBackend) => void;
}

const eid = aCaseSummary({ lastAt: START - 7 * MINUTE });
const other = aCaseSummary({ lastAt: START - 90 * MINUTE }, { kind: 'eid', eid: '89049032000000000000008982421999' });
const group = aFailureGroup({ firstAt: START - 125 * MINUTE, lastAt: START - 5 * MINUTE });
const older = aFailureGroup({ cause: { ...group.cause, code: 'OTHER' }, lastAt: START - 11 * MINUTE });
const requests = [aRequestCase(9), aRequestCase(57), aRequestCase(31)];
const requestGroup = aFailureGroup({
  cause: { kind: 'request', operation: 'CHANGE_SUBSCRIPTIONPACKAGE', type: 'DCP_ERROR', code: '73' },
  outcome: 'partial',
  lastAt: START - 3 * MINUTE,
});

function withCases({ pageCases }: PageBackend): void {
  pageCases.board = aBoard({ groups: [older, group] });
  pageCases.storedCases = [other, eid];
  for (const one of [other, eid]) pageCases.details.set(one.key, aCaseDetail(one));
}
function withRequests({ pageCases }: PageBackend): void {
  pageCases.board = aBoard({ groups: [requestGroup] });
  pageCases.values = () => [{ value: 'Acme', across: requestGroup.key, count: 1, failedResources: 43 }];
  pageCases.storedCases = requests;
  for (const one of requests) {
    pageCases.details.set(one.key, aCaseDetail(one, { attempts: [] }));
    pageCases.requests.set(one.key, someRequestDetail(one));
    pageCases.resources.set(one.key, someResources(214, 43));
  }
}
const SUBJECT: Subject = {
  value: '8946200011660309494',
  at: START,
  from: null,
  to: null,
  ids: [{ kind: 'iccid', value: '8946200011660309494', joined: null }],
  contradictions: [],
  events: [],
  hasMore: false,
  rows: [],
  hasMoreRows: false,
  case: null,
  gaps: [],
  gapCount: 0,
  notRecorded: null,
  storedSince: 0,
  lastEventAt: START - 42 * MINUTE,
};
const keyOf = (key: string) => encodeURIComponent(key);

/** A screen is here with each list and subject that it can show, or with the reason why it needs no age. */
const SCREENS: Readonly<Record<ScreenName, readonly Shown[] | string>> = {
  watch: [
    {
      hash: '#/watch',
      what: 'figures and groups',
      within: 'Watch',
      age: 'Last reported 13:55:00 UTC, 5 m ago, the oldest 11:55:00 UTC',
      fill: withCases,
    },
    {
      hash: '#/watch',
      what: 'storm',
      within: 'Storm',
      age: 'Last reported 13:59:51 UTC, just now',
      fill: ({ pageCases }) => {
        pageCases.board = stormBoard();
      },
    },
    {
      hash: '#/watch',
      what: 'recent successes',
      within: 'Recent successes',
      age: 'Last reported 13:57:00 UTC, 3 m ago',
      fill: (backend) => backend.storeQuietly(1, { ...EVENT, outcome: 'succeeded', receivedAt: START - 3 * MINUTE }),
    },
  ],
  timeline: [
    {
      hash: '#/timeline',
      what: 'list',
      within: MAIN,
      age: 'Last reported 13:58:00 UTC, 2 m ago',
      fill: (backend) => backend.storeQuietly(30, { ...EVENT, receivedAt: START - 2 * MINUTE }),
    },
    {
      hash: '#/timeline?event=30',
      what: 'event',
      within: 'Event in full',
      age: 'Received13:58:00.000 UTC',
      isWatched: false,
      fill: (backend) => backend.storeQuietly(30, { ...EVENT, receivedAt: START - 2 * MINUTE }),
    },
  ],
  localizations: [
    {
      hash: '#/localizations',
      what: 'list by failure',
      within: MAIN,
      age: 'Last reported 13:55:00 UTC, 5 m ago',
      fill: withCases,
    },
    {
      hash: '#/localizations?by=eid',
      what: 'list by eUICC',
      within: MAIN,
      age: 'Last reported 13:53:00 UTC, 7 m ago',
      fill: withCases,
    },
    {
      hash: `#/localizations?group=${keyOf(older.key)}`,
      what: 'group',
      within: 'Failure group in full',
      age: 'Last reported 13:49:00 UTC, 11 m ago',
      fill: withCases,
    },
    {
      hash: `#/localizations?by=eid&case=${keyOf(other.key)}`,
      what: 'case',
      within: 'Case in full',
      age: 'Last reported 12:30:00 UTC, 1 h 30 m ago',
      fill: withCases,
    },
  ],
  requests: [
    {
      hash: '#/requests',
      what: 'list',
      within: MAIN,
      age: 'Last reported 13:57:00 UTC, 3 m ago',
      fill: withRequests,
    },
    {
      hash: '#/requests',
      what: 'figures by company and code',
      within: 'Where requests fail',
      age: 'Last reported 13:57:00 UTC, 3 m ago, the oldest 13:48:00 UTC',
      fill: withRequests,
    },
    {
      hash: `#/requests?case=${keyOf(requests[0]?.key ?? '')}`,
      what: 'request',
      within: 'Request in full',
      age: 'Last reported 13:09:00 UTC, 51 m ago',
      fill: withRequests,
    },
    {
      hash: `#/requests?group=${keyOf(requestGroup.key)}`,
      what: 'group',
      within: 'Failure group in full',
      age: 'Last reported 13:57:00 UTC, 3 m ago',
      fill: withRequests,
    },
  ],
  subscriptions: [
    {
      hash: '#/subscriptions',
      what: 'results',
      within: 'State of the results',
      age: 'Answered 13:39:00 UTC, 21 m ago. Begun 13:15:00 UTC: its rows differ in age.',
      isWatched: false,
      fill: ({ pageSubscriptions }) => {
        const search = searchSummary({ begunAt: START - 45 * MINUTE, askedAt: START - 21 * MINUTE });
        pageSubscriptions.state = {
          ...pageSubscriptions.state,
          searches: [{ ...search, rows: 3, pages: 3, state: { kind: 'ended', by: 'no-token' } }],
        };
      },
    },
    {
      hash: '#/subscriptions?row=7',
      what: 'subscription',
      within: 'Subscription in full',
      age: 'Received21 Nov 13:',
      isWatched: false,
      fill: ({ pageSubscriptions }) => {
        pageSubscriptions.state = { ...pageSubscriptions.state, searches: [searchSummary()] };
      },
    },
  ],
  quality: [
    {
      hash: '#/quality',
      what: 'figures',
      within: 'Localizations',
      age: 'Counted 14:00:00 UTC, just now',
      fill: () => {},
    },
  ],
  subject: [
    {
      hash: `#/subject?id=${SUBJECT.value}`,
      what: 'id',
      within: MAIN,
      age: 'Last event 13:18:00 UTC, 42 m ago',
      fill: ({ calls }) => calls.answer('ids.subject', () => SUBJECT),
    },
  ],
  access: 'the rights are read from the token, and a check has its time',
  coverage: 'shows when this Watchfloor watched, and nothing that the service reports',
  report: 'is about a span that its heading names, with the time when it was made',
  data: 'shows files of this computer',
  settings: 'shows what the user set',
};

const BLIND: Partial<WatchSnapshot> = {
  stream: { kind: 'blind', since: START - 10 * MINUTE, cause, attempt: 3, nextAttemptAt: null },
};

function shownText(within: string): string {
  const shown = within === MAIN ? page.getByRole('main') : page.getByRole('region', { name: within, exact: true });
  return (shown.query()?.textContent ?? '').replaceAll(/\s+/g, ' ');
}

const all = Object.entries(SCREENS).flatMap(([screen, shown]) =>
  typeof shown === 'string' ? [] : shown.map((one) => ({ screen, ...one })),
);

describe('[PAGE-13] every list and subject has its age', () => {
  it.each(all)('$screen: $what', async ({ hash, within, age, isWatched = true, fill }) => {
    const backend = new PageBackend();
    fill(backend);
    await renderWatching(hash, backend);
    await expect.poll(() => shownText(within)).toContain(`${age}${isWatched ? '; watching' : ''}`);
  });

  // Watch has a sentence and a row of its own for a gap, above the figures and the groups.
  it.each(all.filter(({ isWatched, screen }) => isWatched !== false && screen !== 'watch'))(
    '$screen: $what, while blind, says since when newer changes are not known',
    async ({ hash, within, age, fill }) => {
      const backend = new PageBackend();
      fill(backend);
      await renderWatching(hash, backend, BLIND);
      await expect
        .poll(() => shownText(within))
        .toContain(`${age}; not watching since 13:50:00 UTC, so newer changes are not known`);
    },
  );
});
