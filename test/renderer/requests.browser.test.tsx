/** Tests the Requests screen in a browser: the list of results and the detail of one request. */
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { click, keyboard, fill } from '../doubles/page-input.ts';
import { parseCauseKey } from '../../src-shared/domain/cases/case-keys.ts';
import { aBoard, aCaseDetail, aFailureGroup } from '../doubles/board.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { START } from '../doubles/page-watch.ts';
import { renderWatching } from '../doubles/render-app.tsx';
import { aRequestCase, someRequestDetail, someResources } from '../doubles/request-cases.ts';

const partial = aRequestCase(7);
const { request: said } = partial;
if (said === null) throw new Error('a request says something');
const done = aRequestCase(9, {
  outcome: 'succeeded',
  openedAt: null,
  cause: null,
  consequence: null,
  errorCode: null,
  request: { ...said, completed: 214, failed: 0 },
});

const aCount = (value: string | null, across: string | null, count: number, failedResources: number) => ({
  value,
  across,
  count,
  failedResources,
});
const keys = () =>
  [...document.querySelectorAll<HTMLElement>('[data-testid=requests] [data-key]')].map((line) => line.dataset['key']);
const cells = (key: string) =>
  [...(document.querySelector(`[data-testid=requests] [data-key="${key}"]`)?.children ?? [])].map(
    (cell) => cell.textContent,
  );
const opened = () => document.querySelector<HTMLElement>('[data-testid=requests] [data-opened]')?.dataset['key'];

async function requests(
  change: (backend: PageBackend) => void = () => {},
  hash = '#/requests',
  known = [done, partial],
) {
  const backend = new PageBackend();
  backend.pageCases.storedCases = known;
  for (const one of known) {
    backend.pageCases.details.set(one.key, aCaseDetail(one, { attempts: [] }));
    backend.pageCases.requests.set(one.key, someRequestDetail(one));
    backend.pageCases.resources.set(one.key, someResources(214, 43));
  }
  change(backend);
  const app = await renderWatching(hash, backend);
  return { ...app, cases: backend.pageCases };
}

