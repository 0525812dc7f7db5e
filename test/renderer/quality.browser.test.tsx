import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { QualityScreen } from '../../src-renderer/screens/quality/QualityScreen.tsx';
import { caseKey, causeKey } from '../../src-shared/domain/cases/case-keys.ts';
import { combinationKey, dayOf, type DayTally, NO_COUNTS } from '../../src-shared/domain/quality/day-tally.ts';
import { qualityLines } from '../../src-shared/domain/quality/quality-lines.ts';
import { allocationFailure } from '../doubles/case-states.ts';
import { click } from '../doubles/page-input.ts';
import { START } from '../doubles/page-watch.ts';
import { renderComponent } from '../doubles/render-component.tsx';

const DAY_MS = 86_400_000;
const TODAY = dayOf(START);

function tally(day: number, of: 'succeeded' | 'failed', country: string, count: number): DayTally {
  const cause = of === 'failed' ? allocationFailure : { ...allocationFailure, operation: 'LOCALIZED', code: null };
  const combination = combinationKey({ of, country, customer: null, cause });
  return { day, combination, counts: { ...NO_COUNTS, slots: { 3: count } } };
}

const TALLIES = [
  tally(TODAY, 'succeeded', 'SE', 95),
  tally(TODAY, 'failed', 'SE', 5),
  tally(TODAY - 1, 'succeeded', 'NO', 52),
  tally(TODAY - 1, 'failed', 'NO', 48),
  tally(TODAY - 40, 'succeeded', 'NO', 90),
  tally(TODAY - 40, 'failed', 'NO', 10),
];

const table = (name: string) => page.getByRole('region', { name, exact: true });

async function renderQuality() {
  location.hash = '#/quality';
  const rendered = await renderComponent(<p />);
  const talliesIn = (from: number, to: number) =>
    TALLIES.filter(({ day }) => day >= dayOf(from) && day <= dayOf(to - 1));
  rendered.backend.pageCases.figures = ({ from, to, kind, by }) => ({
    from,
    to,
    total: qualityLines(talliesIn(from, to), kind, []).total,
    lines: by.map((fields) => qualityLines(talliesIn(from, to), kind, fields).lines),
    retries: { recovered: [0, 32, 6, 0, 4, 2], open: [0, 0, 3, 0, 0, 0] },
    watched: {
      watchedMs: 0,
      reconnectMs: 0,
      notWatched: [{ reason: 'slept', fault: 'own', ms: 7_200_000 }],
      unknownMs: 0,
    },
    notWatched: 0.03,
    unknownDays: [(TODAY - 2) * DAY_MS],
    keptDays: 0,
    days: by.some(([field]) => field === 'day')
      ? [2, 1, 0].map((ago) => ({ from: (TODAY - ago) * DAY_MS, notWatched: ago / 4 }))
      : [],
    isBehind: false,
  });
  await rendered.rerender(<QualityScreen />);
  return rendered;
}

it('[REPORT-6] each figure has its interval and the figure of the span before, and the page says what was not watched', async () => {
  await renderQuality();
  const total = table('Localizations');
  await expect.element(total).toMatchTextContent('74 % (67 to 79 %) of 200 succeeded.');
  await expect.element(total).toMatchTextContent('The 30 days before: 90 % (83 to 94 %) of 100.');
  await expect.element(total).toMatchTextContent('Of this time, 3 % was not watched. 1 day of it is not known');
  await expect.element(total).toMatchTextContent('For 2 h this Watchfloor, its computer or its team did not watch.');
  const norway = table('By country').getByRole('row', { name: /Norway/ });
  await expect.element(norway).toMatchTextContent('100 attempts: 52 succeeded, 48 failed');
  await expect.element(norway).toMatchTextContent('52 % (42 to 62 %) of 100');
  await expect.element(norway).toMatchTextContent('90 % (83 to 94 %) of 100');
  const cause = table('By cause').getByRole('row', { name: /Allocation failed/ });
  await expect.element(cause).toMatchTextContent('27 % (21 to 33 %) of 200');
});

