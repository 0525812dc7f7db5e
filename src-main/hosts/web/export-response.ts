/**
 * A finished export as it is given to a browser: to be saved, never to be shown. A request has the key of a file of one folder;
 * what is no key of a file there does not exist, and nothing lists them.
 */
import type { Readable } from 'node:stream';
import { EXPORTS_PATH } from '../../../src-shared/api/exports.ts';

export interface ExportSource {
  /** @param key what stands behind `EXPORTS_PATH` in the address that a page was told */
  read(key: string): Promise<{ readonly fileName: string; readonly bytes: number; readonly content: Readable } | null>;
}

export interface ExportResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Readable;
}

/** @returns `null` where there is no such export */
export async function exportResponse(exports: ExportSource, path: string): Promise<ExportResponse | null> {
  const found = path.startsWith(EXPORTS_PATH) ? await exports.read(path.slice(EXPORTS_PATH.length)) : null;
  if (found === null) return null;
  const { fileName } = found;
  return {
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(found.bytes),
      // RFC 6266: the plain name for those who read no other.
      'content-disposition': `attachment; filename="${plainName(fileName)}"; filename*=UTF-8''${encodedName(fileName)}`,
      'cache-control': 'no-store',
    },
    content: found.content,
  };
}

function plainName(fileName: string): string {
  return fileName.replaceAll(/[^\w .()-]/g, '_');
}

/** What RFC 8187 allows unescaped is less than what `encodeURIComponent` leaves. */
function encodedName(fileName: string): string {
  return encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
