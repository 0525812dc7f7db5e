/** Reads a public status page. Sends no credentials and follows no redirect. */
import { AppError } from '../../../src-shared/api/errors.ts';
import type { StatusPageProblem } from '../../../src-shared/domain/coverage/provider-incident.ts';
import type { StatusPageAnswer, StatusPages } from '../../core/ports/service-client.ts';
import { boundedText, ResponseTooLarge } from '../network/bounded-text.ts';
import { networkFailureOf } from '../network/network-failure.ts';
import type { Network } from '../network/network.ts';
import { retryAfterMsOf } from '../network/retry-after.ts';
import { readIncidents } from './read-incidents.ts';

const TIMEOUT_MS = 15_000;
/** A hundred incidents with all their words take about 300 kB. */
const MAX_BYTES = 2_097_152;

export function createStatusPages({
  network,
  timeoutMs = TIMEOUT_MS,
}: {
  readonly network: Pick<Network, 'open'>;
  readonly timeoutMs?: number;
}): StatusPages {
  return {
    async read({ url, profile: { caFile = null, proxy }, validators: { etag, lastModified } }, signal) {
      signal.throwIfAborted();
      const late = AbortSignal.timeout(timeoutMs);
      try {
        const connections = await network.open({ caFile, proxy, connectTimeoutMs: timeoutMs });
        try {
          const response = await connections.fetch(url, {
            headers: {
              accept: 'application/atom+xml, application/rss+xml, application/json, application/xml;q=0.9, */*;q=0.1',
              // A small compressed response may be very large when unpacked.
              'accept-encoding': 'identity',
              'user-agent': 'watchfloor',
              ...(etag !== null && { 'if-none-match': etag }),
              ...(lastModified !== null && { 'if-modified-since': lastModified }),
            },
            redirect: 'manual',
            signal: AbortSignal.any([signal, late]),
          });
          const { status, headers } = response;
          if (status === 304) return { kind: 'unchanged' };
          const retryAfterMs = retryAfterMsOf(headers.get('retry-after'), Date.now());
          if (status >= 300 && status < 400)
            return failed({ kind: 'redirected', to: targetOf(headers.get('location'), url) }, retryAfterMs);
          if (status !== 200) return failed({ kind: 'refused', status }, retryAfterMs);
          const contentType = headers.get('content-type') ?? '';
          const text = await boundedText(response, MAX_BYTES, (bytes) => decoded(bytes, contentType));
          const read = readIncidents(text, url);
          if ('problem' in read) return failed(read.problem);
          const named = { etag: headers.get('etag'), lastModified: headers.get('last-modified') };
          return { kind: 'incidents', ...read, validators: named };
        } finally {
          await connections.destroy();
        }
      } catch (error) {
        signal.throwIfAborted();
        if (late.aborted)
          return failed({ kind: 'no-answer', detail: `No complete answer within ${timeoutMs / 1_000} s.` });
        if (error instanceof ResponseTooLarge) return failed({ kind: 'too-large' });
        if (error instanceof AppError)
          return failed({ kind: 'no-answer', detail: 'The certificate file of the profile cannot be used.' });
        const { code, detail } = networkFailureOf(error);
        return failed({ kind: 'no-answer', detail: `${detail} (${code})` });
      }
    },
  };
}

function failed(problem: StatusPageProblem, retryAfterMs: number | null = null): StatusPageAnswer {
  return { kind: 'failed', problem, retryAfterMs };
}

function targetOf(location: string | null, url: string): string | null {
  return location !== null && URL.canParse(location, url) ? new URL(location, url).href.slice(0, 500) : null;
}

/** The encoding is in the content type, else in a byte order mark, else in the XML declaration, else UTF-8. */
function decoded(bytes: Uint8Array, contentType: string): string {
  const start = String.fromCharCode(...bytes.subarray(0, 200));
  const mark = start.startsWith('\u00FE\u00FF')
    ? 'utf-16be'
    : start.startsWith('\u00FF\u00FE')
      ? 'utf-16le'
      : undefined;
  const named = /charset\s*=\s*"?([\w:.-]+)/i.exec(contentType)?.[1];
  const declared = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w:.-]+)["']/.exec(start)?.[1];
  try {
    return new TextDecoder(mark ?? named ?? declared ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes); // an encoding that is not known
  }
}
