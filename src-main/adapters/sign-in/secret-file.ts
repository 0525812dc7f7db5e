/** Reads a secret from a file or a pipe. Never blocks: a thread in `open` keeps even `process.exit` from ending. */
import { constants, type FileHandle, open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AppErrorDetails, appError } from '../../../src-shared/api/errors.ts';
import { secretOf } from './client-secret.ts';
import { errorCodeOf, isSystemCode } from '../../../src-shared/lib/error-code.ts';

const POLL_INTERVAL_MS = 50;
/** No secret is this long; such a file is another file. */
const MAX_BYTES = 65_536;

/** Line breaks inside, other control characters, and invalid UTF-8: no issuer creates such a secret (RFC 6749, A.2). */
const INVALID_SECRET = /[\p{Cc}\uFFFD]/u;

/** @throws AppError NO_SECRET; the signal's reason */
export async function readSecretFile(
  path: string,
  { profile, timeoutMs, signal }: { profile: string; timeoutMs: number; signal: AbortSignal },
): Promise<string> {
  const problem = (details: Pick<AppErrorDetails['NO_SECRET'], 'problem' | 'systemCode'>, cause?: unknown) =>
    appError('NO_SECRET', { profile, path, ...details }, { cause });
  let file: FileHandle | undefined;
  try {
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const bytes = await contentOf(file, timeoutMs, signal);
    if (bytes === null) throw problem({ problem: 'no-answer' });
    const secret = secretOf(bytes.toString('utf8'));
    if (secret === '') throw problem({ problem: 'file-empty' });
    // A profile from another person may name a private key, or another file that the issuer must not get.
    if (INVALID_SECRET.test(secret)) throw problem({ problem: 'file-no-secret' });
    return secret;
  } catch (error) {
    const code = errorCodeOf(error);
    throw isSystemCode(code) ? problem({ problem: 'file-unreadable', systemCode: code }, error) : error;
  } finally {
    await file?.close();
  }
}

async function contentOf(file: FileHandle, withinMs: number, signal: AbortSignal): Promise<Buffer | null> {
  const isPipe = (await file.stat()).isFIFO();
  const giveUpAt = performance.now() + withinMs;
  const parts: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    signal.throwIfAborted();
    const part = await readPart(file);
    if (part?.length === 0 && (bytes > 0 || !isPipe)) return Buffer.concat(parts);
    if (part !== null && part.length > 0) {
      parts.push(part);
      bytes += part.length;
      if (bytes > MAX_BYTES) throw Object.assign(new Error('The file is too large.'), { code: 'EFBIG' });
      continue;
    }
    if (performance.now() >= giveUpAt) return null;
    await sleep(POLL_INTERVAL_MS, undefined, { signal });
  }
}

/** Returns an empty buffer at the end and for a pipe without a writer; null if the writer has written nothing yet. */
async function readPart(file: FileHandle): Promise<Buffer | null> {
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(4_096), 0, 4_096, null);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    if (errorCodeOf(error) === 'EAGAIN') return null;
    throw error;
  }
}
