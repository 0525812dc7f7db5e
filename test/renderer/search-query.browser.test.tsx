import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { NotAccepted, RequestDetail, SearchSummary } from '../../src-shared/api/searches.ts';
import { SearchQuery, type SearchQueryProps } from '../../src-renderer/screens/subscriptions/query/SearchQuery.tsx';
import { parseSearchBody } from '../../src-shared/service/search-body.ts';
import { click, keyboard, fill } from '../doubles/page-input.ts';
import { watchSnapshot, WATCH } from '../doubles/page-watch.ts';
import { searchSummary } from '../doubles/page-subscriptions.ts';
import { renderComponent } from '../doubles/render-component.tsx';

const START = Date.UTC(2026, 10, 21, 14);
const ID = 'iotSubscription.iotSubscriptionId';

/** Renders the query of a search as the screen does, and records the queries that it sends. */
async function shown(body?: string, part: Partial<SearchQueryProps> = {}) {
  const asked: string[] = [];
  const query = (more: Partial<SearchQueryProps> = {}) => (
    <SearchQuery
      state={null}
      lastSearch={null}
      unavailable={null}
      onSearch={(text) => asked.push(text)}
      onCompare={() => undefined}
      isInspecting={false}
      onRequests={() => undefined}
      columnChooser={null}
      receivedFields={['state']}
      {...part}
      {...more}
    />
  );
  const made = await renderComponent(query());
  await expect.element(page.getByRole('button', { name: 'Form', exact: true })).toBeVisible();
  if (body !== undefined) made.stores.searchDraft.setBody(body);
  return {
    ...made,
    asked,
    text: () => made.stores.searchDraft.getState().text,
    parts: () => {
      const read = parseSearchBody(made.stores.searchDraft.getState().text);
      return read.kind === 'body' ? read.parts : read;
    },
    again: (more: Partial<SearchQueryProps>) => made.rerender(query(more)),
  };
}
const field = (name: string) => page.getByRole('textbox', { name });
const json = () => page.getByRole('textbox', { name: 'The query as JSON' });
const adder = () => page.getByRole('combobox', { name: 'Add a part of the query' });

describe('the three views of a query', () => {
  it('[BODY-1] edit one body: the form leaves all other JSON unchanged, and the body is sent as written', async () => {
    const { asked, text } = await shown('{"x": 1.50,\n "limit": 100, "filters": [{"type":"odd"}]}');
    await expect.element(page.getByRole('button', { name: '2 more in JSON' })).toBeVisible();
    await fill(field('Rows per page'), '50');
    expect(text()).toBe('{"x": 1.50,\n "limit": 50, "filters": [{"type":"odd"}]}');
    await keyboard('{Control>}2{/Control}');
    await expect.element(page.getByRole('button', { name: 'page 100' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: /^Edit page 50/ })).toBeVisible();
    await click(page.getByRole('button', { name: '2 more in JSON' }));
    await expect.element(json()).toHaveValue(text());
    await click(json());
    await keyboard('{Control>}{Enter}{/Control}');
    expect(asked).toEqual(['{"x": 1.50,\n "limit": 50, "filters": [{"type":"odd"}]}']);
  });

  it('show a mistake of the JSON at its position, link to it, and send nothing', async () => {
    const { asked } = await shown('{\n  "limit" 1\n}');
    await expect.element(page.getByText(/A form cannot show this query: mistake at line 2, column 11/)).toBeVisible();
    await click(page.getByRole('button', { name: 'Show the JSON' }));
    await click(page.getByRole('button', { name: 'Line 2, column 11' }));
    const element = json().element();
    expect(document.activeElement).toBe(element);
    expect(element instanceof HTMLTextAreaElement ? [element.selectionStart, element.selectionEnd] : null).toEqual([
      12, 13,
    ]);
    await keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByRole('button', { name: /^Search/ }).first()).toBeDisabled();
    expect(asked).toEqual([]);
  });

  it('[BODY-1] limit the JSON to a third of the page, and move nothing below it while the user types', async () => {
    const { stores, text } = await shown('{}');
    const height = () => document.querySelector('search')?.getBoundingClientRect().height ?? 0;
    stores.searchDraft.show('json');
    await fill(json(), '{\n}');
    const before = height();
    await fill(json(), `{${'\n'.repeat(400)}"limit" 1}`);
    expect(height()).toBe(before);
    // The head of the query does not count.
    expect(before - 48).toBeLessThanOrEqual(window.innerHeight / 3 + 1);
    await click(page.getByRole('button', { name: 'Line 401, column 9' }));
    const mark = document.querySelector('[data-mark=mistake]')?.getBoundingClientRect();
    expect(mark !== undefined && mark.top > 0 && mark.bottom < before).toBe(true);

    await fill(json(), '{"a":[1.0,{"b":"c"}]}');
    await click(page.getByRole('button', { name: 'Format' }));
    expect(text()).toBe('{\n  "a": [1.0, { "b": "c" }]\n}\n');
    await click(page.getByRole('button', { name: 'Insert' }));
    await click(page.getByRole('button', { name: /^filters: between/ }));
    expect(parseSearchBody(text())).toMatchObject({ parts: { changed: { max: '2026-11-21T14:00:00.000Z' } } });
    await click(page.getByRole('button', { name: 'Insert' }));
    await expect.element(page.getByRole('button', { name: 'filters: between is already there' })).toBeDisabled();
    await keyboard('{Escape}');
    expect(height()).toBe(before);
  });

  it('keep one query per watch, and the chosen view in the browser', async () => {
    const { stores, text } = await shown('{"limit":7}');
    stores.searchDraft.show('json');
    const { shown: watch } = stores.watch.getState();
    if (watch === null) throw new Error('no watch is shown');
    stores.searchDraft.close();
    expect(text()).not.toBe('{"limit":7}');
    stores.searchDraft.open(watch);
    expect([text(), stores.searchDraft.getState().view]).toEqual(['{"limit":7}', 'json']);
  });
});

