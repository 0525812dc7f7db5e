/**
 * Keeps the window on its page: no navigation, no redirect, no second window, no webview.
 * An address leaves for the system's browser only when it is on a fixed list.
 */
import type { WebContents } from 'electron';

/** Origins that may be opened in the system's browser. None: nothing in the product links outside. */
const externalOrigins: readonly string[] = [];

/** https, an exact origin of the list, and no credentials in it. */
export function mayOpenExternally(address: string, allowed: readonly string[] = externalOrigins): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === 'https:' && url.username === '' && url.password === '' && allowed.includes(url.origin);
}

export function lockNavigation(
  contents: Pick<WebContents, 'on' | 'setWindowOpenHandler'>,
  openExternal: (address: string) => Promise<void>,
): void {
  // Even to our own address: screens change by the fragment, which is no navigation.
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    // A browser that does not start is no reason to fail here: the page goes on.
    if (mayOpenExternally(url)) openExternal(url).catch(() => undefined);
    return { action: 'deny' };
  });
}
