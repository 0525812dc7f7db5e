import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { click } from '../doubles/page-input.ts';
import { documentedFailure } from '../doubles/documented-failure.ts';
import { poisonTexts } from '../doubles/poison-texts.ts';
import { eventDetailOf, renderPane } from '../doubles/render-pane.tsx';

const copied = vi.fn<(text: string) => void>();
beforeEach(() => {
  copied.mockReset();
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => copied(text));
});

const FAILED = JSON.stringify(documentedFailure());

/** Returns the rendered lines of the received text. */
function drawn(): string[] {
  return [...document.querySelectorAll('[role=treeitem]')].map((line) => line.textContent);
}

describe('a received text', () => {
  it('[PAGE-80] is formatted with its message in place, and shown exactly as received on request', async () => {
    const { pane } = await renderPane(eventDetailOf(FAILED));
    await expect.poll(() => drawn()[2]).toBe('"detailedMessage": {was JSON in a string');
    expect(drawn()[3]).toBe('"eid": "89049032000000000000898242162626",');
    await click(pane.getByRole('button', { name: 'As received' }));
    expect(pane.getByTestId('raw').element().textContent).toBe(FAILED);
    await click(pane.getByRole('button', { name: 'Copy the received text' }));
    expect(copied).toHaveBeenCalledWith(FAILED);
  });

  it('[EXPORT-21] copies the path of a clicked name', async () => {
    const { pane } = await renderPane(eventDetailOf(FAILED));
    await click(pane.getByText('"iccid"', { exact: true }));
    expect(copied).toHaveBeenCalledWith('$.detailedMessage.localizedProfile.iccid');
    await expect.element(pane.getByText('path copied', { exact: true })).toBeVisible();
  });

  it('[EXPORT-21] is folded, navigated and copied from with the keyboard', async () => {
    const { pane } = await renderPane(eventDetailOf(FAILED));
    await expect.poll(() => drawn().length).toBeGreaterThan(10);
    const whole = drawn();
    pane.getByRole('tree').element().focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowLeft}');
    expect(drawn()).toEqual([
      '{',
      whole[1],
      '"detailedMessage": { … },4 entrieswas JSON in a string',
      '"operation": "ALLOCATED",',
      '"principal": "acme:eu",',
      '"state": "FAILED"',
      '}',
    ]);
    await userEvent.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}');
    expect(drawn()).toEqual(whole);
    await userEvent.keyboard('{Control>}c{/Control}{ArrowDown}{Enter}');
    expect(copied.mock.calls.map(([text]) => text)).toEqual([
      '$.detailedMessage.localizedProfile',
      '$.detailedMessage.localizedProfile.iccid',
    ]);
  });

  it('[EXPORT-21] copies the path of the line on Ctrl+C, with a Cyrillic layout and Caps Lock too', async () => {
    const { pane } = await renderPane(eventDetailOf(FAILED));
    await expect.poll(() => drawn().length).toBeGreaterThan(10);
    const tree = pane.getByRole('tree').element();
    tree.focus();
    await expect.poll(() => tree.getAttribute('aria-activedescendant')).not.toBeNull();
    for (const key of ['с', 'C'])
      tree.dispatchEvent(new KeyboardEvent('keydown', { key, code: 'KeyC', ctrlKey: true, bubbles: true }));
    expect(copied.mock.calls).toEqual([['$'], ['$']]);
  });

  it('[STORE-20] is never shown as empty if it was damaged on the disk', async () => {
    const lost = eventDetailOf('');
    const { pane } = await renderPane({ ...lost, marks: [{ code: 'text-lost', detail: 'data' }] });
    await expect
      .element(pane)
      .toMatchTextContent(
        'The received text was damaged on the disk and cannot be shown. A copy of the store may have it.',
      );
    await expect.element(pane).not.toMatchTextContent('has no text');
  });

  it('[DECODE-5] has a remark above it if bytes were not UTF-8', async () => {
    await renderPane({
      ...eventDetailOf('{"note":"Br\uFFFDnd"}'),
      marks: [{ code: 'not-utf8', detail: '\\xF8' }],
    });
    const remark = 'Some bytes were not UTF-8; the received text has \uFFFD for them: \\xF8.';
    await expect
      .poll(() => document.querySelector('[data-testid="raw"]')?.parentElement?.textContent)
      .toContain(remark);
  });

  it('shows its full length if only its beginning is available, and formats that beginning', async () => {
    const raw = `{"list":[${'"x",'.repeat(30)}`;
    const { pane } = await renderPane({ ...eventDetailOf(raw), rawLength: 10_485_760 });
    await expect.element(pane).toMatchTextContent('10,485,760 characters were received; the first 129 are shown.');
    await expect.element(pane).toMatchTextContent('The text is incomplete.');
    expect(drawn()[0]).toBe('{');
  });
});

describe('a hostile event', () => {
  test.each(poisonTexts)('[PAGE-80] opens, and can be read as received: %s', async (_, data) => {
    const { pane } = await renderPane(eventDetailOf(data));
    await expect.element(pane.getByRole('tree')).toBeVisible();
    await expect.poll(() => drawn().length).toBeGreaterThan(1);
    await click(pane.getByRole('button', { name: 'As received' }));
    await expect.element(pane.getByRole('tree')).not.toBeInTheDocument();
    expect(pane.getByTestId('raw').element().textContent.slice(0, 2)).toBe(data.slice(0, 2));
    // The error boundary was not needed, and only visible lines are rendered.
    await expect.element(page.getByText('This part of the page has failed.')).not.toBeInTheDocument();
    expect(document.querySelectorAll('*').length).toBeLessThan(1_500);
  });

  test.each([
    ['no JSON', 'Heartbeat'],
    ['a megabyte of words', 'word and '.repeat(110_000)],
    ['many lines', 'line\n'.repeat(200_000)],
  ])('[PAGE-80] is shown as received: %s', async (_, data) => {
    const { pane } = await renderPane(eventDetailOf(data));
    await expect.element(pane.getByTestId('raw')).toMatchTextContent(data.slice(0, 4));
    await expect.element(pane.getByRole('button', { name: 'Formatted' })).not.toBeInTheDocument();
    expect(document.querySelectorAll('*').length).toBeLessThan(1_500);
  });
});
