import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { createBackendClient } from './backend/client.ts';
import { handleLaunchLinks } from './launch-link.ts';
import { createTransport } from './backend/transport.ts';
import { loadLaterScreens } from './screens/LaterScreen.tsx';
import { createStores } from './stores/stores.ts';
import { systemPageClock } from './time/page-clock.ts';

export function startPage(): void {
  handleLaunchLinks(window);
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root.');
  const clock = systemPageClock();
  const stores = createStores(createBackendClient(createTransport(), clock).client, clock, window.localStorage);
  createRoot(root).render(<App stores={stores} />);
  // A task after the frame that paints the page.
  requestAnimationFrame(() => setTimeout(() => void loadLaterScreens()));
}
