/**
 * Reports what the token of a watch may do according to the service. Concurrent callers share one request, and its
 * answer is cached for a minute: rule 4 of `service-spec.md` "2. Get permissions of an access token". A failed request
 * is an error, never an empty set of rights.
 */
import type { AccessReport } from '../../../src-shared/api/access.ts';
import { abortable } from '../../../src-shared/lib/abortable.ts';
import { type AccessParts, requestAccess } from './request-access.ts';

export interface Access {
  /** `fresh` sends a request even if an answer is cached. @throws AppError SERVICE_FAILED; the signal's reason */
  report(options: { readonly fresh: boolean }, signal?: AbortSignal): Promise<AccessReport>;
}

/**
 * The service document encourages a short time-to-live. Rights rarely change within a minute, but users click often.
 */
const CACHE_MS = 60_000;

export function createAccess(of: AccessParts): Access {
  let kept: { readonly report: AccessReport; readonly until: number } | null = null;
  let asking: { readonly answer: Promise<AccessReport>; readonly giveUp: AbortController; askers: number } | null =
    null;

  function begin(): NonNullable<typeof asking> {
    const giveUp = new AbortController();
    const begun = { answer: ask(giveUp.signal), giveUp, askers: 0 };
    asking = begun;
    const end = (): void => {
      if (asking === begun) asking = null;
    };
    begun.answer.then(end, end);
    return begun;
  }

  async function ask(signal: AbortSignal): Promise<AccessReport> {
    const { report } = await requestAccess(of, CACHE_MS, signal);
    kept = { report, until: of.clock.elapsed() + CACHE_MS };
    return report;
  }

  return {
    async report({ fresh }, signal) {
      signal?.throwIfAborted();
      if (!fresh && asking === null && kept !== null && of.clock.elapsed() < kept.until) return kept.report;
      const shared = asking ?? begin();
      shared.askers += 1;
      try {
        return await (signal === undefined ? shared.answer : abortable(shared.answer, signal));
      } finally {
        shared.askers -= 1;
        // No caller waits any more: cancels the request. The next caller starts a new one.
        if (shared.askers === 0 && asking === shared) {
          asking = null;
          shared.giveUp.abort(new Error('nobody waits for the rights any more'));
        }
      }
    },
  };
}
