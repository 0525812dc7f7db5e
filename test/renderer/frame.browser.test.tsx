import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { StreamStatus } from '../../src-shared/api/stream/stream-status.ts';
import type { WatchSnapshot } from '../../src-shared/api/watch.ts';
import { profileIdSchema } from '../../src-shared/domain/identity.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { OTHER_WATCH, START, WATCH, watchSnapshot } from '../doubles/page-watch.ts';
import { renderApp } from '../doubles/render-app.tsx';
import { click } from '../doubles/page-input.ts';
import { cause } from '../doubles/stream-cause.ts';

const lost = { since: START - 120_000, cause, attempt: 3, nextAttemptAt: START + 4_000 };
const full = { code: 'STORE_UNWRITABLE', facts: { path: '/data/events.db', problem: 'full' } } as const;
const live: StreamStatus = { kind: 'watching', since: START, lastEventAt: START, lastHeartbeatAt: START };

/** Every state that the bar can show. */
const states: readonly [name: string, part: Partial<WatchSnapshot>][] = [
  ['watching', {}],
  ['late', { stream: { ...live, lastEventAt: START - 52_000, lastHeartbeatAt: START - 52_000 } }],
  [
    'reconnecting for a moment',
    { stream: { kind: 'reconnecting', ...lost, since: START - 3_000, lostAt: START - 3_000 } },
  ],
  ['reconnecting', { stream: { kind: 'reconnecting', ...lost, since: START - 30_000, lostAt: START - 3_000 } }],
  ['blind', { stream: { kind: 'blind', ...lost } }],
  ['seat taken', { stream: { kind: 'seat-taken', ...lost } }],
  ['sign-in needed', { stream: { kind: 'sign-in-needed', since: START - 120_000, cause, nextAttemptAt: null } }],
  ['stopped', { stream: { kind: 'stopped', since: START - 120_000 } }],
  ['not storing', { storage: { kind: 'failing', since: START, error: full, waiting: 3 } }],
  ['read-only', { storage: { kind: 'read-only', error: full } }],
  [
    'noticing',
    {
      store: {
        incident: null,
        check: { kind: 'due' },
        backup: { kind: 'failed', at: START, reason: 'STORE_UNWRITABLE full', newest: null },
      },
    },
  ],
];

const boxOf = (element: Element | null) => {
  const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
  return [x, y, width, height].join(' ');
};
const places = () => ({
  bar: boxOf(document.querySelector('header')),
  strip: boxOf(document.querySelector('[aria-label="Coverage of the last 24 hours"]')),
  screen: boxOf(document.querySelector('main')),
  head: boxOf(document.querySelector('[role=grid] thead')),
  row: boxOf(document.querySelector('[role=grid] tbody tr[data-key]')),
});
const inside = (element: Element | null) => {
  const box = element?.getBoundingClientRect() ?? new DOMRect();
  return box.width > 0 && box.left >= 0 && box.right <= window.innerWidth;
};

