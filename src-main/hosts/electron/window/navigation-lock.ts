/** Refuses every navigation but a reload or the stopped page's link. The system's browser opens own links only. */
import type { WebContents } from 'electron';
import { openableAddress } from '../../../../src-shared/lib/openable-address.ts';
import { appAddress } from '../app-address.ts';
import { STOPPED_PAGE_PATH } from './stopped-page.ts';

/** Screens change only the fragment, which is no navigation. `location.reload()` is one to the current address. */
function mayNavigate(address: string, present: string): boolean {
  const to = appAddress(address);
  const from = appAddress(present);
  if (to === null || from === null) return false;
  const isSame = to.pathname === from.pathname && to.search === from.search;
  return isSame || (from.pathname === STOPPED_PAGE_PATH && to.pathname === '/');
}

export interface OutsideBrowser {
  readonly mayOpen: (address: string) => Promise<boolean>;
  readonly open: (address: string) => Promise<void>;
}

export function lockNavigation(
  contents: Pick<WebContents, 'on' | 'setWindowOpenHandler' | 'getURL'>,
  browser: OutsideBrowser,
): void {
  const keepHere = (event: { readonly url: string; readonly isMainFrame: boolean; preventDefault(): void }): void => {
    if (!event.isMainFrame || !mayNavigate(event.url, contents.getURL())) event.preventDefault();
  };
  contents.on('will-navigate', keepHere);
  contents.on('will-frame-navigate', keepHere);
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url, browser).catch(() => undefined);
    return { action: 'deny' };
  });
}

async function openOutside(address: string, { mayOpen, open }: OutsideBrowser): Promise<void> {
  if (openableAddress(address) !== null && (await mayOpen(address))) await open(address);
}
