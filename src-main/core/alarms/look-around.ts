/**
 * Everything that alarms are made of but events: watching itself, whose move it is, and time. It looks when one of them
 * changed, and says to the follower what is different.
 */
import type { StorageStatus, StreamStatus } from '../../../src-shared/domain/stream-status.ts';
import type { RunningCases } from '../cases/create-cases.ts';
import type { Changes } from '../lib/changes.ts';
import { firstChange } from '../lib/first-change.ts';
import type { Clock } from '../ports/clock.ts';
import type { AlarmFollower } from './alarm-follower.ts';
import { presentSignals, type StandingSignal } from './present-signals.ts';
import { takenCauses } from './taken-causes.ts';

/** How watching is, and when that may be different. */
export interface Watching {
  status(): { readonly stream: StreamStatus; readonly storage: StorageStatus };
  readonly turns: Changes;
  /** In how many ms the status changes by time alone. */
  nextChangeIn(): number | null;
}

interface LookAroundParts {
  readonly follower: Pick<AlarmFollower, 'book' | 'changes' | 'nextAt' | 'tell'>;
  readonly cases: Pick<RunningCases, 'book' | 'progress'>;
  readonly watching: Watching;
  readonly clock: Clock;
}

/** Where the wall clock is set, what is due by it is looked at anyway. */
const LOOK_EVERY_MS = 60_000;
/** In a storm cases change many times a second. */
const CASES_EVERY_MS = 1_000;
const NOBODYS = { taken: [], muted: [] };

/** Resolves when the signal is aborted, and only then. */
export async function lookAround(parts: LookAroundParts, signal: AbortSignal): Promise<void> {
  const { follower, cases, watching, clock } = parts;
  const { changes } = cases.progress;
  let standing: readonly StandingSignal[] = [];
  let told = '';
  let casesSeen = -1;
  let casesAt = -Infinity;
  /* oxlint-disable no-await-in-loop -- one look after the other */
  while (!signal.aborted) {
    const turns = watching.turns.revision;
    const { stream, storage } = watching.status();
    const present = presentSignals(standing, stream, storage, follower.book.alarms.values(), clock.monotonic());
    standing = present.standing;
    const now = JSON.stringify(present.signals);
    if (now !== told) await follower.tell({ kind: 'signals', signals: present.signals });
    told = now;

    const casesIn = changes.revision === casesSeen ? null : casesAt + CASES_EVERY_MS - clock.monotonic();
    if (casesIn !== null && casesIn <= 0) {
      [casesSeen, casesAt] = [changes.revision, clock.monotonic()];
      // What cannot be read now is read at the next change; till then it is nobody's.
      const { taken, muted } = await takenCauses(follower.book, cases, clock.now()).catch(() => NOBODYS);
      if (taken.length > 0) await follower.tell({ kind: 'taken', causes: taken });
      if (muted.length > 0) await follower.tell({ kind: 'muted', causes: muted });
    }

    if (follower.nextAt !== null && follower.nextAt <= clock.now()) await follower.tell({ kind: 'time' });
    const follows = follower.changes.revision;
    const timeIn = follower.nextAt === null ? null : Math.max(1, follower.nextAt - clock.now());
    const waits = [timeIn, present.nextIn, watching.nextChangeIn(), casesIn !== null && casesIn > 0 ? casesIn : null];
    const within = Math.min(LOOK_EVERY_MS, ...waits.filter((ms) => ms !== null));
    await firstChange(
      clock,
      [
        [watching.turns, turns],
        [follower.changes, follows],
        ...(casesIn !== null && casesIn > 0 ? [] : ([[changes, casesSeen]] as const)),
      ],
      within,
      signal,
    );
  }
  /* oxlint-enable no-await-in-loop */
}
