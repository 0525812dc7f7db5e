/**
 * Keeps the window on its page. The page may reload, and the stopped page may lead back to it. Every other navigation,
 * redirect, second window and webview is refused. The system's browser opens only addresses of a fixed list.
 */
import type { WebContents } from 'electron';
import { appAddress } from '../app-address.ts';
import { STOPPED_PAGE_PATH } from './stopped-page.ts';

/** Origins that the system's browser may open. Empty, because the product has no external links. */
const externalOrigins: readonly string[] = [];

/** Requires https, an exact origin of the list, and no credentials. */
export function mayOpenExternally(address: string, allowed: readonly string[] = externalOrigins): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === 'https:' && url.username === '' && url.password === '' && allowed.includes(url.origin);
}

/**
 * Screens change only the fragment, which is no navigation. `location.reload()` is a navigation to the current address.
 */
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
    // Ignores a browser that does not start; the page continues.
    if (mayOpenExternally(url)) openExternal(url).catch(() => undefined);
    return { action: 'deny' };
  });
}
