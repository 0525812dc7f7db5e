/** Tests the query bar in a browser with real key presses. */
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { click, keyboard, fill } from '../doubles/page-input.ts';
import { chipLabels, suggestionLines, renderQueryBar } from '../doubles/render-query-bar.tsx';

const CODES = {
  code: {
    START_PROFILE_DOWNLOAD_FAILED: 171,
    START_PROFILE_ALLOCATION_FAILED: 298,
    START_PROFILE_ACTIVATION_FAILED: 41,
    PROVISION_PROFILE_FAILED: 18,
  },
  outcome: { failed: 612, succeeded: 6540 },
};
const MISTAKE = 'There is no outcome “failled”.';

describe('the query bar', () => {
  it('turns finished terms into chips, and the last chip back into text', async () => {
    const { queries, field, type } = await renderQueryBar('country:SE');
    await type('outcome:failed -code:70 ');
    expect(chipLabels()).toEqual(['country SE', 'outcome failed', 'not code 70']);
    expect(queries.at(-1)).toBe('country:SE outcome:failed -code:70');
    await keyboard('{Backspace}');
    await expect.element(field).toHaveValue('-code:70');
    expect(chipLabels()).toEqual(['country SE', 'outcome failed']);
    expect(queries.at(-1)).toBe('country:SE outcome:failed -code:70');
  });

  it('edits a chip in its place', async () => {
    const { queries, field } = await renderQueryBar('country:SE code:70');
    await click(page.getByRole('button', { name: 'country SE, change' }));
    await expect.element(field).toHaveFocus();
    await keyboard(',NO{Enter}');
    expect(chipLabels()).toEqual(['country SE, NO', 'code 70']);
    expect(queries).toEqual(['country:SE,NO code:70']);
  });

  it('selects chips with the arrow keys, negates and removes them', async () => {
    const { queries, type } = await renderQueryBar('country:SE code:70');
    await type('{ArrowLeft}-');
    expect(queries.at(-1)).toBe('country:SE -code:70');
    await userEvent.keyboard('{ArrowLeft}{Delete}');
    expect(queries.at(-1)).toBe('-code:70');
    await expect.element(page.getByText('filter 1 of 1', { exact: false })).toBeInTheDocument();
  });

  it('stays on one line and keeps the caret in view', async () => {
    const { field, type } = await renderQueryBar();
    await fill(
      field,
      'country:SE kind:LOCALIZATION -operation:ENABLED code:START_PROFILE_ALLOCATION_FAILED state:FAILED type:CMP_ERROR ',
    );
    await type('principal:a.long.name@example.com,another.one@example.com ');
    const box = field.element().closest('search')?.firstElementChild;
    expect(box?.getBoundingClientRect().height).toBe(32);
    const caret = box?.querySelector('[data-caret]')?.getBoundingClientRect();
    expect(caret?.right).toBeLessThan(box?.getBoundingClientRect().right ?? 0);
    expect(box?.scrollLeft).toBeGreaterThan(0);
  });

  it('[PAGE-90] copies the complete query as text, and accepts one', async () => {
    const { queries, field, type } = await renderQueryBar('country:SE -code:70 since:-1h');
    await type('{Control>}a{/Control}');
    const copied = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
    field.element().dispatchEvent(copied);
    expect(copied.clipboardData?.getData('text/plain')).toBe('country:SE -code:70 since:-1h');
    await keyboard('{Backspace}');
    expect(queries.at(-1)).toBe('since:-1h');
    const pasted = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
    field.element().dispatchEvent(pasted);
    await fill(field, 'outcome:failed seen:no');
    expect(chipLabels()).toEqual(['outcome failed', 'seen no']);
    expect(queries.at(-1)).toBe('outcome:failed seen:no since:-1h');
  });

  it('takes the focus with /, and Escape closes first the list, then leaves the field', async () => {
    const { field, type } = await renderQueryBar();
    await userEvent.keyboard('/');
    await expect.element(field).toHaveFocus();
    await expect.element(page.getByRole('listbox')).toBeVisible();
    await type('{Escape}');
    await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(field).not.toHaveFocus();
  });

  it('restores an edited chip on Escape, even if all text is selected', async () => {
    const { queries, field, type } = await renderQueryBar('country:SE code:70');
    await type('{Backspace}');
    await expect.element(field).toHaveValue('code:70');
    await userEvent.keyboard('{Control>}a{/Control}{Escape}');
    await expect.element(field).not.toHaveFocus();
    await expect.element(field).toHaveValue('');
    expect({ chips: chipLabels(), queries }).toEqual({ chips: ['country SE', 'code 70'], queries: [] });
  });
});

