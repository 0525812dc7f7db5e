/** The whole page over an in-memory backend, in a real browser; at the timeline, as a new entry of the history, unless an address is given. */
import '../../src-renderer/theme/styles.ts';
import { onTestFinished } from 'vitest';
import { render } from 'vitest-browser-react';
import { App } from '../../src-renderer/App.tsx';
import { createStores } from '../../src-renderer/stores/stores.ts';
import { FakePageClock } from './fake-page-clock.ts';
import { PageBackend } from './page-backend.ts';
import { resetScreen } from './page-screen.ts';

export async function renderApp(backend = new PageBackend(), hash: string | null = null) {
  await resetScreen();
  // The same address as before would be the same entry, with the place that an earlier test has kept there.
  if (hash === null) window.location.hash = '';
  window.location.hash = hash ?? '#/timeline';
  const clock = new FakePageClock();
  // A known scheme, whatever the machine prefers.
  const kept = new Map([['watchfloor.appearance', '{"theme":"dark"}']]);
  const stores = createStores(backend, clock, {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  });
  onTestFinished(() => stores.stop());
  const screen = await render(
    <div style={{ position: 'fixed', inset: 0 }}>
      <App stores={stores} />
    </div>,
  );
  return { backend, clock, stores, screen };
}