describe('the form', () => {
  it('[BODY-1] reports an invalid time at its field, keeps the text, and sends nothing without it', async () => {
    const { asked, parts } = await shown('{}');
    await fill(field('Last modified from'), '2026-11-16');
    expect(parts()).toMatchObject({ changed: { min: '2026-11-16T00:00:00.000Z', max: '2099-12-31T23:59:59.999Z' } });
    await expect.element(field('Last modified to')).toHaveValue('2099-12-31 23:59:59.999');
    await fill(field('Last modified to'), '2026-11-31');
    await expect.element(page.getByText(/Write it as/)).toBeVisible();
    await keyboard('{Enter}');
    await click(field('Rows per page'));
    await click(page.getByRole('button', { name: /^Search/ }).first());
    expect(asked).toEqual([]);
    expect(document.activeElement).toBe(field('Last modified to').element());
    await fill(field('Last modified to'), '2026-11-21 14:30');
    await keyboard('{Enter}');
    expect(parts()).toMatchObject({ changed: { max: '2026-11-21T14:30:00.000Z' } });
    expect(asked).toHaveLength(1);
    await click(page.getByRole('button', { name: 'Clear the time span' }));
    expect(parts()).toMatchObject({ changed: null });
  });

  it('[BODY-1] reports a span that ends before it starts, and sends nothing until it is corrected', async () => {
    const { asked } = await shown('{}');
    await fill(field('Last modified to'), '2026-11-15');
    await fill(field('Last modified from'), '2026-11-16');
    await expect.element(page.getByText(/before the start: nothing can match/)).toBeVisible();
    await keyboard('{Enter}');
    expect(asked).toEqual([]);
    expect(document.activeElement).toBe(field('Last modified to').element());
    await fill(field('Last modified to'), '2026-11-17');
    await expect.element(page.getByText(/before the start/)).not.toBeInTheDocument();
    await keyboard('{Enter}');
    expect(asked).toHaveLength(1);
  });

  it('sorts by several fields, reverses them by a press, moves them by keys, and marks undocumented ones', async () => {
    const { parts } = await shown('{"sortBy":[{"direction":"asc","field":"iotSubscription.iotSubscriptionId"}]}');
    await click(page.getByRole('button', { name: 'Field' }));
    await expect.element(page.getByRole('button', { name: 'domainId not documented' })).toBeVisible();
    await fill(field('Name of a field'), 'state');
    await keyboard('{Enter}');
    const state = page.getByRole('button', { name: /^2 state ↑, ascending/ });
    await expect.element(state).toMatchTextContent('2 state ↑');
    await expect.element(page.getByRole('button', { name: /^2 state.*, not documented$/ })).toBeVisible();
    await click(state);
    await keyboard('{Alt>}{ArrowLeft}{/Alt}');
    expect(parts()).toMatchObject({
      sortBy: [
        { field: 'iotSubscription.state', direction: 'desc' },
        { field: ID, direction: 'asc' },
      ],
    });
    expect(document.activeElement).toBe(page.getByRole('button', { name: /^1 state ↓, descending/ }).element());
    await click(page.getByRole('button', { name: 'Remove state ↓' }));
    expect(parts()).toMatchObject({ sortBy: [{ field: ID, direction: 'asc' }] });
  });

  it('requests all fields, not none, after the last field was removed', async () => {
    const { text, parts } = await shown(`{"returnFields":["${ID}"]}`);
    await click(page.getByRole('button', { name: 'Remove iotSubscriptionId' }));
    expect([text(), parts()]).toEqual(['{}', expect.objectContaining({ returnFields: null })]);
    await expect.element(page.getByText('all fields requested')).toBeVisible();
  });
});

