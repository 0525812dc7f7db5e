/** What a headless collector says of itself: one line for each change that a person would care about. */
import type { WatchSnapshot } from '../../../src-shared/api/watch.ts';
import { terminalText } from './output.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';

type Open = Extract<WatchSnapshot, { kind: 'open' }>;

/** Two snapshots with the same key differ in nothing worth a line (ages, counts, attempts). */
export function statusKey({ stream, storage }: Open): string {
  const cause = 'cause' in stream ? `${stream.cause?.reason}/${stream.cause?.code}` : '';
  const session = stream.kind === 'watching' ? stream.since : '';
  const failure = storage.kind === 'failing' ? storage.code : '';
  return [stream.kind, cause, session, storage.kind, failure].join('|');
}

export function statusLine(snapshot: Open): string {
  const parts = [new Date(snapshot.at).toISOString(), streamWords(snapshot)];
  if (snapshot.storage.kind === 'failing')
    parts.push(`STORING FAILS: ${snapshot.storage.message} ${snapshot.storage.waiting} events wait in memory.`);
  // The domain and some codes are the service's own text.
  return terminalText(parts.join('  '));
}

function streamWords({ stream, profile, newestSeq }: Open): string {
  switch (stream.kind) {
    case 'watching':
      return `Watching ${profile.domain ?? profile.name}: session since ${time(stream.since)}, ${newestSeq} events stored`;
    case 'reconnecting':
      return `${stream.cause === null ? 'Connecting' : 'Reconnecting'}${because(stream.cause)}${next(stream)}`;
    case 'blind':
      return `Blind since ${time(stream.since)}${because(stream.cause)}${next(stream)}`;
    case 'seat-taken':
      return `Seat taken${because(stream.cause)}${next(stream)}`;
    case 'sign-in-needed':
      return `Sign-in needed${because(stream.cause)} Nothing more is asked until this command is started again.`;
    case 'stopped':
      return `Stopped: ${newestSeq} events stored`;
    default:
      return assertNever(stream);
  }
}

function because(cause: { code: string; message: string } | null): string {
  return cause === null ? '' : ` (${cause.code}): ${cause.message}`;
}

function next({ nextAttemptAt }: { nextAttemptAt: number | null }): string {
  return nextAttemptAt === null ? '' : ` Next try at ${time(nextAttemptAt)}.`;
}

const time = (at: number) => new Date(at).toISOString();
