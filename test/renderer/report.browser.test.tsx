/** Tests the shift report on the page: its contents, its span and its actions. */
import { expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { type Cause, type ConsequenceKind } from '../../src-shared/domain/cases/case-keys.ts';
import type { CauseLine, ReportQuery, ShiftReport } from '../../src-shared/api/reports.ts';
import { caseKey } from '../../src-shared/domain/cases/case-keys.ts';
import { click, fill } from '../doubles/page-input.ts';
import { hostileName, hostileTexts } from '../doubles/hostile-texts.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { START } from '../doubles/page-watch.ts';
import { printedPictures } from '../doubles/printed-pictures.ts';
import { renderWatching } from '../doubles/render-app.tsx';
import { aCauseLine, aShiftReport } from '../doubles/shift-report.ts';

const HOUR = 3_600_000;
const INES = { id: 'ines', name: 'Ines Duarte' };

function line(operation: string, code: string, consequence: ConsequenceKind, part: Partial<CauseLine>): CauseLine {
  const cause: Cause = { kind: 'localization', operation, type: null, code };
  return aCauseLine(cause, { consequence, ...part });
}

/** Returns the report of the mock-up. */
function shift(query: ReportQuery): ShiftReport {
  const at = (minutes: number) => query.from + minutes * 60_000;
  const localizations = [
    line('PROVISIONED', 'PROVISION_PROFILE_FAILED', 'unusable', {
      countries: [{ country: 'ES', count: 2 }],
      opened: 2,
      open: 2,
    }),
    line('ACTIVATED', 'PROFILE_LOCK_CONFLICT', 'not-known', {
      countries: [{ country: 'CH', count: 1 }],
      opened: 1,
      open: 1,
    }),
    line('FALLBACK_SET', 'SET_FALLBACK_PROFILE_FAILED', 'may-swap-back', {
      countries: [
        { country: 'DE', count: 3 },
        { country: 'PL', count: 1 },
      ],
      opened: 4,
      endedWell: 1,
      open: 3,
    }),
    line('DOWNLOADED', 'START_PROFILE_DOWNLOAD_FAILED', 'unchanged', {
      countries: [
        { country: 'DE', count: 8 },
        { country: 'FR', count: 3 },
      ],
      opened: 16,
      endedWell: 7,
      open: 9,
    }),
  ];
  const [provisioning, unknown] = localizations;
  if (provisioning === undefined || unknown === undefined) throw new Error('there are four');
  const acted = { cases: 9, key: null, failedAgainAt: null, text: '', cause: provisioning.cause };
  return aShiftReport(query, {
    coverage: {
      watchedMs: 8 * HOUR - 257_000,
      blindMs: 252_000,
      reconnectMs: 5_000,
      unknownMs: 0,
      gaps: [{ from: at(322), to: at(326), lengthMs: 252_000, reason: 'seat-taken' }],
      reconnects: 16,
    },
    localizations,
    requestOutcomes: [
      { outcome: 'succeeded', count: 41 },
      { outcome: 'partial', count: 5 },
    ],
    openRequests: [
      {
        key: caseKey({ kind: 'request', requestId: 'REQ-1' }),
        operation: 'CHANGE_SUBSCRIPTIONPACKAGE',
        outcome: 'partial',
        size: 214,
        failed: 43,
        at: at(409),
        causes: [
          { type: 'DCP_ERROR', code: '73', count: 31 },
          { type: 'DCP_ERROR', code: '70', count: 11 },
        ],
      },
    ],
    actions: [
      { ...acted, at: at(26), author: { id: 'm', name: 'Mara Okafor' }, what: { kind: 'take' } },
      {
        ...acted,
        at: at(320),
        author: { id: 'j', name: 'Jonas Lind' },
        what: { kind: 'retried' },
        cases: 1,
        failedAgainAt: at(328),
      },
      { ...acted, at: at(453), author: INES, what: { kind: 'done' }, text: 'Meter in a basement' },
    ],
    handOver: [
      {
        ...provisioning,
        nobodys: 0,
        owner: INES,
        ticket: '88213',
        note: { text: 'No answer yet.', author: INES, at: at(400) },
        isMuted: false,
        shift: null,
      },
      { ...unknown, nobodys: unknown.open, owner: null, ticket: null, note: null, isMuted: false, shift: null },
    ],
  });
}

async function shown(report: (query: ReportQuery) => ShiftReport = shift, hash = '#/report') {
  const backend = new PageBackend();
  backend.calls.answer('reports.report', (query) => {
    const told = report(query);
    return {
      report: told,
      masked: { ...told, actions: told.actions.map((acted) => ({ ...acted, text: '********' })) },
    };
  });
  const rendered = await renderWatching(hash, backend);
  await expect.element(page.getByRole('article')).toBeVisible();
  return rendered;
}

test('[REPORT-2] the report shows the hand-over in one line, then what was watched, what failed and who did what', async () => {
  await shown();
  await expect
    .element(page.getByRole('article').getByRole('heading', { level: 2 }))
    .toHaveTextContent('15 still open, 2 of them unusable. Blind for 4 m 12 s.');
  const text = page.getByRole('article').element().textContent;
  for (const said of [
    'Watched 7 h 55 m 43 s of 8 h.',
    'stream used by another client',
    'Provisioning failed: profile on the eUICC, unusable',
    'PROFILE_LOCK_CONFLICT: not documented by the provider',
    'DE 8, FR 3',
    'package change, 43 of 214 failed',
    '31 × DCP_ERROR 73 · 11 × DCP_ERROR 70',
    'took Provisioning failed, 9',
    'failed again',
    'Meter in a basement',
    'Provisioning failed, 2 in ES.',
    'Ticket 88213 is with the provider. No answer yet. Ines Duarte',
    'Unassigned. Ask the provider what the code means.',
  ])
    expect(text).toContain(said);
  const sum = [...page.getByRole('article').element().querySelectorAll('table tr:last-child td')].map(
    (cell) => cell.textContent,
  );
  expect(sum).toEqual(['eUICCs', '0', '23', '8', '15']);
});

test('[REPORT-1] every number and name leads to what it is about: cases, their group, a request, the coverage', async () => {
  const { backend } = await shown();
  const key = caseKey({ kind: 'eid', eid: '89049032000000000000000637051928' });
  const [made] = backend.pageCases.inputsOf('reports.report');
  if (made === undefined) throw new Error('a report was made');
  const gap = { from: made.from + 322 * 60_000 };
  const { key: cause } = line('PROVISIONED', 'PROVISION_PROFILE_FAILED', 'unusable', {});
  backend.pageCases.listCases = () => ({
    cases: Array.from({ length: 130 }, () => ({ key, as: 'open' as const, from: START, to: null })),
    more: 7,
  });
  const article = page.getByRole('article');
  const hrefOf = (name: string | RegExp) => article.getByRole('link', { name }).first().element().getAttribute('href');
  expect(
    [
      hrefOf('15 still open'),
      hrefOf('2 of them unusable'),
      hrefOf('Blind for 4 m 12 s.'),
      hrefOf(/^Provisioning failed: profile on/),
      hrefOf(/^package change/),
      hrefOf('41 completed'),
      hrefOf(/^Watched 7 h/),
      hrefOf(/^\d\d:\d\d:\d\d – /),
      hrefOf(/^Provisioning failed, 2 in ES/),
      hrefOf('Unassigned.'),
    ].map((href) => decodeURIComponent(href ?? '')),
  ).toEqual([
    '#/report?cases=open/localization',
    `#/report?cases=open/${cause}`,
    '#/coverage',
    `#/localizations?group=${cause}`,
    '#/requests?case=request:REQ-1',
    '#/report?cases=succeeded/request',
    '#/coverage',
    // Its first instant still belongs to the session before it, which was watched.
    `#/coverage?at=${new Date(gap.from + 126_000).toISOString().replace('.000Z', 'Z')}`,
    `#/report?cases=open/${cause}`,
    `#/localizations?group=${line('ACTIVATED', 'PROFILE_LOCK_CONFLICT', 'not-known', {}).key}`,
  ]);
  await click(article.getByRole('link', { name: '23' }));
  await expect.poll(() => window.location.hash).toBe('#/report?cases=opened/localization');
  await expect.element(article.getByRole('link', { name: '23', expanded: true })).toBeVisible();
  const [query] = backend.pageCases.inputsOf('reports.cases');
  expect(query).toMatchObject({ column: 'opened', of: 'localization', from: made.from, to: made.to });
  const cases = article.getByRole('list', { name: 'Cases' }).getByRole('listitem');
  await expect.element(cases).toHaveLength(100);
  await click(article.getByRole('button', { name: 'Show 30 more of 30' }));
  await expect.element(cases).toHaveLength(130);
  await expect.element(article.getByText('and 7 older cases. A shorter span lists all.')).toBeVisible();
  expect(hrefOf(/637051928/)).toBe(`#/localizations?case=${key}`);
  await click(article.getByRole('link', { name: '23' }));
  await expect.poll(() => window.location.hash).toBe('#/report');
});

test('[REPORT-2] the address holds the span of the report, and a shift is chosen by day and time', async () => {
  const { backend } = await shown();
  await userEvent.selectOptions(page.getByLabelText('Span of the report'), 'Last 12 h');
  await expect.poll(() => window.location.hash).toBe('#/report?span=12h');
  await expect
    .poll(() =>
      backend.pageCases
        .inputsOf('reports.report')
        .map(({ from, to }) => (to - from) / HOUR)
        .at(-1),
    )
    .toBe(12);
  await userEvent.selectOptions(page.getByLabelText('Span of the report'), 'This shift …');
  await fill(page.getByLabelText('Shift from'), '2026-01-01T05:58');
  await fill(page.getByLabelText('Shift to'), '2026-01-01T04:00');
  await expect.element(page.getByText('The start of the shift must be before its end.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Show' })).toBeDisabled();
  await fill(page.getByLabelText('Shift to'), '2026-01-01T13:58');
  await click(page.getByRole('button', { name: 'Show' }));
  await expect
    .poll(() => backend.pageCases.inputsOf('reports.report').at(-1))
    .toMatchObject({ from: Date.UTC(2026, 0, 1, 5, 58), to: Date.UTC(2026, 0, 1, 13, 58), zone: 'UTC' });
});

