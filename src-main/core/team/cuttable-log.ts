/** Cuts a member off when the engine has another log under the name (TEAM-19), so that the two do not mix. */
import type { Lease, TeamLog } from '../ports/team-log.ts';

const NO_ANSWER = { kind: 'no-answer', detail: 'the log was made again' } as const;

interface CuttableLog {
  readonly log: TeamLog;
  readonly cut: () => void;
  readonly isCut: () => boolean;
}

export function cuttableLog(log: TeamLog): CuttableLog {
  const ends = new AbortController();
  const { signal: cut } = ends;
  function leaseOf(lease: Lease): Lease {
    return {
      read: async (signal) => (cut.aborted ? 'no-answer' : lease.read(signal)),
      write: async (text, after, signal) => (cut.aborted ? NO_ANSWER : lease.write(text, after, signal)),
      release: async (revision, signal) => (cut.aborted ? undefined : lease.release(revision, signal)),
    };
  }
  return {
    log: {
      append: async (append, signal) => (cut.aborted ? NO_ANSWER : log.append(append, signal)),
      // Without a generator of its own: its steps would delay the reader, and a hand-over waits for it.
      read: (from, signal) => log.read(from, AbortSignal.any([signal, cut])),
      status: async (signal) => (cut.aborted ? NO_ANSWER : log.status(signal)),
      entryAt: async (position, signal) => (cut.aborted ? 'no-answer' : log.entryAt(position, signal)),
      lease: (name) => leaseOf(log.lease(name)),
      publish(message) {
        if (!cut.aborted) log.publish(message);
      },
      subscribe: (...what) => log.subscribe(...what),
      bases: log.bases,
      close: () => log.close(),
    },
    cut: () => ends.abort(new Error(NO_ANSWER.detail)),
    isCut: () => cut.aborted,
  };
}
