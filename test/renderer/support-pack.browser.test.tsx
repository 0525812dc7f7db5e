/** Tests the dialog of a support pack: the ticks at the left decide the preview at the right and the saved pack. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SupportPackView } from '../../src-renderer/components/pack/SupportPackView.tsx';
import { caseKey } from '../../src-shared/domain/cases/case-keys.ts';
import type { PackPreview, PackQuery, PackText } from '../../src-shared/api/reports.ts';
import { click, fill } from '../doubles/page-input.ts';
import { hostileTexts } from '../doubles/hostile-texts.ts';
import { renderComponent } from '../doubles/render-component.tsx';

const KEY = caseKey({ kind: 'request', requestId: 'REQ-20261121-0417' });
const own = (text: string): PackText => [{ text, masked: false }];

/** Returns the preview of the mock-up; its masks follow the ticks. */
function preview({ mask, parts }: PackQuery): PackPreview {
  const masked = (name: PackQuery['mask'][number], hidden: string, plain: string): PackText =>
    mask.includes(name) ? [{ text: hidden, masked: true }] : own(plain);
  return {
    title: own('Package change: 43 of 214 resources failed'),
    madeBy: own('Support pack by Watchfloor · made 2026-11-21 14:12:20 UTC (15:12:20 CET) · domain acme:eu'),
    blocks: [
      { kind: 'heading', text: own('What happened'), remark: [] },
      {
        kind: 'facts',
        facts: [
          { name: 'Request', value: own('REQ-20261121-0417') },
          { name: 'Change', value: own('CHANGE_SUBSCRIPTIONPACKAGE to EU-DATA-50') },
          { name: 'Company', value: masked('company', 'company 1', 'Nordwind Logistics') },
        ],
      },
      { kind: 'heading', text: own('Were we watching?'), remark: [] },
      { kind: 'lines', lines: [own('12:17:31 – 13:17:31 UTC: watched whole, no gap, 2 planned reconnects of 0.3 s.')] },
      { kind: 'heading', text: own('Failed resources'), remark: own('43, the first 5') },
      {
        kind: 'table',
        head: ['Code', 'ICCID', 'IMSI', 'MSISDN'],
        rows: Array.from({ length: 25 }, () => [
          own('73'),
          own('8949020009367345409'),
          masked('imsi', '26202·······691', '262028183761691'),
          masked('msisdn', '4915······178', '4915648842178'),
        ]),
      },
      ...(parts.includes('raw')
        ? [
            { kind: 'heading' as const, text: own('Raw event'), remark: own('unchanged, but for what is masked') },
            {
              kind: 'raw' as const,
              lines: [own('event: CMP_EVENT'), own('data: {"createdDateTime":"2026-11-21T12:47:31.882Z"}')],
            },
          ]
        : []),
    ],
    isWhole: false,
    masks: [
      { mask: 'imsi', values: 214 },
      { mask: 'msisdn', values: 214 },
      { mask: 'company', values: 1 },
      { mask: 'iccid', values: 214 },
      { mask: 'user', values: 2 },
    ],
    parts: [
      { part: 'report', count: 2 },
      { part: 'raw', count: 1 },
      { part: 'coverage', count: 3_600_000 },
      { part: 'actions', count: 0 },
      { part: 'succeeded', count: 171 },
    ],
    files: ['report.html', 'report.txt', 'events.jsonl', 'coverage.json'].map((name) => ({ name, bytes: 9_000 })),
    bytes: 38_000,
    fileName: 'watchfloor-0417-20261121.zip',
    withheld: 0,
    cases: 1,
  };
}

async function shown(seen: (query: PackQuery) => PackPreview = preview, name = 'Ines Duarte') {
  const subject: PackQuery['of'] = { kind: 'cases', keys: [KEY] };
  let closed = 0;
  const dialog = (
    <SupportPackView subject={subject} description="Package change 0417, 43 failures" close={() => (closed += 1)} />
  );
  const rendered = await renderComponent(null);
  rendered.backend.pageCases.preview = seen;
  rendered.stores.person.setName(name);
  await rendered.rerender(dialog);
  await expect.element(page.getByRole('article')).toBeVisible();
  return { ...rendered, closed: () => closed };
}

const paper = () => page.getByRole('article').element();
const asked = (backend: Awaited<ReturnType<typeof shown>>['backend']) => backend.calls.inputsOf('packs.preview');