describe('the screen Requests', () => {
  it('[REQ-5] lists each request in one line, with its summary, the number of failures and its owner', async () => {
    await requests();
    await expect.poll(() => keys()).toEqual([done.key, partial.key]);
    expect([cells(done.key).slice(1, 3), cells(partial.key).slice(2)]).toEqual([
      ['13:09:00', 'Package change done, 214 resources'],
      [
        'Package change: 43 of 214 resources failed',
        '171 completed, 43 failed, of 214',
        '43 of 214',
        'EU-DATA-50',
        'Acme',
        'r.albrecht',
        'Unassigned',
      ],
    ]);
    await expect.element(page.getByText('Live', { exact: true })).toBeVisible();
  });

  it('filters by a chip that shows its count and by words, and keeps the filter in the address', async () => {
    const { cases, clock } = await requests();
    const chip = page.getByRole('button', { name: /^Partial/ });
    await expect.element(chip).toHaveTextContent('PartialPartial1');
    await click(chip);
    clock.advance(300);
    await expect.poll(keys).toEqual([partial.key]);
    expect(window.location.hash).toBe('#/requests?find=outcome:partial');
    await click(chip);
    await expect.poll(() => window.location.hash).toBe('#/requests');
    await keyboard('f');
    await expect.poll(() => document.activeElement?.tagName).toBe('INPUT');
    await keyboard('code:73');
    clock.advance(300);
    await expect.poll(() => window.location.hash).toBe('#/requests?find=code:73');
    clock.advance(300);
    await expect.poll(() => cases.inputsOf('cases.list').some(({ find }) => find === 'code:73')).toBe(true);
  });

  it('[CASE-16] shows a failure group beside exactly its open requests, and takes it as one', async () => {
    const cause = parseCauseKey(partial.cause ?? '');
    if (cause === null) throw new Error('a failed request has a cause');
    const group = aFailureGroup({ cause, outcome: 'partial', open: 1, failedResources: 43, resources: 214 });
    const { cases, stores } = await requests(
      (backend) => {
        backend.pageCases.board = aBoard({ groups: [group] });
        backend.pageCases.values = ({ by }) => (by === 'target' ? [aCount('EU DATA', null, 1, 43)] : []);
      },
      `#/requests?group=${encodeURIComponent(group.key)}`,
    );
    stores.person.setName('Ines Duarte');
    const pane = page.getByRole('region', { name: 'Failure group in full' });
    await expect.element(pane).toMatchTextContent(/43 of 214 resources failed.*1 request/);
    const asked = cases.inputsOf('cases.list').map(({ of, cause: listed }) => [of, listed]);
    expect(asked.at(-1)).toEqual(['open', group.key]);
    const bar = pane.getByRole('link', { name: /EU DATA/ });
    await expect.poll(() => bar.element().getAttribute('href')).toContain('find=target:%3DEU%2520DATA');
    await keyboard('t');
    await expect.poll(() => cases.actions[0]?.subjects).toEqual([group.key]);
    await keyboard('{Escape}');
    await expect.poll(() => window.location.hash).toBe('#/requests');
  });

  it('[CASE-16] shows the failed resources of open requests by company and code, until requests are filtered', async () => {
    const causes = ['70', '73'].map((code) => `cause:request/CHANGE_SUBSCRIPTIONPACKAGE/DCP_ERROR/${code}`);
    const { cases } = await requests((backend) => {
      backend.pageCases.board = { ...aBoard(), requests: 5 };
      backend.pageCases.values = () => [
        aCount('Acme', causes[1] ?? '', 2, 43),
        aCount(null, causes[1] ?? '', 2, 0),
        aCount('Nordwind', causes[0] ?? '', 1, 8),
      ];
    });
    const table = page.getByRole('table', { name: 'Where requests fail' });
    await expect.element(table).toBeVisible();
    const lines = [...table.element().querySelectorAll('tr')].map((line) =>
      [...line.cells].map(({ textContent }) => textContent),
    );
    expect(lines).toEqual([
      ['Company', 'All', '73 Package change', '70 Package change'],
      ['All', '51 in 5 requests', '43 in 4 requests', '8 in 1 request'],
      ['Acme', '43 in 2 requests', '43 in 2 requests', '–'],
      ['Nordwind', '8 in 1 request', '–', '8 in 1 request'],
      ['not given', '? in 2 requests', '? in 2 requests', '–'],
    ]);
    expect(cases.inputsOf('cases.values')).toMatchObject([{ of: 'open', by: 'company', across: 'cause' }]);
    expect(table.element().querySelectorAll('a[tabindex="0"]')).toHaveLength(1);
    table.element().querySelector('a')?.focus();
    await keyboard('{ArrowRight}{ArrowRight}{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('8 in 1 request');
    await keyboard('{Enter}');
    await expect
      .poll(() => window.location.hash)
      .toBe(
        `#/requests?find=company:%3DNordwind&group=${encodeURIComponent(causes[0] ?? '')
          .replaceAll('%2F', '/')
          .replaceAll('%3A', ':')}`,
      );
    await expect.element(table).not.toBeInTheDocument();
  });

  it('[FILTER-8] says which identifier it looks for, below the field while it has the focus, and where nothing matches', async () => {
    const { clock } = await requests();
    const note = page.getByText('Searched for 12345678.').first();
    await keyboard('f');
    await expect.poll(() => document.activeElement?.tagName).toBe('INPUT');
    await keyboard('1234-5678');
    await expect.element(note).toBeVisible();
    expect(document.activeElement?.getAttribute('aria-describedby')).toBe(note.element().id);
    await keyboard('{Enter}');
    clock.advance(300);
    await expect
      .element(page.getByText('No request matches.').element().parentElement)
      .toHaveTextContent('No request matches.Searched for 12345678.Show all requests');
  });

  it('[REQ-2] shows the true result of a request, the claim of the envelope, the counters and the causes of failures', async () => {
    await requests(undefined, `#/requests?case=${partial.key}`);
    const pane = page.getByRole('complementary', { name: 'Request' });
    await expect
      .element(pane.getByRole('region', { name: 'Result now' }))
      .toHaveTextContent(
        '171 were moved. 43 stay in the package they were in.' +
          'The envelope says COMPLETED; the resources say otherwise, and Watchfloor uses those.' +
          '171 completed, 43 failed, of 214171completed43failed0rejected0canceled0pending0in progress' +
          'The counters add up to size 214, and 214 resources are listed.',
      );
    const why = document.querySelectorAll('[aria-label="Why they failed"] li');
    expect([...why].map(({ textContent }) => textContent)).toEqual([
      '31Already in this packageNothing to move. Do nothing, unless the list was wrong.73DCP_ERROR',
      '11State refusedTheir state cannot be changed to the requested one. The document gives 70 for state changes; this is a package change.Provider says “Cannot change the state”70DCP_ERROR',
      "1Not in the provider's documentProvider says “Package quota exceeded for contract”118DCP_ERROR",
    ]);
  });

  it('[REQ-5] shows a request that loads slower than updates arrive, with one load at a time', async () => {
    const { cases } = await requests(({ calls }) => calls.hold('cases.detail'), `#/requests?case=${partial.key}`);
    const loads = () => cases.inputsOf('cases.detail').length;
    await expect.poll(loads).toBe(1);
    for (const at of [1, 2, 3]) cases.emit({ ...aBoard(), at: START + at });
    await expect.element(page.getByTestId('requests')).toBeVisible();
    expect(loads()).toBe(1);
    cases.release();
    const pane = page.getByRole('complementary', { name: 'Request' });
    await expect.element(pane.getByRole('region', { name: 'Result now' })).toBeVisible();
    await expect.poll(loads).toBe(2);
  });

  it('shows the type, the code and the sentence of a resource at its code', async () => {
    await requests(undefined, `#/requests?case=${partial.key}`);
    const grid = page.getByRole('grid', { name: 'Resources of the request' });
    await userEvent.hover(grid.getByText('70', { exact: true }).first());
    await expect.element(page.getByRole('tooltip')).toMatchTextContent('DCP_ERROR 70');
  });

  it('[REQ-5] lists the failed resources, all resources, or those of one error, as the address says', async () => {
    const { cases } = await requests(undefined, `#/requests?case=${partial.key}`);
    const grid = page.getByRole('grid', { name: 'Resources of the request' });
    await expect.element(grid).toHaveAttribute('aria-rowcount', '44');
    await click(page.getByRole('button', { name: 'All 214' }));
    await expect.element(grid).toHaveAttribute('aria-rowcount', '215');
    expect(window.location.hash).toContain('resources=all');
    await click(page.getByRole('button', { name: /State refused/ }));
    await expect.element(grid).toHaveAttribute('aria-rowcount', '11');
    expect(window.location.hash).toContain('resources=DCP_ERROR/70');
    expect(cases.inputsOf('cases.resources').at(-1)).toMatchObject({
      failed: false,
      cause: { type: 'DCP_ERROR', code: '70' },
      from: 0,
    });
    await click(page.getByRole('button', { name: /State refused/ }));
    await expect.element(grid).toHaveAttribute('aria-rowcount', '44');
  });

  it('[REQ-5] links each id to its history, and the marked resource to its subscription', async () => {
    await requests(undefined, `#/requests?case=${partial.key}`);
    const id = page.getByRole('link', { name: '8949020000000000002', exact: true });
    await expect.element(id).toHaveAttribute('href', '#/timeline?q=iccid:%3D8949020000000000002');
    await userEvent.click(
      page.elementLocator(document.querySelector('[data-testid=request-resources] [data-key="2"] td') ?? document.body),
    );
    await expect
      .element(page.getByRole('link', { name: 'Find the subscription' }))
      .toHaveAttribute('href', '#/subscriptions?find=8949020000000000002');
    await expect
      .element(page.getByRole('link', { name: 'History of MSISDN' }))
      .toHaveAttribute('href', '#/timeline?q=msisdn:%3D49150000000002');
  });

  it('[PAGE-3] does not move while a request is open, counts new ones, and shows them on request', async () => {
    const { clock, cases } = await requests(undefined, `#/requests?case=${partial.key}`);
    await expect.poll(opened).toBe(partial.key);
    cases.storedCases = [aRequestCase(12), aRequestCase(11), ...cases.storedCases];
    cases.emit(aBoard({ at: START + 1_000, upTo: 12 }));
    await expect
      .poll(() => {
        clock.advance(1_000);
        return document.body.textContent.includes('2 new');
      })
      .toBe(true);
    expect(keys()).toEqual([done.key, partial.key]);
    await click(page.getByRole('button', { name: '2 new' }));
    await expect.poll(keys).toEqual(['request:REQ-12', 'request:REQ-11', done.key, partial.key]);
  });

  it('shows no rows of the previous filter if the next one cannot be read, but the error', async () => {
    const { cases, clock } = await requests();
    const chip = page.getByRole('button', { name: /^Failed/ });
    await expect.element(chip).toHaveTextContent('FailedFailed0');
    cases.failure = new Error('No answer.');
    await click(chip);
    clock.advance(300);
    await expect.element(page.getByText('Requests could not be read.')).toBeVisible();
    expect([keys(), chip.element().textContent]).toEqual([[], 'FailedFailed']);
    await expect.element(page.getByText('Live', { exact: true })).not.toBeInTheDocument();
    cases.failure = null;
    await click(page.getByRole('button', { name: 'Try again' }));
    await expect.element(page.getByText('No request matches.')).toBeVisible();
  });

  it('[PAGE-109] dims the rows of the previous filter and hides its counts until the next one answers', async () => {
    const { cases, clock } = await requests();
    await expect.poll(keys).toHaveLength(2);
    cases.hold();
    const chip = page.getByRole('button', { name: /^Partial/ });
    await click(chip);
    const dimmed = () =>
      document.querySelectorAll('[data-testid=requests] [data-key]').length > 0 &&
      document.querySelector('[data-testid=requests]')?.closest('[data-stale=true]') !== null;
    await expect
      .poll(() => {
        clock.advance(300);
        return dimmed();
      })
      .toBe(true);
    expect([keys(), chip.element().textContent]).toEqual([[done.key, partial.key], 'PartialPartial']);
    cases.release();
    await expect.poll(keys).toEqual([partial.key]);
    expect([dimmed(), chip.element().textContent]).toEqual([false, 'PartialPartial1']);
  });

  it('does not call the list live if it could not be refreshed, and refreshes it on request', async () => {
    const { clock, cases } = await requests();
    await expect.poll(keys).toHaveLength(2);
    cases.failure = new Error('No answer.');
    cases.emit(aBoard({ at: START + 1_000, upTo: 12 }));
    const status = page.getByRole('status').filter({ hasText: 'Could not be refreshed' });
    await expect
      .poll(() => {
        clock.advance(1_000);
        return status.elements().length;
      })
      .toBe(1);
    await expect.element(page.getByText('Live', { exact: true })).not.toBeInTheDocument();
    cases.failure = null;
    await click(status.getByRole('button', { name: 'Try again' }));
    await expect.element(page.getByText('Live', { exact: true })).toBeVisible();
  });

  it('opens, steps through and closes requests by key', async () => {
    await requests();
    await expect.poll(keys).toHaveLength(2);
    await userEvent.keyboard('jj{Enter}');
    await expect.poll(opened).toBe(partial.key);
    await userEvent.keyboard('k');
    await expect.poll(opened).toBe(done.key);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => window.location.hash).toBe('#/requests');
  });

  it('[REQ-5] shows when the request was created and updated in the shown zone', async () => {
    await requests(undefined, `#/requests?case=${partial.key}`);
    const facts = page.getByRole('region', { name: 'Who and when' });
    await expect.element(facts).toMatchTextContent('Created21 Nov 12:47:31.882 UTC');
    await expect.element(facts).toMatchTextContent('Last updated21 Nov 12:47:40.000 UTC');
  });

  it('[CASE-11] offers only a note on a request that succeeded', async () => {
    await requests(undefined, `#/requests?case=${done.key}`);
    await expect.element(page.getByRole('button', { name: /^Note/ })).toBeVisible();
    for (const name of [/^Take/, /^Done/, /^Mute/])
      await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument();
  });

  it('[OWN-4] takes a request with T, after it asked for the name of the user', async () => {
    const { cases } = await requests(undefined, `#/requests?case=${partial.key}`);
    await expect.element(page.getByRole('button', { name: /^Take/ })).toBeVisible();
    await keyboard('t');
    await fill(page.getByRole('textbox', { name: /name/i }), 'Ines Duarte');
    await keyboard('{Enter}');
    await expect
      .poll(() => cases.actions.map(({ subjects, what, author }) => [subjects, what, author.name]))
      .toEqual([[[partial.key], { kind: 'take' }, 'Ines Duarte']]);
  });

  it('opens a support pack with P and the received text with V', async () => {
    await requests(undefined, `#/requests?case=${partial.key}`);
    await expect.element(page.getByRole('button', { name: /^Support pack/ })).toBeVisible();
    await keyboard('p');
    await expect.element(page.getByRole('dialog', { name: /Support pack/ })).toBeVisible();
    await keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await keyboard('v');
    await expect.element(page.getByRole('button', { name: /^Received text/ })).toHaveAttribute('aria-expanded', 'true');
  });

  it('[PAGE-220] says that there are no requests only after every stored event was read', async () => {
    const { cases, clock } = await requests(
      ({ pageCases }) => (pageCases.board = aBoard({ behind: 5 })),
      '#/requests',
      [],
    );
    await expect.element(page.getByText('Stored events are being read …')).toBeVisible();
    cases.emit(aBoard({ behind: 0 }));
    clock.advance(3_000);
    await expect.element(page.getByText('No change requests yet.')).toBeVisible();
  });
});
