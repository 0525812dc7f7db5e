/** Sends requests of outlets and appends lines to files. Follows no redirect. Removes the secret from every answer. */
import type { FileHandle } from 'node:fs/promises';
import type { Headers } from 'undici';
import { addressWithSecret } from '../../../src-shared/domain/outlets/outlet-address.ts';
import { errorCodeOf } from '../../../src-shared/lib/error-code.ts';
import { AppError } from '../../../src-shared/api/errors.ts';
import { mediaTypeOf } from '../../../src-shared/service/media-type.ts';
import type { OutletResponse, OutletSender } from '../../core/ports/outlets.ts';
import { openPlainFileHandle } from '../files/plain-file.ts';
import { textStart } from '../network/bounded-text.ts';
import type { Network } from '../network/network.ts';
import { networkFailureOf } from '../network/network-failure.ts';
import { httpTimeOf, retryAfterMsOf } from '../network/retry-after.ts';
import { createSharedConnections } from '../network/shared-connections.ts';
import { createRedaction, type Redaction } from '../network/token-redaction.ts';
import { secretHeader, secretTexts } from './secret-header.ts';
import { signatureHeaders } from './webhook-signature.ts';

/** Limit for one request, from connecting to the end of the answer. */
const TIMEOUT_MS = 15_000;
const IDLE_TIMEOUT_MS = 500;
const MAX_ANSWER_BYTES = 65_536;
/** A receiver may repeat the beginning of a secret. A shorter one would match words. */
const RECOGNIZED = { characters: 8, base64: 8 };

export function createOutletSender({
  network,
  onSecret,
  timeoutMs = TIMEOUT_MS,
}: {
  readonly network: Network;
  readonly timeoutMs?: number;
  /** Called with each secret that is sent, so that logs can redact it. */
  readonly onSecret: (secret: string) => void;
}): OutletSender {
  const shared = createSharedConnections(network, IDLE_TIMEOUT_MS);
  return {
    async send({ method, url, auth, profile, headers, body, secret, signed }, signal) {
      signal.throwIfAborted();
      const secrets = secret === null ? [] : secretTexts(auth, secret);
      for (const one of secrets) onSecret(one);
      const address = addressWithSecret(url, secret);
      if (address === null || (auth !== null && secret === null))
        return {
          kind: 'failed',
          code: 'BAD_SECRET',
          detail: 'The address or the header needs a secret, or this one does not fit it.',
        };
      const redacted = createOutletRedaction(secrets);
      const late = AbortSignal.timeout(timeoutMs);
      const either = AbortSignal.any([signal, late]);
      const init = {
        method,
        headers: {
          'user-agent': 'watchfloor',
          'accept-encoding': 'identity',
          ...headers,
          ...(signed === null || body === null ? {} : signatureHeaders(signed, body, auth === null ? secret : null)),
          ...(secret === null ? {} : secretHeader(auth, secret)),
        },
        ...(body === null ? {} : { body }),
        redirect: 'manual' as const,
        signal: either,
      };
      const { caFile = null, proxy } = profile;
      const way = { origin: new URL(address).origin, caFile, proxy, connectTimeoutMs: timeoutMs };
      try {
        return await shared.run(way, async (connections): Promise<OutletResponse> => {
          const response = await connections.fetch(address, init);
          const { status, headers: given } = response;
          const clockOffsetMs = clockOffsetOf(given, Date.now());
          // The date that a receiver names is one of its clock.
          const retryAfterMs = retryAfterMsOf(given.get('retry-after'), Date.now() + (clockOffsetMs ?? 0));
          const mediaType = mediaTypeOf(given.get('content-type'));
          const { text } = await textStart(response, MAX_ANSWER_BYTES);
          return { kind: 'answered', status, retryAfterMs, mediaType, text: redacted(text), clockOffsetMs };
        });
      } catch (error) {
        signal.throwIfAborted();
        if (late.aborted)
          return { kind: 'failed', code: 'TIMEOUT', detail: `No complete answer within ${timeoutMs / 1_000} s.` };
        if (error instanceof AppError)
          return {
            kind: 'failed',
            code: error.data.code,
            detail: `The certificate file of the profile cannot be used.`,
          };
        const { code, detail } = networkFailureOf(error);
        return { kind: 'failed', code, detail: `${redacted(detail)} (${code})` };
      }
    },
    append,
  };
}

function createOutletRedaction(secrets: readonly string[]): Redaction {
  const redactions = secrets.map((secret) => createRedaction(secret, { name: '[secret]', recognized: RECOGNIZED }));
  return (text) => redactions.reduce((redacted, redact) => redact(redacted), text);
}

function clockOffsetOf(headers: Headers, now: number): number | null {
  const date = httpTimeOf(headers.get('date'));
  // A cache repeats an old date, and says so (RFC 9111, 5.1).
  return date === null || headers.has('age') ? null : date - now;
}

/** A line that was cut by a crash is completed or replaced: it is the beginning of what is appended now. */
async function append(path: string, text: string): Promise<OutletResponse> {
  try {
    const file = await openPlainFileHandle(path, 'a+');
    try {
      const { size } = await file.stat();
      const cut = await cutLine(file, size);
      if (cut !== '' && text.startsWith(cut)) await file.truncate(size - Buffer.byteLength(cut));
      else if (cut !== '') await file.appendFile('\n');
      await file.appendFile(text);
      await file.datasync();
    } finally {
      await file.close();
    }
    return { kind: 'answered', status: 200, retryAfterMs: null, mediaType: null, text: '', clockOffsetMs: null };
  } catch (error) {
    const code = errorCodeOf(error) || 'UNKNOWN';
    if (code === 'ELOOP')
      return { kind: 'failed', code, detail: 'The file is a link. Enter the path that it leads to.' };
    return { kind: 'failed', code, detail: `The file cannot be written (${code}).` };
  }
}

/** Returns what follows the last line break; at most the length of a line. */
async function cutLine(file: FileHandle, size: number): Promise<string> {
  const length = Math.min(size, MAX_ANSWER_BYTES);
  if (length === 0) return '';
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
  const end = buffer.toString('utf8');
  return end.slice(end.lastIndexOf('\n') + 1);
}
