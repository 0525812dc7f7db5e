/** Lists what a browser without a session may request: the launch page and the exchange of a token. */
import { pathOf, type RequestHead } from './access-guard.ts';
import { LAUNCH_FONT } from './launch-page.ts';

const PUBLIC_ROUTES = new Set([
  ...['/', '/launch.js', '/launch.css', LAUNCH_FONT, '/favicon.ico'].flatMap((path) => [`GET ${path}`, `HEAD ${path}`]),
  'POST /session',
]);

export function needsSession({ method, target }: RequestHead): boolean {
  return !PUBLIC_ROUTES.has(`${method} ${pathOf(target)}`);
}
