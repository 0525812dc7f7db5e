import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { StoreCondition, StoreIncident } from '../../src-shared/domain/store-condition.ts';
import { click, keyboard } from '../doubles/page-input.ts';
import { OTHER_WATCH, START, watchSnapshot } from '../doubles/page-watch.ts';
import { renderApp } from '../doubles/render-app.tsx';

const incident: StoreIncident = {
  at: START - 60_000,
  kind: 'damaged',
  movedTo: '/data/events.db.damaged-1',
  missing: null,
  saved: 1_700,
  mending: { kind: 'running', share: 0.42 },
};
const backup = { kind: 'failed', at: START, reason: 'STORE_UNWRITABLE full', newest: null } as const;
const noticed = (part: Partial<StoreCondition>) =>
  watchSnapshot({ store: { incident: null, check: { kind: 'due' }, backup: { kind: 'none' }, ...part } });
const full = { code: 'STORE_UNWRITABLE', facts: { path: '/data/events.db', problem: 'full' } } as const;
const bar = page.getByRole('banner');
const notices = bar.getByRole('button', { name: /notice|Not storing/ });

describe('an incident of the store', () => {
  it('[KEEP-2] is reported on every screen during the repair, with its progress and a link to the details', async () => {
    const { backend } = await renderApp();
    for (const screen of ['timeline', 'coverage', 'data']) {
      window.location.hash = `#/${screen}`;
      backend.emit(noticed({ incident }));
      await expect.element(notices).toHaveTextContent('1 notice');
    }
    await click(notices);
    const dialog = page.getByRole('dialog', { name: '1 notice' });
    await expect
      .element(dialog)
      .toMatchTextContent(
        'The stored events were damaged, noticed 13:59:00 UTC. Restoring readable events: 1,700 events so far (42 %).',
      );
    await click(dialog.getByRole('link', { name: 'Show' }));
    await expect.element(page.getByRole('region', { name: 'The stored events were damaged' })).toBeVisible();
  });

  it('is counted with a failed copy, worst first, and the list closes with Esc', async () => {
    const { backend } = await renderApp();
    backend.emit(noticed({ incident, backup }));
    await click(notices);
    const entries = () =>
      [...document.querySelectorAll('header [role=dialog] strong')].map((title) => title.textContent);
    await expect.poll(entries).toEqual(['The stored events were damaged', 'The store could not be copied']);
    await keyboard('{Escape}');
    await expect.poll(entries).toEqual([]);
    await expect.element(notices).toHaveFocus();
  });
});

it('[PAGE-421] a page that stayed open over an update says so and offers to reload it', async () => {
  const { backend } = await renderApp();
  const { description } = backend;
  backend.emit(watchSnapshot());
  await expect.element(page.getByTestId('signal')).toMatchTextContent('Watching');
  backend.emitWire('lost');
  await expect.element(page.getByTestId('signal')).toMatchTextContent('Not connected');
  backend.description = { ...description, version: '99.0.0' };
  backend.emitWire('open');
  backend.emit(watchSnapshot());
  await click(notices);
  const dialog = page.getByRole('dialog', { name: '1 notice' });
  await expect
    .element(dialog)
    .toMatchTextContent(
      `Watchfloor now runs version 99.0.0, noticed 14:00:00 UTC. This page is of version ${description.version}. Reload it`,
    );
  await expect.element(dialog.getByRole('button', { name: 'Reload' })).toBeVisible();
});

describe('a store that cannot be written', () => {
  const storage = { kind: 'failing', since: START, error: full, waiting: 1_204 } as const;

  it('[PAGE-13] is reported by the bar although the stream is watched', async () => {
    const { backend, clock } = await renderApp();
    backend.emit(watchSnapshot({ storage }));
    backend.advanceAndRepeat(clock, 9_000);
    await expect.element(page.getByTestId('not-storing')).toMatchTextContent('Not storing 9 s');
    await expect.element(page.getByTestId('signal')).toMatchTextContent('Watching');
    await expect.element(bar).toMatchTextContent('since 14:00:00 UTC · 1,204 events wait in memory');
    await expect
      .element(bar.getByRole('alert'))
      .toMatchTextContent('No space is left to store events in /data/events.db. Free some space on this disk.');
    expect(getComputedStyle(page.getByTestId('signal').element()).color).not.toBe('rgb(53, 181, 138)');
  });

  it('[PAGE-13] is reported in the rail, even for a watch that is not shown', async () => {
    const { backend } = await renderApp();
    backend.emit(watchSnapshot({ watch: OTHER_WATCH, storage }), watchSnapshot());
    const entries = page.getByRole('list', { name: 'Watched profiles' }).getByRole('button');
    await expect.element(entries.first()).toMatchTextContent('Not storing');
    expect(entries.elements().map((entry) => entry.querySelector('[data-hue]')?.getAttribute('data-hue'))).toEqual([
      '--failed',
      '--succeeded',
    ]);
    backend.emitWire('lost');
    await expect.element(entries.first()).toMatchTextContent('Not connected');
  });

  it('[KEEP-2] is not reported while the page is not connected', async () => {
    const { backend } = await renderApp();
    backend.emit(noticed({ incident }));
    await expect.element(notices).toBeVisible();
    backend.emitWire('lost');
    await expect.element(notices).not.toBeInTheDocument();
  });
});
