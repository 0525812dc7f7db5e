import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { CausePastView } from '../../src-renderer/screens/localizations/case/CausePastView.tsx';
import { causeKey } from '../../src-shared/domain/cases/case-keys.ts';
import { retryResults } from '../../src-shared/domain/quality/cause-past.ts';
import { allocationFailure } from '../doubles/case-states.ts';
import { aBoard } from '../doubles/board.ts';
import { START } from '../doubles/page-watch.ts';
import { renderComponent } from '../doubles/render-component.tsx';

const MINUTE = 60_000;
const panel = page.getByRole('region', { name: 'Its past' });

it('[REPORT-6] the past of a cause says how it ended, what a retry brought, and where there are too few to say', async () => {
  const { backend } = await renderComponent(<CausePastView cause={causeKey(allocationFailure)} />);
  backend.pageCases.past = {
    times: 12,
    isMore: false,
    last: { from: START - 60 * MINUTE, to: START - 25 * MINUTE, ended: 'well', cases: 4 },
    recovery: { halfMs: 15 * MINUTE, mostMs: null, of: 44 },
    retries: retryResults([
      ...Array.from({ length: 44 }, (_, index) => ({
        waitedMs: 10 * MINUTE,
        outcome: index < 32 ? ('succeeded' as const) : ('failed' as const),
      })),
      { waitedMs: 2 * MINUTE, outcome: 'failed' },
    ]),
    notes: [{ at: START - 30 * MINUTE, author: { id: 'a', name: 'Ines' }, text: 'Acme swaps SIMs today' }],
  };
  backend.pageCases.emit({ ...aBoard(), at: START + MINUTE });
  await expect.element(panel).toMatchTextContent('It was open 12 times before.');
  await expect
    .element(panel)
    .toMatchTextContent(
      'for 35 min, with 4 cases, and ended by a success. Half of its 44 cases recovered within 15 min, fewer than 9 of 10 recovered.',
    );
  await expect
    .element(panel.getByRole('row', { name: /after 5 to 30 min/ }))
    .toMatchTextContent('73 % (58 to 84 %) of 44');
  await expect
    .element(panel.getByRole('row', { name: /after 1 to 5 min/ }))
    .toMatchTextContent('n = 1: too few to say');
  await expect.element(panel.getByRole('list', { name: 'Newest notes' })).toMatchTextContent('Acme swaps SIMs today');
});

it('[REPORT-6] a change request has no retries, and a cause without a past says so', async () => {
  await renderComponent(<CausePastView cause={causeKey({ ...allocationFailure, kind: 'request' })} />);
  await expect.element(panel).toMatchTextContent('It was not open before, as far as cases are stored.');
  expect(panel.getByRole('table').elements()).toEqual([]);
});
