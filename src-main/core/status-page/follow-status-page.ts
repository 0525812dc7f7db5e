/** Reads the provider's status page every five minutes, and stores what it says. */
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventWriter } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import type { StatusPageAnswer, StatusPages } from '../ports/service-client.ts';
import {
  afterAnswer,
  newStatusPage,
  STATUS_PAGE_RECORDS,
  STATUS_PAGE_VERSION,
  storedStatusPage,
  withoutPage,
} from './stored-status-page.ts';
import { DAY_MS } from '../../../src-shared/lib/durations.ts';

const INTERVAL_MS = 5 * 60_000;
const MAX_WAIT_MS = 30 * 60_000;

export interface StatusPageParts {
  readonly profile: Pick<ConnectionProfile, 'statusPage' | 'caFile' | 'proxy'>;
  readonly statusPages: StatusPages;
  readonly writer: Pick<EventWriter, 'loadProjection' | 'commitProjection'>;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  readonly log: Log;
  /** Called after each answer was stored, and after each failure. */
  readonly onChange: () => void;
}

/** Resolves when the signal is aborted, or at once if the profile names no page. Never rejects. */
export async function followStatusPage(parts: StatusPageParts, signal: AbortSignal): Promise<void> {
  const { profile, statusPages, clock, random, log, onChange } = parts;
  const url = profile.statusPage;
  let failures = 0;
  while (!signal.aborted) {
    let wait = INTERVAL_MS;
    try {
      if (url === undefined) return await forget(parts.writer);
      const { cursor, stored } = await load(parts.writer);
      const known = stored ?? newStatusPage(url);
      const { etag, lastModified } = known.page.url === url ? known.page : newStatusPage(url).page;
      const answer = await statusPages.read({ url, profile, validators: { etag, lastModified } }, signal);
      const { put, remove } = afterAnswer(known, url, answer, clock.now());
      await parts.writer.commitProjection({ ...COMMIT, from: cursor, to: cursor ?? 0, put, remove });
      failures = answer.kind === 'failed' ? failures + 1 : 0;
      wait = waitAfter(answer, failures);
      onChange();
    } catch (error) {
      if (signal.aborted) return;
      log.warn('the status page could not be stored', { error });
    }
    await clock.sleep(wait * (0.9 + 0.2 * random()), signal).catch(() => undefined);
  }
}

const COMMIT = { name: STATUS_PAGE_RECORDS, version: STATUS_PAGE_VERSION };

async function load(writer: StatusPageParts['writer']) {
  const { cursor, records } = await writer.loadProjection(STATUS_PAGE_RECORDS, STATUS_PAGE_VERSION);
  return { cursor, stored: storedStatusPage(records) };
}

async function forget(writer: StatusPageParts['writer']): Promise<void> {
  const { cursor, stored } = await load(writer);
  if (stored === null || !stored.page.isNamed) return;
  const { put, remove } = withoutPage(stored);
  await writer.commitProjection({ ...COMMIT, from: cursor, to: cursor ?? 0, put, remove });
}

/** 5, 5, 10, 20 and 30 minutes after failures, and no less than the page asks for. */
export function waitAfter(answer: StatusPageAnswer, failures: number): number {
  if (answer.kind !== 'failed') return INTERVAL_MS;
  const backoff = Math.min(MAX_WAIT_MS, INTERVAL_MS * 2 ** Math.max(0, Math.min(failures, 10) - 2));
  return Math.max(backoff, Math.min(answer.retryAfterMs ?? 0, DAY_MS));
}
