/** Feeds the alarm projection with all inputs except events. */
import type { Cases } from '../cases/create-cases.ts';
import type { ChangeSignal } from '../lib/change-signal.ts';
import { firstChange } from '../lib/first-change.ts';
import type { Clock } from '../ports/clock.ts';
import type { TeamSource } from '../team/team-source.ts';
import { openedElsewhere } from './alarm-feedback.ts';
import type { AlarmProjection } from './alarm-projection.ts';
import { activeSignals, type TrackedSignal } from './active-signals.ts';
import { handledCauses } from './handled-causes.ts';
import type { WatchState } from '../watch-state.ts';

export type Watching = Pick<WatchState, 'stream' | 'storage' | 'transitions' | 'nextChangeIn'>;

interface WatchAlarmInputsParts {
  readonly projection: Pick<AlarmProjection, 'state' | 'changes' | 'nextAt' | 'apply'>;
  readonly cases: Pick<Cases, 'projection' | 'progress'>;
  readonly watching: Watching;
  readonly clock: Clock;
}

/** Checks this often at least, so that due times are noticed after the wall clock was set. */
const POLL_INTERVAL_MS = 60_000;
/** An alarm that was taken on another desk is silent within 1 s. The cases change less often than this while events arrive. */
const CASES_INTERVAL_MS = 250;
const NO_CAUSES = { taken: [], muted: [] };

export async function watchAlarmInputs(parts: WatchAlarmInputsParts, signal: AbortSignal): Promise<void> {
  const { projection, cases, watching, clock } = parts;
  const { changes } = cases.progress;
  let tracked: readonly TrackedSignal[] = [];
  let published = '';
  let casesSeen = -1;
  let casesAt = -Infinity;
  while (!signal.aborted) {
    const turns = watching.transitions.revision;
    const { stream, storage } = watching;
    const present = activeSignals(tracked, stream, storage, projection.state.alarms.values(), clock.monotonic());
    tracked = present.tracked;
    const now = JSON.stringify(present.signals);
    if (now !== published) await projection.apply({ kind: 'signals', signals: present.signals });
    published = now;

    const casesIn = changes.revision === casesSeen ? null : casesAt + CASES_INTERVAL_MS - clock.monotonic();
    if (casesIn !== null && casesIn <= 0) {
      [casesSeen, casesAt] = [changes.revision, clock.monotonic()];
      // A failed read is repeated at the next change. Until then no cause counts as handled.
      const { taken, muted } = await handledCauses(projection.state, cases, clock.now()).catch(() => NO_CAUSES);
      if (taken.length > 0) await projection.apply({ kind: 'taken', causes: taken });
      if (muted.length > 0) await projection.apply({ kind: 'muted', causes: muted });
    }

    if (projection.nextAt !== null && projection.nextAt <= clock.now()) await projection.apply({ kind: 'time' });
    const follows = projection.changes.revision;
    const timeIn = projection.nextAt === null ? null : Math.max(1, projection.nextAt - clock.now());
    const waits = [timeIn, present.nextIn, watching.nextChangeIn(), casesIn !== null && casesIn > 0 ? casesIn : null];
    const within = Math.min(POLL_INTERVAL_MS, ...waits.filter((ms) => ms !== null));
    await firstChange(
      clock,
      [
        [watching.transitions, turns],
        [projection.changes, follows],
        ...(casesIn !== null && casesIn > 0 ? [] : ([[changes, casesSeen]] as const)),
      ],
      within,
      signal,
    );
  }
}

export type AlarmTeam = Pick<TeamSource, 'playsSound' | 'openedElsewhere' | 'heard'> & {
  readonly activity: Pick<TeamSource['activity'], 'open'>;
};

interface TeamAlarmsParts {
  readonly team: AlarmTeam;
  readonly projection: Pick<AlarmProjection, 'state' | 'changes' | 'apply'>;
  readonly clock: Clock;
  readonly isEnabled: () => boolean;
  readonly edited: ChangeSignal;
}

/**
 * Acknowledges what other members report as opened (`docs/design/team.md` §6), also alarms that are raised here later.
 * An alarm whose failures were taken needs nothing of this, because all members have the action.
 */
export async function watchTeamAlarms(parts: TeamAlarmsParts, signal: AbortSignal): Promise<void> {
  const { team, projection, clock, isEnabled, edited } = parts;
  while (!signal.aborted) {
    const seen = [team.heard, projection.changes, edited].map((one) => [one, one.revision] as const);
    const opened = isEnabled() ? team.openedElsewhere() : [];
    if (openedElsewhere(projection.state.alarms.values(), opened).length > 0)
      await projection.apply({ kind: 'opened-elsewhere', opened });
    await firstChange(clock, seen, Number.POSITIVE_INFINITY, signal);
  }
}