describe('chips', () => {
  it('[BODY-1] are written, completed, changed and undone by keys alone', async () => {
    const { asked, parts } = await shown('{}');
    await userEvent.keyboard('{Control>}2{/Control}');
    await userEvent.keyboard('/');
    expect(document.activeElement).toBe(adder().element());
    await userEvent.keyboard('so{Tab}iot{Tab}{Enter}');
    expect(parts()).toMatchObject({ sortBy: [{ field: ID, direction: 'asc' }] });
    await userEvent.keyboard('{Backspace}');
    await expect.element(adder()).toHaveValue('sort:iotSubscriptionId');
    await userEvent.keyboard(':desc{Enter}');
    expect(parts()).toMatchObject({ sortBy: [{ field: ID, direction: 'desc' }] });
    await userEvent.keyboard('{Backspace}x{Escape}');
    expect(parts()).toMatchObject({ sortBy: [{ field: ID, direction: 'desc' }] });
    await userEvent.keyboard('page:0{Enter}');
    await expect.element(page.getByRole('alert')).toMatchTextContent('Enter 1 row or more, such as 100.');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(asked).toEqual([]);
    await userEvent.keyboard('{Backspace}25{Enter}{Enter}');
    expect(asked).toHaveLength(1);
    expect(parts()).toMatchObject({ limit: 25 });

    await userEvent.keyboard('sort:domainId{Enter}');
    await click(page.getByRole('button', { name: /^Edit sort iotSubscriptionId ↓/ }));
    await userEvent.keyboard('{Control>}a{/Control}sort:state{Enter}');
    expect(parts()).toMatchObject({
      sortBy: [{ field: 'iotSubscription.state' }, { field: 'iotSubscription.domainId' }],
    });
  });
});

describe('a refused query', () => {
  const BODY = `{"filters":[{"fields":["iotSubscription.lastModifiedAt"],"type":"after","values":{"value":"2026-11-16T00:00:00.000Z"}}]}`;
  const request = {
    number: 7,
    what: 'search' as const,
    search: searchSummary().id,
    at: START,
    status: 400,
    ms: 88,
    bytes: 71,
    failure: null,
  };
  const detail: RequestDetail = {
    ...request,
    method: 'POST',
    url: 'https://acme.example/api/iot-connect/subscription-inventory/v2/search',
    body: BODY,
    headers: [],
    contentType: 'text/html',
    answer: '<h1 onclick="x()">No\u202E such filter</h1>',
    answerLength: 40,
  };
  const failed: SearchSummary = searchSummary({
    body: BODY,
    pages: 0,
    rows: 0,
    state: {
      kind: 'failed',
      error: {
        code: 'SERVICE_FAILED',
        facts: {
          what: 'search',
          problem: 'refused',
          finding: { key: 'service-refused', facts: { host: 'api.example.com', address: 'base', status: 400 } },
          status: 400,
        },
      },
      request: 7,
      goodUntil: null,
    },
  });
  const after: NotAccepted = { kind: 'filter-type', name: 'after', status: 400, at: START };

  it("[BODY-2] shows the service's own words complete and as text, what is remembered, and an alternative query", async () => {
    const { asked, backend, again, parts } = await shown(BODY);
    backend.pageSubscriptions.requests.set(7, detail);
    backend.pageSubscriptions.emitState({ notAccepted: [after] });
    await again({ lastSearch: failed, state: { requests: [request], notAccepted: [after] } });
    await click(page.getByRole('button', { name: /refused: HTTP 400 in 88 ms/ }));
    const side = page.getByRole('region', { name: 'Answer of the service' });
    await expect.element(side).toMatchTextContent(/The service refused this query\..*HTTP 400 after 88 ms/);
    await expect.element(side).toMatchTextContent('<h1 onclick="x()">No\\u{202E} such filter</h1>');
    expect(side.element().querySelector('h1')).toBeNull();
    await expect
      .element(side)
      .toMatchTextContent(
        /Remembered for .*: the filter type after is not accepted here, 21 Nov. You can still use it./,
      );
    expect(document.querySelector('[data-mark=refused]')?.textContent).toBe('"after"');

    await click(side.getByRole('button', { name: 'Forget' }));
    expect(backend.pageSubscriptions.inputsOf('subscriptions.forgetNotAccepted')).toEqual([
      { watch: WATCH, kind: 'filter-type', name: 'after' },
    ]);
    await click(side.getByRole('button', { name: 'Search with “between”' }));
    expect(asked).toHaveLength(1);
    expect(parts()).toMatchObject({ changed: { min: '2026-11-16T00:00:00.000Z' }, otherFilters: 0 });
  });

  it('[BODY-2] shows the answer of the service after a reconnection, even if it could not be read before', async () => {
    const { backend, again } = await shown(BODY);
    backend.pageSubscriptions.requests.set(7, detail);
    backend.emitWire('lost');
    await again({ lastSearch: failed, state: { requests: [request], notAccepted: [after] } });
    await click(page.getByRole('button', { name: /refused: HTTP 400 in 88 ms/ }));
    const side = page.getByRole('region', { name: 'Answer of the service' });
    await expect.element(side).not.toMatchTextContent('such filter');
    backend.emitWire('open');
    backend.emit(watchSnapshot());
    await expect.element(side).toMatchTextContent(/such filter/);
    expect(backend.pageSubscriptions.inputsOf('subscriptions.request')).toHaveLength(1);
  });

  it('marks a part that was refused before, and can be sent again', async () => {
    const { asked, again } = await shown(
      '{"sortBy":[{"direction":"desc","field":"iotSubscription.iotSubscriptionId"}]}',
    );
    const desc: NotAccepted = { kind: 'sort-direction', name: 'desc', status: 400, at: START };
    await again({ state: { requests: [], notAccepted: [desc] } });
    await expect.element(page.getByRole('button', { name: /^1 .*, not accepted here, 21 Nov$/ })).toBeVisible();
    await click(page.getByRole('button', { name: /^Search/ }).first());
    expect(asked).toHaveLength(1);
  });

  it('cannot be sent while search is unavailable, and the button says why', async () => {
    const { asked } = await shown('{}', { unavailable: 'Search needs the service' });
    await expect.element(page.getByRole('button', { name: 'Search needs the service' })).toBeDisabled();
    await keyboard('{Control>}{Enter}{/Control}');
    expect(asked).toEqual([]);
  });
});

