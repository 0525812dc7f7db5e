/**
 * A finished export as it is given to a browser: to be saved, never to be shown. A request names a file of one folder;
 * what is no name of a file there does not exist, and nothing lists them.
 */
import type { Readable } from 'node:stream';
import { EXPORTS_PATH } from '../../../src-shared/api/exports.ts';

export interface GivenExports {
  read(fileName: string): Promise<{ readonly bytes: number; readonly content: Readable } | null>;
}

export interface ExportAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Readable;
}

/** @param path of the request, encoded as it came; `null` where there is no such export */
export async function exportAnswer(exports: GivenExports, path: string): Promise<ExportAnswer | null> {
  const fileName = fileNameIn(path);
  const found = fileName === null ? null : await exports.read(fileName);
  if (fileName === null || found === null) return null;
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

function fileNameIn(path: string): string | null {
  if (!path.startsWith(EXPORTS_PATH)) return null;
  try {
    return decodeURIComponent(path.slice(EXPORTS_PATH.length));
  } catch {
    return null;
  }
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
