/**
 * Keeps the window on its page: it may be loaded again, and led back to from the page that says that it stopped; no
 * other navigation, no redirect, no second window, no webview. An address leaves for the system's browser only when it
 * is on a fixed list.
 */
import type { WebContents } from 'electron';
import { appAddress } from './app-address.ts';
import { STOPPED_PAGE_PATH } from './stopped-page.ts';

/** Origins that may be opened in the system's browser. None: nothing in the product links outside. */
const externalOrigins: readonly string[] = [];

/** https, an exact origin of the list, and no credentials in it. */
export function mayOpenExternally(address: string, allowed: readonly string[] = externalOrigins): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === 'https:' && url.username === '' && url.password === '' && allowed.includes(url.origin);
}

/** Screens change by the fragment, which is no navigation; `location.reload()` is one, to where the page is already. */
function mayNavigate(address: string, present: string): boolean {
  const to = appAddress(address);
  const from = appAddress(present);
  if (to === null || from === null) return false;
  const isSame = to.pathname === from.pathname && to.search === from.search;
  return isSame || (from.pathname === STOPPED_PAGE_PATH && to.pathname === '/');
}

export function lockNavigation(
  contents: Pick<WebContents, 'on' | 'setWindowOpenHandler' | 'getURL'>,
  openExternal: (address: string) => Promise<void>,
): void {
  const keepHere = (event: { readonly url: string; readonly isMainFrame: boolean; preventDefault(): void }): void => {
    if (!event.isMainFrame || !mayNavigate(event.url, contents.getURL())) event.preventDefault();
  };
  contents.on('will-navigate', keepHere);
  contents.on('will-frame-navigate', keepHere);
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    // A browser that does not start is no reason to fail here: the page goes on.
    if (mayOpenExternally(url)) openExternal(url).catch(() => undefined);
    return { action: 'deny' };
  });
}