test('[PACK-1] masked values are shown in their place, and a tick changes them without scrolling the preview', async () => {
  const { backend } = await shown();
  expect([...paper().querySelectorAll('mark')].slice(0, 3).map((mark) => mark.textContent)).toEqual([
    'company 1',
    '26202·······691',
    '4915······178',
  ]);
  await expect.element(page.getByText('watchfloor-0417-20261121.zip · 38.0 kB · 4 files')).toBeVisible();
  const sheet = paper().parentElement;
  if (sheet === null) throw new Error('a page stands somewhere');
  sheet.scrollTop = 120;
  await click(page.getByLabelText('IMSI'));
  await expect.poll(() => paper().textContent).toContain('262028183761691');
  expect(sheet.scrollTop).toBe(120);
  expect(asked(backend).at(-1)?.mask).toEqual(['msisdn', 'company']);
  await click(page.getByLabelText('Raw events'));
  await expect.poll(() => paper().textContent).not.toContain('event: CMP_EVENT');
  await expect.element(page.getByText('Tokens and sign-in are never in a pack.')).toBeVisible();
});

test('[PACK-1] Ctrl+S saves the previewed pack and stores the ticket with the case, and Escape closes', async () => {
  const { backend, closed } = await shown();
  await fill(page.getByLabelText(/Provider’s ticket/), '88213');
  await expect.poll(() => asked(backend).at(-1)?.ticket).toBe('88213');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(page.getByText('/home/o/support-pack.zip')).toBeVisible();
  expect(backend.calls.inputsOf('packs.save')).toEqual([asked(backend).at(-1)]);
  await expect
    .poll(() => backend.pageCases.actions.map(({ author, subjects, what }) => [author.name, subjects, what]))
    .toEqual([['Ines Duarte', [KEY], { kind: 'pack', ticket: '88213' }]]);
  // The pack is already saved, so nothing is saved again.
  await userEvent.keyboard('{Control>}s{/Control}');
  expect(backend.calls.inputsOf('packs.save')).toHaveLength(1);
  await userEvent.keyboard('{Escape}');
  expect(closed()).toBe(1);
});

test('[PACK-1] a user without a name enters it in the pack, and saving in a browser downloads the file', async () => {
  const { backend } = await shown(preview, '');
  backend.pageCases.saved = () => ({ fileName: 'pack.zip', path: '/data/pack.zip', href: '#/pack.zip', bytes: 1 });
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  onTestFinished(() => clicked.mockRestore());
  const save = page.getByRole('button', { name: /Save pack/ });
  await expect.element(page.getByText('Enter your name to save the pack.')).toBeVisible();
  await expect.element(save).toBeDisabled();
  await fill(page.getByRole('textbox', { name: 'Your name' }), 'Jonas Lind');
  await expect.poll(() => asked(backend).at(-1)?.by).toBe('Jonas Lind');
  await click(save);
  await expect.element(page.getByText('/data/pack.zip')).toBeVisible();
  expect(clicked.mock.contexts).toEqual([expect.objectContaining({ download: 'pack.zip' })]);
  await expect.poll(() => backend.pageCases.actions.map(({ author }) => author.name)).toEqual(['Jonas Lind']);
});

test('a pack that could not be saved says why, and can be saved again', async () => {
  const { backend } = await shown();
  backend.pageCases.failure = new Error('the disk is full');
  await click(page.getByRole('button', { name: /Save pack/ }));
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(backend.pageCases.actions).toEqual([]);
  backend.pageCases.failure = null;
  await click(page.getByRole('button', { name: /Save pack/ }));
  await expect.element(page.getByText('/home/o/support-pack.zip')).toBeVisible();
});

test('[PACK-1] changes that are faster than previews request only the last preview', async () => {
  const { backend } = await shown();
  const before = asked(backend).length;
  const previews = () => asked(backend).length - before;
  backend.calls.hold('packs.preview');
  await userEvent.type(page.getByLabelText(/Provider’s ticket/), '88213');
  await click(page.getByLabelText('IMSI'));
  expect(previews()).toBe(1);
  backend.calls.release();
  await expect.poll(previews).toBe(2);
  backend.calls.release();
  await expect.poll(() => paper().textContent).toContain('262028183761691');
  expect(previews()).toBe(2);
  expect(asked(backend).at(-1)).toMatchObject({ ticket: '88213', mask: ['msisdn', 'company'] });
});

test('[PAGE-173] text from outside in a preview is shown as text and never runs', async () => {
  const told: PackText = [
    { text: hostileTexts.join(' '), masked: false },
    { text: hostileTexts.join(' '), masked: true },
  ];
  await shown((query) => ({
    ...preview(query),
    title: told,
    madeBy: told,
    blocks: [
      { kind: 'heading', text: told, remark: told },
      { kind: 'facts', facts: [{ name: hostileTexts.join(' '), value: told }] },
      { kind: 'lines', lines: [told] },
      { kind: 'table', head: ['Code'], rows: [[told]] },
      { kind: 'raw', lines: [told] },
    ],
  }));
  expect(document.documentElement.dataset['harmed']).toBeUndefined();
  expect(paper().querySelectorAll('a, img, script, iframe, [onerror], [onload]')).toHaveLength(0);
  expect(paper().textContent).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
});
