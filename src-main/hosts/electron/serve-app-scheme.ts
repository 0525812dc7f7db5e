/** Gives Electron's protocol handler the answers of `app-scheme.ts`. */
import { randomBytes } from 'node:crypto';
import type { Protocol } from 'electron';
import type { BuiltPage } from '../web/static-files.ts';
import { APP_SCHEME } from './app-address.ts';
import { appSchemeAnswer } from './app-scheme.ts';

/** 128 bits, the least that CSP Level 3 asks for. */
const NONCE_BYTES = 16;

export function serveAppScheme(protocol: Pick<Protocol, 'handle'>, page: BuiltPage): void {
  protocol.handle(APP_SCHEME, ({ method, url }) => {
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    const { status, headers, body } = appSchemeAnswer(page, { method, url }, nonce);
    return new Response(typeof body === 'string' ? body : new Uint8Array(body), { status, headers });
  });
}