it('[REPORT-6] a day has its rate, its time not watched, or says that it is not known', async () => {
  await renderQuality();
  const rows = table('By day').getByRole('row');
  await expect.element(rows.nth(1)).toMatchTextContent('95 % (89 to 98 %) of 100');
  await expect.element(rows.nth(2)).toMatchTextContent('52 % (42 to 62 %) of 100, 25 % of the day not watched');
  await expect.element(rows.nth(3)).toMatchTextContent('not known: events were removed before they were counted');
});

it('[REPORT-6] the address has the span and what is counted', async () => {
  await renderQuality();
  await click(page.getByRole('button', { name: '7 days' }));
  await click(page.getByRole('button', { name: 'Requests' }));
  const total = table('Requests');
  await expect.element(total).toMatchTextContent('The 7 days before: n = 0: too few to say.');
  await expect.element(total).toMatchTextContent(/n = 0: too few to say\.\s*The 7 days before/);
  expect(location.hash).toContain('span=7d');
  expect(location.hash).toContain('of=requests');
});

it('[REPORT-6] a number opens its attempts, and the page says how many of them are no longer stored', async () => {
  const { backend } = await renderQuality();
  backend.pageCases.attempts = ({ by, values, endings, before }) => {
    expect({ by, values, endings }).toEqual({ by: ['country'], values: ['NO'], endings: ['failed'] });
    const seq = before === null ? 9 : 5;
    const attempt = { seq, at: START, key: caseKey({ kind: 'eid', eid: `8904-${seq}` }), number: 1 } as const;
    return {
      attempts: [
        { ...attempt, ending: 'failed', country: 'NO', cause: causeKey(allocationFailure), isWeakened: seq === 5 },
      ],
      next: before === null ? 6 : null,
      total: 2,
      removed: 46,
    };
  };
  await click(
    table('By country')
      .getByRole('row', { name: /Norway/ })
      .getByRole('link', { name: '48 failed' }),
  );
  const list = table('Attempts');
  await expect.element(list).toMatchTextContent('Those failed, Norway: 2 attempts. Another 46 were counted on days');
  await expect.element(list.getByRole('row').nth(2)).toMatchTextContent('failed, weakened by a gap');
  expect(
    list
      .getByRole('link')
      .elements()
      .map((link) => link.getAttribute('href')),
  ).toEqual(['#/localizations?case=eid:8904-9', '#/localizations?case=eid:8904-5']);
  await click(list.getByRole('button', { name: 'Close' }));
  expect(location.hash).toBe('#/quality');
});

it('[REPORT-6] the page says after how many retries localizations recovered, and each number opens its attempts', async () => {
  const { backend } = await renderQuality();
  const row = (name: string) => table('By retries').getByRole('row', { name: new RegExp(`^${name}`) });
  await expect.element(row('after 1 retry')).toMatchTextContent('32: 73 % (58 to 84 %) of 44');
  await expect.element(row('after 2 retries')).toMatchTextContent('6: 14 % (6 to 27 %) of 44');
  await expect.element(row('after 3 retries')).toMatchTextContent('none');
  backend.pageCases.attempts = ({ retries }) => {
    expect(retries).toEqual({ of: 'open', class: 2 });
    const at = { seq: 9, at: START, key: caseKey({ kind: 'eid', eid: '8904-9' }), number: 3, country: 'NO' };
    const attempt = { ...at, ending: 'failed' as const, cause: causeKey(allocationFailure), isWeakened: false };
    return { attempts: [attempt], next: null, total: 1, removed: 0 };
  };
  await click(row('after 2 retries').getByRole('link', { name: '3', exact: true }));
  await expect.element(table('Attempts')).toMatchTextContent('Those still open after 2 retries: 1 attempt.');
  expect(location.hash).toContain('rows=retries');
  await click(page.getByRole('button', { name: 'Requests' }));
  await expect.element(table('By retries')).not.toBeInTheDocument();
});
