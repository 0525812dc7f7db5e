/**
 * Reports what the token of a watch may do according to the service. Concurrent callers share one request, and its
 * answer is cached for a minute: `docs/service.md` §2.4. A failed request is an error, never an empty set of rights.
 */
import type { AccessReport } from '../../../src-shared/api/access.ts';
import { abortable } from '../../../src-shared/lib/abortable.ts';
import { type AccessParts, requestAccess } from './request-access.ts';

export type Access = ReturnType<typeof createAccess>;

/** The service document encourages a short time-to-live. Users click often. */
const CACHE_MS = 60_000;

export function createAccess(of: AccessParts) {
  let cached: { readonly report: AccessReport; readonly until: number } | null = null;
  let running: { readonly report: Promise<AccessReport>; readonly giveUp: AbortController; askers: number } | null =
    null;

  function start(): NonNullable<typeof running> {
    const giveUp = new AbortController();
    const started = { report: request(giveUp.signal), giveUp, askers: 0 };
    running = started;
    const end = (): void => {
      if (running === started) running = null;
    };
    started.report.then(end, end);
    return started;
  }

  async function request(signal: AbortSignal): Promise<AccessReport> {
    const { report } = await requestAccess(of, CACHE_MS, signal);
    cached = { report, until: of.clock.elapsed() + CACHE_MS };
    return report;
  }

  return {
    async report({ fresh }: { readonly fresh: boolean }, signal?: AbortSignal): Promise<AccessReport> {
      signal?.throwIfAborted();
      if (!fresh && running === null && cached !== null && of.clock.elapsed() < cached.until) return cached.report;
      const shared = running ?? start();
      shared.askers += 1;
      try {
        return await (signal === undefined ? shared.report : abortable(shared.report, signal));
      } finally {
        shared.askers -= 1;
        // No caller waits any more: cancels the request. The next caller starts a new one.
        if (shared.askers === 0 && running === shared) {
          running = null;
          shared.giveUp.abort(new Error('no subscriber is waiting for the permissions'));
        }
      }
    },
  };
}
