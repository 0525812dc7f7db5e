/** Reads the built page into memory. Must never use a path computed from a request. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { appError } from '../../../src-shared/api/errors.ts';

interface StaticFile {
  readonly content: Buffer;
  readonly contentType: string;
  readonly cacheControl: string;
}

export interface BuiltPage {
  /** index.html, with `__CSP_NONCE__` as the placeholder for the nonce of a response. */
  readonly html: string;
  /** All other files by request path, for example `/assets/index-B3xk.js`. */
  readonly files: ReadonlyMap<string, StaticFile>;
}

/** @throws AppError PAGE_MISSING if there is no index.html */
export async function readBuiltPage(directory: string): Promise<BuiltPage> {
  const html = await readFile(join(directory, 'index.html'), 'utf8').catch((cause: unknown) => {
    throw appError('PAGE_MISSING', { problem: 'not-built' }, { cause });
  });
  const files = new Map<string, StaticFile>();
  // Not `withFileTypes`: inside a packed app Electron reports folders as files.
  for (const name of await readdir(directory, { recursive: true })) {
    const file = join(directory, name);
    const path = `/${name.split(sep).join('/')}`;
    if (path === '/index.html' || !(await stat(file)).isFile()) continue;
    files.set(path, {
      content: await readFile(file),
      contentType: contentTypes[extname(path)] ?? 'application/octet-stream',
      // Names under /assets/ contain a hash of the content, so the content of a name never changes.
      cacheControl: path.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-store',
    });
  }
  return { html, files };
}

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};