describe('the page frame', () => {
  it.each([
    [1440, 900],
    [900, 600],
  ])('[PAGE-441] does not move by a pixel in any state at a width of %i px', async (width, height) => {
    const { backend } = await renderApp();
    await page.viewport(width, height);
    backend.storeQuietly(5);
    backend.emit(watchSnapshot());
    await expect.poll(() => places().row).not.toBe('0 0 0 0');
    const still = places();
    for (const [name, part] of states) {
      backend.emit(watchSnapshot(part));
      await expect.poll(() => [name, places()]).toEqual([name, still]);
    }
    backend.emitWire('lost');
    await expect.element(page.getByTestId('signal')).toMatchTextContent('Not connected');
    expect(places()).toEqual(still);
  });

  it('[PAGE-441] keeps the signal and the time zone visible in every state, from 1440 down to 450 px wide', async () => {
    // This screen renders the least, and each state renders it completely.
    const { backend } = await renderApp(new PageBackend(), '#/settings?part=appearance');
    for (const width of [1440, 900, 720, 450]) {
      await page.viewport(width, 600);
      for (const [name, part] of states) {
        backend.emit(watchSnapshot(part));
        const seen = () => ({
          name,
          width: window.innerWidth,
          signal: inside(document.querySelector('[data-testid=signal]')),
          zone: inside(document.querySelector('header fieldset')),
          overflows: document.querySelector('header')?.scrollWidth !== document.querySelector('header')?.clientWidth,
        });
        await expect.poll(seen).toEqual({ name, width, signal: true, zone: true, overflows: false });
      }
    }
  });

  it('[STREAM-18] marks the strip and the screen as stale while blind or not connected, and removes the mark afterwards', async () => {
    const { backend } = await renderApp();
    backend.emit(watchSnapshot());
    const stale = () =>
      [...document.querySelectorAll('[data-stale]')].map((region) => region.getAttribute('data-stale'));
    // Strip, screen, and the rows of the previous query (none here).
    await expect.poll(stale).toEqual(['false', 'false', 'false']);
    backend.emit(watchSnapshot({ stream: { kind: 'blind', ...lost } }));
    await expect.poll(stale).toEqual(['true', 'true', 'false']);
    backend.emit(watchSnapshot());
    await expect.poll(stale).toEqual(['false', 'false', 'false']);
    backend.emitWire('lost');
    await expect.poll(stale).toEqual(['true', 'true', 'false']);
  });

  it('[PAGE-65] shows the state in the title and the icon of the tab, and resets the title when it is removed', async () => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]') ?? document.createElement('link');
    icon.rel = 'icon';
    document.head.append(icon);
    const { backend, screen } = await renderApp();
    const tab = () => `${decodeURIComponent(icon.href).includes('rgb(53, 181, 138)') ? 'green ' : ''}${document.title}`;
    backend.emit(watchSnapshot());
    await expect.poll(tab).toBe('green ● Watching — Watchfloor');
    backend.emit(watchSnapshot({ stream: { kind: 'blind', ...lost } }));
    await expect.poll(tab).toBe('▨ Blind — Watchfloor');
    backend.emit(watchSnapshot());
    await expect.poll(tab).toBe('green ● Watching — Watchfloor');
    backend.emitWire('lost');
    await expect.poll(tab).toBe("○ Not connected to Watchfloor's backend — Watchfloor");
    await screen.unmount();
    expect(tab()).toBe('Watchfloor');
  });

  it('[HOST-9] keeps the signal and the rail if a screen fails, and shows another screen on request', async () => {
    const backend = new PageBackend();
    // A session without fields makes the screen throw. No router would send it.
    const span = { query: async () => ({ sessions: [{}], gaps: [] }) };
    Object.assign(backend, { coverage: { span } });
    await renderApp(backend, '#/coverage');
    backend.emit(watchSnapshot());
    const failed = page.getByRole('main').getByText('This part of the page has failed.');
    await expect.element(failed).toBeVisible();
    await expect.element(page.getByTestId('signal')).toMatchTextContent('Watching');
    await click(page.getByRole('link', { name: 'Timeline' }));
    await expect.element(failed).not.toBeInTheDocument();
  });

  it('[WATCH-1] closes an open event when another profile is shown, because its number is another event there', async () => {
    const { backend, stores } = await renderApp(new PageBackend(), '#/timeline?event=7&q=outcome:failed');
    backend.stores.set(OTHER_WATCH, []);
    const profile = { ...watchSnapshot().profile, id: profileIdSchema.parse('acme-nordics'), name: 'Acme Nordics' };
    const nordics = watchSnapshot({ watch: OTHER_WATCH, profile });
    backend.emit(watchSnapshot());
    const profiles = page.getByRole('list', { name: 'Watched profiles' });
    await expect.element(profiles.getByRole('button', { name: 'Acme Europe Watching' })).toBeVisible();
    // A new watch of the same profile: the event still belongs to it.
    backend.emit(watchSnapshot({ watch: OTHER_WATCH }));
    await expect.poll(() => stores.watch.getState().shown?.watch).toBe(OTHER_WATCH);
    await expect.element(page.getByTestId('signal')).toMatchTextContent('Watching');
    expect(window.location.hash).toContain('event=7');
    backend.emit(watchSnapshot(), nordics);
    await expect.poll(() => window.location.hash).toBe('#/timeline?q=outcome:failed');
  });

  it('shows each watch with its own signal, and switches to the chosen one', async () => {
    const { backend, stores } = await renderApp();
    backend.stores.set(OTHER_WATCH, []);
    const other = watchSnapshot({
      watch: OTHER_WATCH,
      profile: { ...watchSnapshot().profile, name: 'Acme Nordics', practice: false },
      stream: { kind: 'blind', ...lost },
    });
    backend.emit(watchSnapshot(), other);
    const profiles = page.getByRole('list', { name: 'Watched profiles' });
    await expect.element(profiles.getByRole('button', { name: 'Acme Nordics Blind' })).toBeVisible();
    // A description would repeat the name of the button.
    await expect
      .element(profiles.getByRole('button', { name: 'Acme Nordics Blind' }))
      .not.toHaveAccessibleDescription();
    await click(profiles.getByRole('button', { name: 'Acme Europe Watching' }));
    expect(stores.watch.getState().shown?.watch).toBe(WATCH);
    await click(profiles.getByRole('button', { name: 'Acme Nordics Blind' }));
    expect(stores.watch.getState().shown?.watch).toBe(OTHER_WATCH);
  });

  it('narrows the rail automatically in a small window, and on request in a large one', async () => {
    const { backend } = await renderApp();
    backend.emit(watchSnapshot({ profile: { ...watchSnapshot().profile, practice: true } }));
    const rail = () => document.querySelector('nav')?.getBoundingClientRect().width;
    await expect.poll(rail).toBe(184);
    await expect.element(page.getByText('PRACTICE')).toBeVisible();
    await click(page.getByRole('button', { name: 'Narrow the rail' }));
    await expect.poll(rail).toBe(52);
    await click(page.getByRole('button', { name: 'Widen the rail' }));
    await page.viewport(900, 600);
    await expect.poll(rail).toBe(52);
    await expect.element(page.getByRole('button', { name: 'Practice Watching' })).toMatchTextContent('PR');
    await expect.element(page.getByRole('button', { name: /the rail$/ })).not.toBeInTheDocument();
  });

  it('has no rail and no coverage strip on the first run', async () => {
    const { backend } = await renderApp();
    backend.emit();
    await expect.element(page.getByTestId('signal')).toMatchTextContent('No profile open');
    expect(document.querySelectorAll('nav, [aria-label="Coverage of the last 24 hours"]')).toHaveLength(0);
  });

  it('[PAGE-67] is twice as large in wall mode, without controls and ids', async () => {
    const address = window.location.href;
    const url = new URL(address);
    url.searchParams.set('wall', '');
    window.history.replaceState(null, '', url);
    try {
      const { backend, screen } = await renderApp();
      const ids = () => document.querySelector('header')?.textContent.includes('acme:eu');
      const titles = () => [...document.querySelectorAll('th')].map((title) => title.textContent);
      backend.storeQuietly(3, { kind: 'LOCALIZATION', operation: 'ALLOCATED', outcome: 'failed' });
      backend.emit(watchSnapshot({ profile: { ...watchSnapshot().profile, practice: true } }));
      await expect.element(page.getByTestId('signal')).toMatchTextContent('Watching');
      await expect.element(page.getByRole('banner').getByText('PRACTICE')).toBeVisible();
      await expect.poll(titles).toContain('Summary');
      expect({ ids: ids(), columns: titles().includes('EID or request') }).toEqual({ ids: false, columns: false });
      await expect.element(page.getByRole('button', { name: 'Choose columns' })).not.toBeInTheDocument();
      backend.emit(watchSnapshot({ stream: { kind: 'blind', ...lost } }));
      await expect.element(page.getByTestId('signal')).toMatchTextContent('Blind 2 m');
      expect({
        bar: document.querySelector('header')?.getBoundingClientRect().height,
        rails: document.querySelectorAll('nav').length,
        targets: document.querySelectorAll('header :is(a, button)').length,
        ids: ids(),
        zone: document.querySelector('header')?.textContent.includes('14:00:00 UTC'),
      }).toEqual({ bar: 88, rails: 0, targets: 0, ids: false, zone: true });
      await screen.unmount();
    } finally {
      window.history.replaceState(null, '', address);
      document.documentElement.removeAttribute('data-wall');
    }
  });
});