describe('saved searches', () => {
  it('[PAGE-159] are saved under a name, renamed, deleted and restored; one of the same name is replaced only on request', async () => {
    const { backend, text } = await shown('{"limit":7}');
    await click(page.getByRole('button', { name: 'Saved searches' }));
    await click(page.getByRole('button', { name: 'Save this search …' }));
    await fill(field('Name of the search'), 'Seven');
    await click(page.getByRole('button', { name: 'Save search' }));
    await expect.element(page.getByRole('button', { name: 'Saved searches: Seven' })).toBeVisible();
    expect(backend.pageSubscriptions.saved.map(({ name, body }) => [name, body])).toEqual([['Seven', '{"limit":7}']]);

    await fill(json().or(field('Rows per page')), '8');
    await click(page.getByRole('button', { name: 'Saved searches' }));
    await click(page.getByRole('button', { name: 'Save this search …' }));
    await fill(field('Name of the search'), 'seven');
    await click(page.getByRole('button', { name: 'Replace' }));
    await expect.poll(() => backend.pageSubscriptions.saved.map(({ body }) => body)).toEqual(['{"limit":8}']);

    await click(page.getByRole('button', { name: /^Saved searches/ }));
    await click(page.getByRole('button', { name: 'Rename, delete, import, export …' }));
    await fill(field('Name of seven'), 'Eight');
    await keyboard('{Enter}');
    await expect.element(field('Name of Eight')).toBeVisible();
    await click(page.getByRole('button', { name: 'Delete Eight' }));
    await expect.element(page.getByText(/was deleted/)).toBeVisible();
    expect(backend.pageSubscriptions.saved).toEqual([]);
    await click(page.getByRole('button', { name: 'Undo' }));
    await expect.poll(() => backend.pageSubscriptions.saved.map(({ name }) => name)).toEqual(['Eight']);
    await click(page.getByRole('button', { name: 'Close' }));
    expect(text()).toBe('{"limit":8}');
  });

  it('[PAGE-159] are imported from a file next to the existing ones, and rejected entries are named', async () => {
    const { backend, stores } = await shown('{}');
    stores.savedSearches.show('manage');
    const file = new File(
      [
        JSON.stringify({
          version: 1,
          searches: [
            { id: 'a', name: 'Mine\u202E', body: '{"limit":7}' },
            { id: 'b', name: 'No body' },
          ],
        }),
      ],
      'searches.json',
    );
    await userEvent.upload(page.getByLabelText('File with saved searches'), file);
    const said = page.getByLabelText('Result of the import');
    await expect.element(said).toMatchTextContent(/^1 search was imported.“No body” was skipped: it is not a search.$/);
    expect(backend.pageSubscriptions.saved).toEqual([{ id: 'a', name: 'Mine\u202E', body: '{"limit":7}' }]);
    // The same file brought the deleted search back, so there is nothing to undo.
    await click(page.getByRole('button', { name: /^Delete Mine/ }));
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await userEvent.upload(page.getByLabelText('File with saved searches'), file);
    await expect.element(page.getByRole('button', { name: /^Delete Mine/ })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Delete Mine\\u{202E}' })).toBeVisible();
  });
});
