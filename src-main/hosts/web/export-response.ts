/** Answers with a finished export, only by its key. The browser saves the file and never shows it. */
import type { Readable } from 'node:stream';
import { EXPORTS_PATH } from '../../../src-shared/api/exports.ts';

export interface ExportSource {
  read(key: string): Promise<{ readonly fileName: string; readonly bytes: number; readonly content: Readable } | null>;
}

export interface ExportResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Readable;
}

export async function exportResponse(exports: ExportSource, path: string): Promise<ExportResponse | null> {
  const found = path.startsWith(EXPORTS_PATH) ? await exports.read(path.slice(EXPORTS_PATH.length)) : null;
  if (found === null) return null;
  const { fileName } = found;
  return {
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(found.bytes),
      // RFC 6266: the plain name is for clients that do not read `filename*`.
      'content-disposition': `attachment; filename="${plainName(fileName)}"; filename*=UTF-8''${encodedName(fileName)}`,
      'cache-control': 'no-store',
    },
    content: found.content,
  };
}

function plainName(fileName: string): string {
  return fileName.replaceAll(/[^\w .()-]/g, '_');
}

/** Also escapes the characters that `encodeURIComponent` leaves but RFC 8187 does not allow. */
function encodedName(fileName: string): string {
  return encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
