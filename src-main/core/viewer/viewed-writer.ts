/**
 * Decides what a viewer knows of the process that writes its store. Pure. Only an answer proves that it watches: the lock
 * of the store is also held by a process that hangs.
 */
import type { StreamStatus } from '../../../src-shared/api/stream/stream-status.ts';
import type { InboxAnswer } from '../../../src-shared/api/inbox.ts';
import type { ViewedStatus } from '../../../src-shared/api/viewer-requests.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';

export type ViewedWriter =
  | { readonly kind: 'unknown'; readonly since: number }
  | { readonly kind: 'answers'; readonly status: ViewedStatus }
  | { readonly kind: 'silent'; readonly since: number }
  | { readonly kind: 'gone'; readonly since: number };

/** `none`: no process holds the lock. */
export type WriterContact =
  | { readonly kind: 'answer'; readonly answer: InboxAnswer }
  | { readonly kind: 'silent' | 'none' };

/** During a take-over the store is free for some 100 ms, which is no end. Two contacts that far apart must find nothing. */
const GONE_AFTER_MS = 1_000;

interface Known {
  readonly writer: ViewedWriter;
  /** UTC epoch ms of the first of the latest contacts that found no process; null if the last one found it. */
  readonly missingSince: number | null;
}

export function nextKnown({ writer, missingSince }: Known, contact: WriterContact, now: number): Known {
  const silent: Known = {
    writer: writer.kind === 'silent' ? writer : { kind: 'silent', since: knownUntil(writer, now) },
    missingSince: null,
  };
  switch (contact.kind) {
    case 'answer':
      // An older version does not understand the request, so it is not known whether it watches.
      if (contact.answer.kind !== 'viewed') return silent;
      return { writer: { kind: 'answers', status: contact.answer.status }, missingSince: null };
    case 'silent':
      return silent;
    case 'none': {
      const since = missingSince ?? now;
      if (writer.kind === 'gone' || Math.abs(now - since) < GONE_AFTER_MS) return { writer, missingSince: since };
      return { writer: { kind: 'gone', since: knownUntil(writer, since) }, missingSince: since };
    }
    default:
      return assertNever(contact);
  }
}

/** Returns the last complete event that is known, because blindness counts from it. */
function knownUntil(writer: ViewedWriter, now: number): number {
  if (writer.kind !== 'answers') return writer.kind === 'unknown' ? now : writer.since;
  const { stream } = writer.status.snapshot;
  return stream.kind === 'watching' ? stream.lastEventAt : stream.since;
}

export function viewedStream(writer: ViewedWriter): StreamStatus {
  switch (writer.kind) {
    case 'answers':
      return writer.status.snapshot.stream;
    case 'unknown':
      return {
        kind: 'reconnecting',
        since: writer.since,
        cause: null,
        attempt: 1,
        nextAttemptAt: null,
        lostAt: writer.since,
      };
    case 'silent':
      return notKnown(writer.since, { kind: 'writer-silent', code: 'NO_ANSWER' });
    case 'gone':
      return notKnown(writer.since, { kind: 'writer-gone', code: 'ENDED' });
    default:
      return assertNever(writer);
  }
}

function notKnown(
  since: number,
  of: { readonly kind: 'writer-silent' | 'writer-gone'; readonly code: string },
): StreamStatus {
  const cause = { ...of, reason: 'not-running', host: null, error: null, answer: null } as const;
  return { kind: 'blind', since, cause, attempt: 1, nextAttemptAt: null };
}
