import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { createBackendClient } from './backend/client.ts';
import { handleLaunchLinks } from './launch-link.ts';
import { createTransport } from './backend/transport.ts';
import { preloadLaterCode, setLaterCode } from './components/later-part.tsx';
import { createStores } from './stores/stores.ts';
import { handleCopying } from './text/selected-text.ts';
import { systemPageClock } from './time/page-clock.ts';

const LATER_CODE_DELAY_MS = 1_000;

export function startPage(): void {
  handleLaunchLinks(window);
  handleCopying(document);
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root.');
  const clock = systemPageClock();
  const stores = createStores(createBackendClient(createTransport(), clock).client, clock, window.localStorage);
  setLaterCode(async () => (await import('./later.ts')).provideLaterCode());
  createRoot(root).render(<App stores={stores} />);
  // Not while the first rows are on their way: compiling the other code would delay them.
  setTimeout(() => void preloadLaterCode(), LATER_CODE_DELAY_MS);
}
