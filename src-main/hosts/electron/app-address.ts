/** The one address the window may ever show, and the question whether an address is it. */

export const APP_SCHEME = 'app';
const APP_HOST = 'watchfloor';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;

/** The address where it lies under `app://watchfloor/`, else `null`. Compared by its parts, never by prefix. */
export function appAddress(address: string): URL | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  // Not `url.origin`: Node says "null" for every scheme it does not know.
  const isOurs =
    url.protocol === `${APP_SCHEME}:` && url.host === APP_HOST && url.username === '' && url.password === '';
  return isOurs ? url : null;
}