test('[PAGE-258] the report is copied as Markdown, saved as HTML and printed', async () => {
  await shown();
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const printed = vi.spyOn(window, 'print').mockReturnValue();
  await click(page.getByRole('button', { name: 'Copy as Markdown' }));
  await expect.poll(() => copied.mock.calls).toEqual([['md']]);
  await click(page.getByRole('button', { name: 'Print masked' }));
  expect(printed).toHaveBeenCalledOnce();
  const saved: string[] = [];
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  await click(page.getByRole('button', { name: 'Save HTML' }));
  await expect.poll(() => saved).toEqual(['shift-report.html']);
  for (const spy of [copied, printed, clicked]) spy.mockRestore();
});

test('[PAGE-258] the printed report has its coverage as a bar', async () => {
  const { screen } = await shown();
  const [bar] = (await printedPictures(screen.container)).filter(({ height }) => height === 16);
  expect(bar?.share).toBeCloseTo(1, 1);
});

test('[EXPORT-5] the printed report is masked unless the user turns masking off, and the button says which', async () => {
  await shown();
  const print = (media: 'print' | '') => cdp().send('Emulation.setEmulatedMedia', { media });
  const seen = () => ['Meter in a basement', '********'].map((text) => document.body.innerText.split(text).length - 1);
  try {
    expect(seen()).toEqual([1, 0]);
    await print('print');
    expect(seen()).toEqual([0, 3]);
    await print('');
    await click(page.getByLabelText('Mask numbers'));
    await expect.element(page.getByRole('button', { name: 'Print as shown' })).toBeVisible();
    await print('print');
    expect(seen()).toEqual([1, 0]);
  } finally {
    await print('');
  }
});

