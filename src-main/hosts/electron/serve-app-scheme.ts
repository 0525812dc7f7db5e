import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Protocol } from 'electron';
import { EXPORTS_PATH } from '../../../src-shared/api/exports.ts';
import { exportResponse, type ExportSource } from '../web/export-response.ts';
import type { BuiltPage } from '../web/static-files.ts';
import { APP_SCHEME, appAddress } from './app-address.ts';
import { appSchemeResponse } from './app-scheme.ts';

/** 128 bits, the minimum of CSP Level 3. */
const NONCE_BYTES = 16;

/** @param exports returns null until the application is open, because the page is served earlier */
export function serveAppScheme(
  protocol: Pick<Protocol, 'handle'>,
  page: BuiltPage,
  exports: () => ExportSource | null,
): void {
  protocol.handle(APP_SCHEME, async ({ method, url }) => {
    const path = appAddress(url)?.pathname ?? '';
    const given = method === 'GET' && path.startsWith(EXPORTS_PATH) ? exports() : null;
    const file = given === null ? null : await exportResponse(given, path);
    if (file !== null) return new Response(Readable.toWeb(file.content), { headers: file.headers });
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    const { status, headers, body } = appSchemeResponse(page, { method, url }, nonce);
    return new Response(typeof body === 'string' ? body : new Uint8Array(body), { status, headers });
  });
}
