/**
 * Renders the complete page over an in-memory backend, in a real browser. Without an address it opens the timeline as a
 * new history entry.
 */
import '../../src-renderer/theme/styles.ts';
import { onTestFinished } from 'vitest';
import { render } from 'vitest-browser-react';
import { App } from '../../src-renderer/App.tsx';
import { loadLaterCode, setLaterCode } from '../../src-renderer/components/later-part.tsx';
import { createStores } from '../../src-renderer/stores/stores.ts';
import { FakePageClock } from './fake-page-clock.ts';
import { memoryStorage } from './memory-storage.ts';
import { PageBackend } from './page-backend.ts';
import { resetScreen } from './page-screen.ts';
import { watchSnapshot } from './page-watch.ts';

export async function renderApp(backend = new PageBackend(), hash: string | null = null) {
  await resetScreen();
  setLaterCode(async () => (await import('../../src-renderer/later.ts')).provideLaterCode());
  await loadLaterCode();
  // An unchanged address would keep the history entry and the scroll position of an earlier test.
  if (hash === null) window.location.hash = '';
  window.location.hash = hash ?? '#/timeline';
  const clock = new FakePageClock();
  // Fixes the colour scheme, independent of the machine.
  const stores = createStores(backend, clock, memoryStorage({ 'watchfloor.appearance': '{"theme":"dark"}' }));
  onTestFinished(() => stores.stop());
  const screen = await render(
    <div style={{ position: 'fixed', inset: 0 }}>
      <App stores={stores} />
    </div>,
  );
  return { backend, clock, stores, screen };
}

/** Renders the page as a user sees it after a profile was opened and the stream is watched. */
export async function renderWatching(
  hash: string | null = null,
  backend = new PageBackend(),
  snapshot: Parameters<typeof watchSnapshot>[0] = {},
) {
  const app = await renderApp(backend, hash);
  backend.emitWire('open');
  backend.emit(watchSnapshot(snapshot));
  return app;
}