test('[PAGE-173] text from outside is shown as text and never runs', async () => {
  const texts = hostileTexts.join(' ');
  await shown((query) => {
    const told = shift(query);
    return {
      ...told,
      domain: texts,
      by: texts,
      localizations: hostileTexts.map((text) =>
        line(text, text, 'not-known', { countries: [{ country: text, count: 1 }], open: 1 }),
      ),
      actions: told.actions.map((acted) => ({ ...acted, text: texts, author: { id: 'x', name: hostileName } })),
      handOver: told.handOver.map((group) => ({
        ...group,
        note: { text: texts, author: INES, at: START },
        ticket: texts,
      })),
    };
  });
  expect(document.documentElement.dataset['harmed']).toBeUndefined();
  expect(
    page
      .getByRole('article')
      .element()
      .querySelectorAll('a:not([href^="#/"]), img, script, iframe, [onerror], [onload]'),
  ).toHaveLength(0);
  expect(page.getByRole('article').element().textContent).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
});

test('a failed report says so, and is created again on request', async () => {
  const backend = new PageBackend();
  backend.pageCases.failure = new Error('nothing answers');
  await renderWatching('#/report', backend);
  await expect.element(page.getByText('The report could not be made.')).toBeVisible();
  backend.pageCases.failure = null;
  await click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(page.getByRole('heading', { name: 'Nothing is open. Watched without a gap.' })).toBeVisible();
});

test('[PAGE-38] a span that cannot be read is shown with the reason, and is removed from the address by one button', async () => {
  await renderWatching('#/report?span=banana&x=1', new PageBackend());
  const list = page.getByRole('list', { name: 'Parts of this address that cannot be read' });
  await expect.element(list.getByText('span=banana')).toBeVisible();
  expect(list.element().textContent).toContain('It must be hours, such as 12h, or two times');
  await click(list.getByRole('button', { name: 'Remove' }));
  await expect.poll(() => window.location.hash).toBe('#/report?x=1');
  await expect.element(list).not.toBeInTheDocument();
});
