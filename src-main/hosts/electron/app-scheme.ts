/** Answers `app://watchfloor/…` from the built page in memory: no path of a request reaches the disk. */
import { contentSecurityPolicy } from '../../../src-shared/api/content-security-policy.ts';
import type { BuiltPage } from '../web/static-files.ts';
import { appAddress } from './app-address.ts';
import { STOPPED_PAGE_PATH, stoppedPage } from './window/stopped-page.ts';

const NONCE_PLACEHOLDER = '__CSP_NONCE__';

export interface AppSchemeResponse {
  readonly status: 200 | 404 | 405;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** @param nonce base64, new for each answer */
export function appSchemeResponse(
  page: BuiltPage,
  request: { readonly method: string; readonly url: string },
  nonce: string,
): AppSchemeResponse {
  const headers = {
    'content-security-policy': contentSecurityPolicy({ nonce, socketOrigin: null }),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // A disk cache would be no faster than memory, and would outlive the nonce.
    'cache-control': 'no-store',
    'content-type': 'text/plain; charset=utf-8',
  };
  if (request.method !== 'GET') return { status: 405, headers: { ...headers, allow: 'GET' }, body: '' };

  const address = appAddress(request.url);
  const path = address?.pathname;
  const html = { ...headers, 'content-type': 'text/html; charset=utf-8' };
  if (path === '/' || path === '/index.html')
    return { status: 200, headers: html, body: page.html.replaceAll(NONCE_PLACEHOLDER, nonce) };
  if (path === STOPPED_PAGE_PATH)
    return { status: 200, headers: html, body: stoppedPage(nonce, address?.searchParams.has('wall') === true) };
  const file = path === undefined ? undefined : page.files.get(path);
  if (file === undefined) return { status: 404, headers, body: '' };
  return { status: 200, headers: { ...headers, 'content-type': file.contentType }, body: file.content };
}
