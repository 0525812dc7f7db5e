/** Defines the only origin that the window may show, and checks addresses against it. */

export const APP_SCHEME = 'app';
const APP_HOST = 'watchfloor';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;

/** Compares the parts of the address with `app://watchfloor/`, because a prefix can be forged. */
export function appAddress(address: string): URL | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  // `url.origin` is useless here: Node returns "null" for every scheme that it does not know.
  const isOurs =
    url.protocol === `${APP_SCHEME}:` && url.host === APP_HOST && url.username === '' && url.password === '';
  return isOurs ? url : null;
}
