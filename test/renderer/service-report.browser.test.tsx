/** Tests the service report on the page: its contents, its days, and what people write into it. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click, fill } from '../doubles/page-input.ts';
import { hostileName, hostileTexts } from '../doubles/hostile-texts.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { renderWatching } from '../doubles/render-app.tsx';
import { aServiceReport } from '../doubles/service-report.ts';

const article = page.getByRole('article');

async function shown({ report = aServiceReport(), hash = '#/report?span=2026-10' } = {}) {
  const backend = new PageBackend();
  backend.calls.answer('reports.service', () => ({ report, masked: { ...report, domain: '****' } }));
  backend.calls.answer('reports.write', () => ({ actions: ['action-1'] }));
  const rendered = await renderWatching(hash, backend);
  rendered.stores.person.setName('Ines Duarte');
  await expect.element(article.first()).toBeVisible();
  return rendered;
}

test('[REPORT-6] the page shows good, bad and not watched in one line, then targets, attempts, cases and gaps', async () => {
  const { backend } = await shown();
  expect(backend.pageCases.inputsOf('reports.service')).toMatchObject([{ first: '2026-10-01', last: '2026-10-31' }]);
  await expect
    .element(article.first().getByRole('heading', { level: 2 }))
    .toHaveTextContent('99.06 % good, 0.27 % bad, 0.67 % not watched. 2 targets missed.');
  const tables = [...article.first().element().querySelectorAll('table')].map((table) =>
    [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent)),
  );
  const [time, reasons, targets, attempts, cases, gaps] = tables;
  expect(time?.[3]).toEqual(['Not watched', '0.67 %', '5 h']);
  expect(reasons?.[1]).toEqual(['This computer was asleep', 'our side', '5 h']);
  expect(targets?.slice(1)).toEqual([
    ['Localizations that succeed: 95 % or more', '94 %', 'MISSED', '50', '60', '−10', ''],
    ['Change requests that succeed: 95 % or more', '–', 'too few to say', '–', '0', '–', ''],
    [
      'Time watched: 99.5 % or more',
      '99.32 %',
      'MISSED',
      '3 h 43 m 12 s',
      '5 h',
      '−1 h 16 m 48 s',
      'new laptop Ines Duarte',
    ],
    ['9 of 10 cases taken within 15 m', 'within 14 m', 'met', '6', '4', '2', ''],
  ]);
  expect(attempts?.[1]?.slice(0, 3)).toEqual(['Localizations', '94 % (92 to 95 %) of 1,000', '940']);
  expect(cases?.slice(1)).toEqual([
    ['Taken after', '6 m', '14 m', '60', '4'],
    ['Ended after', 'not reached', 'not reached', '60', '40'],
    ['Waiting for the provider', 'too few to say', 'too few to say', '3', '1'],
  ]);
  expect(gaps?.[1]).toEqual(['2026-10-01 05:00:00 – 10:00:00 UTC', '5 h', 'This computer was asleep', 'our side', '']);
});

test('[REPORT-6] a reason of a gap or a missed target is written on the page, and the report is made again', async () => {
  const { backend } = await shown();
  const reasons = page.getByRole('list', { name: 'Gaps and missed targets' }).getByRole('listitem');
  expect(reasons.elements().map((each) => each.textContent)).toEqual([
    'Missed: Localizations that succeed: 95 % or moreWrite why …',
    'Missed: Time watched: 99.5 % or more: new laptop Ines DuarteChange …',
    'Gap 2026-10-01 05:00:00 – 10:00:00 UTC, 5 h, This computer was asleepWrite why …',
  ]);
  await click(page.getByRole('button', { name: /^Write why … Gap/ }));
  await fill(page.getByRole('textbox', { name: 'Reason' }), 'lid closed');
  await click(page.getByRole('button', { name: 'Save', exact: true }));
  await expect
    .poll(() => backend.pageCases.inputsOf('reports.write'))
    .toMatchObject([
      { what: { kind: 'explain', of: { from: aServiceReport().gaps[0]?.from, target: null }, text: 'lid closed' } },
    ]);
  await expect.poll(() => backend.pageCases.inputsOf('reports.service')).toHaveLength(2);
  await click(page.getByRole('button', { name: /^Change … Missed/ }));
  await fill(page.getByRole('textbox', { name: 'Reason' }), '');
  await click(page.getByRole('button', { name: 'Save', exact: true }));
  await expect
    .poll(() => backend.pageCases.inputsOf('reports.write')[1])
    .toMatchObject({
      what: { kind: 'explain', of: { target: 'watched', from: aServiceReport().from }, text: '' },
    });
});

test('[REPORT-6] the targets are set on the page', async () => {
  const { backend } = await shown();
  await click(page.getByRole('button', { name: 'Set the targets …' }));
  await fill(page.getByRole('textbox', { name: 'Time watched' }), '100');
  await expect.element(page.getByText(/^Enter percents/)).toBeVisible();
  await fill(page.getByRole('textbox', { name: 'Time watched' }), '99.9');
  await fill(page.getByRole('textbox', { name: '9 of 10 cases taken' }), '30');
  await click(page.getByRole('button', { name: 'Save', exact: true }));
  await expect
    .poll(() => backend.pageCases.inputsOf('reports.write'))
    .toMatchObject([{ what: { kind: 'set-targets', targets: { success: 0.95, watched: 0.999, takenMs: 1_800_000 } } }]);
});

test('[REPORT-6] a month, days or the shift report are chosen on the page, and are in the address', async () => {
  const { backend } = await shown({ hash: '#/report?span=2026-10-02..2026-10-20' });
  expect(backend.pageCases.inputsOf('reports.service')).toMatchObject([{ first: '2026-10-02', last: '2026-10-20' }]);
  await fill(page.getByLabelText('Last day'), '2026-10-05');
  await click(page.getByRole('button', { name: 'Show' }));
  await expect.poll(() => window.location.hash).toBe('#/report?span=2026-10-02..2026-10-05');
  const select = page.getByRole('combobox', { name: 'Days of the report' });
  await select.selectOptions('Shift report');
  await expect.poll(() => window.location.hash).toBe('#/report');
  await page.getByRole('combobox', { name: 'Span of the report' }).selectOptions('Service report …');
  await expect.poll(() => window.location.hash).toMatch(/^#\/report\?span=\d{4}-\d{2}$/);
});

test('[PAGE-173] texts of people and of the service are only text in a service report', async () => {
  const texts = hostileTexts.join(' ');
  const written = { text: texts, author: { id: 'ines', name: hostileName }, at: 0 };
  const gaps = aServiceReport().gaps.map((gap) => ({ ...gap, written }));
  await shown({ report: aServiceReport({ profile: texts, domain: texts, gaps }) });
  expect(article.first().element().textContent).toContain(hostileName);
  expect(document.querySelectorAll('main img, main script, main iframe')).toHaveLength(0);
  expect(document.documentElement.dataset['harmed']).toBeUndefined();
});