describe('completion', () => {
  it('[PAGE-90] counts values under the other filters, and lists the best matches first', async () => {
    const { backend, counted, type } = await renderQueryBar('outcome:failed code:73 since:-24h', CODES);
    await type('code:START_PROFILE_A');
    counted();
    await expect
      .poll(suggestionLines)
      .toEqual([
        'START_PROFILE_ALLOCATION_FAILED | on the eUICC, unusable | 298',
        'START_PROFILE_ACTIVATION_FAILED | on the eUICC, unusable | 41',
        'START_PROFILE_DOWNLOAD_FAILED | nothing changed | 171',
        'PROVISION_PROFILE_FAILED | on the eUICC, unusable | 18',
      ]);
    const question = backend.calls.inputsOf('timeline.facets').at(-1);
    expect(question?.fields).toEqual(['code']);
    // The last term leaves out the heartbeats that the list folds.
    expect(question?.filter.terms.map(({ kind }) => kind)).toEqual(['value', 'value', 'since', 'value']);
    await expect.element(page.getByText('Error codes that start with “START_PROFILE_A”')).toBeVisible();
  });

  it('requests the counts of a field once, however much of a value is typed', async () => {
    const { backend, counted, type } = await renderQueryBar('', CODES);
    await type('code:S');
    counted();
    await expect.poll(() => suggestionLines().length).toBe(4);
    await keyboard('TART');
    counted();
    expect(backend.calls.inputsOf('timeline.facets')).toHaveLength(1);
  });

  it('chooses a field and then its value with the arrow keys', async () => {
    const { queries, type } = await renderQueryBar();
    await type('se{ArrowDown}{Enter}{ArrowDown}{Enter}');
    expect(queries).toEqual(['seen:no']);
  });

  it('says why there are no counts while the page is not connected', async () => {
    const { backend, type } = await renderQueryBar('', CODES);
    backend.emitWire('lost');
    await type('outcome:');
    await expect.element(page.getByText('not connected: no counts')).toBeVisible();
    expect(suggestionLines()[0]).toBe('failed | did not happen | ');
    await keyboard('{Control>}a{/Control}code:');
    await expect.element(page.getByText('Not connected: the values', { exact: false })).toBeVisible();
  });
});

describe('a mistake', () => {
  it('[FILTER-2] is shown below its word, with the nearest value on Enter, and sends no query', async () => {
    const { queries, counted, field, type } = await renderQueryBar('country:SE', CODES);
    await type('outcome:failled seen:no');
    counted();
    await expect.element(page.getByText(MISTAKE)).toBeVisible();
    await expect.element(page.getByText('612 events')).toBeVisible();
    expect(document.querySelector('search [data-mistake]')?.textContent).toBe('failled');
    const [word, notice] = [document.querySelector('search [data-mistake]'), page.getByText(MISTAKE).element()];
    expect(Math.abs((word?.getBoundingClientRect().left ?? 0) - notice.getBoundingClientRect().left)).toBeLessThan(24);
    expect(queries).toEqual([]);
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    await keyboard('{Enter}');
    expect(queries).toEqual(['country:SE outcome:failed seen:no']);
  });

  it('is reported after a pause, not while its word is typed', async () => {
    const { clock, type } = await renderQueryBar();
    await type('outcome:xyz');
    await expect.element(page.getByText('There is no outcome', { exact: false })).not.toBeInTheDocument();
    clock.advance(800);
    await expect.element(page.getByText('There is no outcome “xyz”.')).toBeVisible();
  });
});

describe('the time span', () => {
  const open = () => page.getByRole('button', { name: /span of time$/ }).click();

  it('[PAGE-90] has its own control and no chip', async () => {
    const { queries } = await renderQueryBar('country:SE since:2026-11-21T13:00Z until:2026-11-21T13:20Z');
    expect(chipLabels()).toEqual(['country SE']);
    await expect.element(page.getByRole('button', { name: '21 Nov 13:00 – 13:20 UTC, span of time' })).toBeVisible();
    await open();
    await click(page.getByRole('button', { name: 'Last 1 h' }));
    expect(queries).toEqual(['country:SE since:-1h']);
  });

  it('accepts two times in the displayed zone', async () => {
    const { queries } = await renderQueryBar();
    await open();
    await fill(page.getByLabelText('From'), '2026-11-20 08:00');
    await fill(page.getByLabelText('To', { exact: true }), '2026-11-20 09:30');
    await click(page.getByRole('button', { name: 'Show', exact: true }));
    expect(queries).toEqual(['since:2026-11-20T08:00:00Z until:2026-11-20T09:30:00Z']);
  });

  it('goes to a time', async () => {
    const { wentTo } = await renderQueryBar();
    await open();
    await fill(page.getByLabelText('Go to'), '2026-11-20 08:00');
    await click(page.getByRole('button', { name: 'Go', exact: true }));
    expect(wentTo).toEqual([Date.UTC(2026, 10, 20, 8)]);
  });

  it('steps by its own length', async () => {
    const { queries } = await renderQueryBar('since:2026-11-21T13:00Z until:2026-11-21T13:20Z');
    await keyboard('{Shift>}{ArrowLeft}{/Shift}');
    expect(queries).toEqual(['since:2026-11-21T12:40:00Z until:2026-11-21T13:00:00Z']);
  });
});
