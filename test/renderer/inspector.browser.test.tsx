import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { RequestDetail, RequestSummary } from '../../src-shared/api/searches.ts';
import { Inspector } from '../../src-renderer/screens/subscriptions/inspector/Inspector.tsx';
import { START } from '../doubles/page-watch.ts';
import { renderComponent } from '../doubles/render-component.tsx';
import { click } from '../doubles/page-input.ts';

function request(number: number, part: Partial<RequestDetail> = {}): RequestDetail {
  const answer = part.answer ?? '{"pagination":{"totalHits":1},"items":[{"id":"\\u202eis-1"}]}';
  return {
    number,
    what: 'search',
    search: 'search-1',
    at: START - number * 1_000,
    status: 200,
    ms: 88,
    bytes: answer.length,
    failure: null,
    method: 'POST',
    url: 'https://acme.example/iot-connect/subscription-inventory/v2/search',
    body: '{"limit":1,"note":"it\'s"}',
    headers: [
      ['content-type', 'application/json'],
      ['x-trace', 'a\u202Eb'],
    ],
    contentType: 'application/json',
    answer,
    answerLength: answer.length,
    ...part,
  };
}
const summaryOf = ({ number, what, search, at, status, ms, bytes, failure }: RequestDetail): RequestSummary => ({
  number,
  what,
  search,
  at,
  status,
  ms,
  bytes,
  failure,
});

async function opened(...requests: RequestDetail[]) {
  let isClosed = false;
  const made = await renderComponent(
    <div style={{ position: 'fixed', inset: 0, display: 'flex', flexDirection: 'column', justifyContent: 'end' }}>
      <Inspector initialRequest={null} close={() => (isClosed = true)} />
    </div>,
  );
  const { pageSubscriptions } = made.backend;
  const say = (...all: RequestDetail[]) => {
    for (const one of all) pageSubscriptions.requests.set(one.number, one);
    pageSubscriptions.emitState({ requests: all.map(summaryOf) });
  };
  say(...requests);
  return { ...made, say, isClosed: () => isClosed };
}

const list = () => page.getByRole('list', { name: 'HTTP log, newest first' });
const chosen = () => page.elementLocator(document.querySelector('li [aria-current="true"]') ?? document.body);
const answer = () => page.getByTestId('answer');

describe('the inspector', () => {
  it('[QUERY-5] lists the last requests with their results, and follows the newest until the user chooses one', async () => {
    const { say } = await opened(request(1, { answer: '{"first":1}' }));
    await expect.element(answer()).toMatchTextContent('"first": 1');
    const refused = request(2, { what: 'search-next', status: 400, ms: 1_412, answer: '{"error":"INVALID_FILTER"}' });
    const under = request(3, {
      status: null,
      ms: null,
      bytes: null,
      answer: '',
      answerLength: 0,
      what: 'permissions',
      method: 'GET',
      body: null,
    });
    const given = request(4, { status: null, ms: 9, bytes: null, failure: 'CANCELLED', answer: '', answerLength: 0 });
    const lost = request(5, { status: null, ms: 9, bytes: null, failure: 'ECONNREFUSED', answer: '', answerLength: 0 });
    say(refused, lost, given, under, request(1));
    await expect.element(answer()).toMatchTextContent('INVALID_FILTER');
    const lines = list().getByRole('button').all();
    expect(lines.map((line) => line.element().textContent)).toEqual([
      'Failed13:59:58POST search, next page4001,412 ms',
      'Failed13:59:55POST searchECONNREFUSED9 ms',
      'Unknown13:59:56POST searchcancelled9 ms',
      'In progress13:59:57GET permissionsasking',
      'Succeeded13:59:59POST search20088 ms',
    ]);
    await click(list().getByText('cancelled'));
    await expect.element(page.getByText('It was cancelled before the service answered.')).toBeVisible();
    say(request(6), refused, lost, given);
    await expect.element(chosen()).toMatchTextContent('cancelled');
    await click(page.getByRole('button', { name: 'Follow the newest' }));
    await expect.element(chosen()).toMatchTextContent('13:59:54');
  });

  it('[QUERY-5] shows the answer of the service as plain text, up to the stored length', async () => {
    const html = '<html><img src=x onerror="document.title=1"><b>\u202Edown</b></html>';
    await opened(request(1, { status: 502, contentType: 'text/html', answer: html, answerLength: 900_000 }));
    await expect
      .element(answer())
      .toMatchTextContent('<html><img src=x onerror="document.title=1"><b>\\u{202E}down</b></html>');
    expect(answer().element().querySelector('img, b')).toBe(null);
    const view = page.getByRole('region', { name: 'Answer' });
    await expect.element(view).toMatchTextContent('900,000 characters received; the first 63 are stored and shown.');
    await expect.element(view).toMatchTextContent('Not JSON (text/html): shown as plain text');
  });

  it('[QUERY-5] shows the answer formatted or exactly as received', async () => {
    await opened(request(1, { answer: '{ "a" :1.50,\n"a":2}' }));
    await expect.element(answer()).toMatchTextContent('"a": 1.50');
    await click(page.getByRole('button', { name: 'As received' }));
    await expect.poll(() => answer().element().textContent).toBe('{ "a" :1.50,\n"a":2}');
  });

  it('[LEAK-1] offers a curl command in which the token is a variable', async () => {
    await opened(request(1));
    await click(page.getByRole('button', { name: 'As curl' }));
    const view = page.getByRole('region', { name: 'As curl' });
    await expect.element(view).toMatchTextContent('Authorization: Bearer $TOKEN');
    await expect.element(view).toMatchTextContent(String.raw`--data-raw '{"limit":1,"note":"it'\''s"}'`);
    await expect.element(view).toMatchTextContent('200 · application/json');
    await click(page.getByRole('button', { name: 'Headers' }));
    await expect
      .element(page.getByRole('region', { name: 'Headers of the answer' }))
      .toMatchTextContent(String.raw`a\u{202E}b`);
  });

  it('can be navigated, resized and closed with the keyboard', async () => {
    const { stores, isClosed } = await opened(request(2), request(1, { answer: '{"older":1}' }));
    await expect.element(answer()).toMatchTextContent('is-1');
    (list().getByRole('button').first().element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(answer()).toMatchTextContent('older');
    (page.getByRole('separator', { name: 'Height of the HTTP log' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect(stores.appearance.getState().inspectorHeight).toBe(248);
    await userEvent.keyboard('{Escape}');
    expect(isClosed()).toBe(true);
  });

  it('says so if a request is no longer stored or nothing was requested', async () => {
    const { say, backend } = await opened();
    await expect.element(page.getByText('No requests since this watch was opened.')).toBeVisible();
    backend.pageSubscriptions.requests.clear();
    backend.pageSubscriptions.emitState({ requests: [summaryOf(request(9))] });
    await expect.element(page.getByRole('alert')).toBeVisible();
    say(request(10));
    await expect.element(answer()).toMatchTextContent('is-1');
  });
});
