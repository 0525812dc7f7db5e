import type { ChangeSignal } from '../lib/change-signal.ts';
import { firstChange } from '../lib/first-change.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Source, SourceSink, NextStep, StreamState } from '../ports/source.ts';
import type { TeamStore } from '../ports/team-store.ts';
import { currentMoment } from '../lib/moment.ts';
import { FREE_SEAT_MS, freeSeat } from './free-seat.ts';
import { memberSink } from './member-sink.ts';
import type { SeatState } from './seat-state.ts';
import type { TeamMember } from './team-member.ts';
import type { TeamMemberStore } from './team-member-store.ts';
import type { TeamPresence } from './presence/team-presence.ts';

/** A stream outside a team also asks an issuer again about this often after it refused the client. */
const SIGN_IN_PAUSE_MS = 5 * 60_000;
const GO_ON_ALONE_RETRY_MS = 5_000;

interface MemberStreamParts {
  readonly stream: Source;
  readonly clock: Clock;
  readonly self: string;
  readonly member: TeamMember;
  readonly store: TeamMemberStore;
  readonly presence: TeamPresence;
  readonly seat: SeatState;
  readonly sink: SourceSink;
  readonly switched: ChangeSignal;
  readonly isWatching: () => boolean;
}

export async function runMemberStream(
  { stream, clock, self, member, store, presence, seat, sink, switched, isWatching }: MemberStreamParts,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const seen = switched.revision;
    let free: StreamState | null = null;
    if (isWatching()) {
      const closes = new AbortController();
      const either = AbortSignal.any([signal, closes.signal]);
      const start = { lastEventId: await store.cursor(), blindSince: seat.lastEvent, leftRequest: null };
      const onState = (state: StreamState): void => {
        seat.setStream(state);
        if (state.kind === 'waiting' && needsSignIn(state.step)) member.seat.stepDown(signInPauseMs(state.step));
        if (member.seat.seat.kind !== 'alone' || member.isLogReplaced || !presence.knowsStandBys) return;
        free ??= freeSeat(state, currentMoment(clock));
        if (free !== null) closes.abort(new Error('the stream is free for a member that reaches the log'));
      };
      const ownSink = memberSink(sink, {
        member: self,
        holder: () => store.state.holder,
        isHandedOver: () => !isWatching() && !signal.aborted,
        onCursor: (id) => store.noteCursor(id),
      });
      const running = stream.run(start, ownSink, onState, either);
      void switched.changedSince(seen, either).then(
        () => closes.abort(new Error('another member holds the seat')),
        () => undefined,
      );
      await running;
      seat.setStream(free);
    }
    const pauseMs = free === null ? Number.POSITIVE_INFINITY : FREE_SEAT_MS;
    await firstChange(clock, [[switched, seen]], pauseMs, signal);
  }
}

const needsSignIn = (step: NextStep) =>
  step.kind === 'sign-in-needed' || (step.kind === 'retry' && step.shown === 'sign-in-needed');

/** Until a user signs in, unless the issuer may accept this client later. */
const signInPauseMs = ({ kind }: NextStep) => (kind === 'retry' ? SIGN_IN_PAUSE_MS : Number.POSITIVE_INFINITY);

interface ShownSeatParts extends Pick<MemberStreamParts, 'clock' | 'member' | 'seat'> {
  readonly log: Pick<Log, 'warn'>;
  readonly team: Pick<TeamStore, 'goOnAlone'>;
}

export async function showSeat(
  { clock, log, team, member, seat: shown }: ShownSeatParts,
  signal: AbortSignal,
): Promise<void> {
  const { seat } = member;
  while (!signal.aborted) {
    const { revision } = seat.changed;
    shown.setSeat(seat.seat);
    let againInMs = Number.POSITIVE_INFINITY;
    if (seat.seat.kind === 'alone')
      await team.goOnAlone().catch((error: unknown) => {
        // Only the order of events and actions depends on it; the stream stays open.
        log.warn('projections do not apply yet what is received alone', { error });
        againInMs = GO_ON_ALONE_RETRY_MS;
      });
    await firstChange(clock, [[seat.changed, revision]], againInMs, signal);
  }
}
