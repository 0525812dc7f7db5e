/** A watch's source in a team: opens the stream only while this member holds the seat (`docs/design/team.md` §5). */
import type { ActionEntry } from '../../../src-shared/domain/cases/action.ts';
import type { TeamAnswer, TeamReport, TeamRequest } from '../../../src-shared/api/team-requests.ts';
import type { StorageStatus } from '../../../src-shared/api/stream/stream-status.ts';
import type { TeamSettings } from '../../../src-shared/domain/profile/team-settings.ts';
import type { HandedOver, Published, TakenOver } from '../../../src-shared/domain/team.ts';
import { whenAborted } from '../../../src-shared/lib/when-aborted.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import type { EventReader } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import type { Source, SourceSink, SourceStart, StreamState } from '../ports/source.ts';
import type { TeamLog } from '../ports/team-log.ts';
import type { TeamStore } from '../ports/team-store.ts';
import { SharedViews } from '../views/shared-views.ts';
import { currentMoment } from '../lib/moment.ts';
import { answerTeamRequest } from './answer-team-request.ts';
import { makeBases } from './base/base-maker.ts';
import { DeskActivity } from './presence/desk-activity.ts';
import { askWhenFree } from './free-seat.ts';
import { sendHistory } from './send/history-sender.ts';
import { type Joined, joinTeam } from './join-team.ts';
import { runMemberStream, showSeat } from './member-stream.ts';
import { Refusals } from './send/refusals.ts';
import { LOG_REPLACED, SeatState } from './seat-state.ts';
import type { TeamClock } from './team-clock.ts';
import { TeamControl } from './team-control.ts';
import { TeamMember } from './team-member.ts';
import { type OpenedCause, TeamPresence } from './presence/team-presence.ts';
import { teamReport } from './team-report.ts';
import { mayHoldSeat, seatRank } from './team-seat.ts';
import { TeamMemberStore, type TeamMemberStoreOptions } from './team-member-store.ts';
import { untilStored } from './until-stored.ts';

export interface TeamSourceOptions extends Pick<TeamMemberStoreOptions, 'onApplied' | 'committed'> {
  readonly settings: TeamSettings;
  readonly teamLog: TeamLog;
  readonly clock: TeamClock;
  readonly log: Log;
  readonly random: () => number;
  readonly newId: () => string;
  readonly team: TeamStore;
  readonly reader: Pick<EventReader, 'lineage' | 'extent' | 'actions'>;
  readonly scanner: Pick<EventReader, 'lineage' | 'baseHead' | 'received' | 'actions'>;
  readonly record: (actions: readonly ActionEntry[]) => Promise<void>;
  readonly stream: Source;
  readonly service: string;
  readonly newestSeq: () => number;
  readonly storage: () => StorageStatus;
  readonly onStorage: (status: StorageStatus) => void;
  readonly ends: AbortSignal;
}

/** Pause before a member starts again after its store or a bug ended it. */
const RESTART_MS = 5_000;

export class TeamSource implements Source {
  readonly #options: TeamSourceOptions;
  readonly requested = new ChangeSignal();
  readonly heard = new ChangeSignal();
  #seat: SeatState | null = null;
  #running: RunningMember | null = null;
  #request: SeatRequest | null = null;
  readonly #publishWanted = new ChangeSignal();
  /** The log was made again, and the user wants that it gets what this store has. False once the log has begun with it. */
  #fills = false;

  readonly control: TeamControl;
  readonly activity: DeskActivity;
  readonly refusals: Refusals;
  readonly views: SharedViews;

  constructor(given: TeamSourceOptions) {
    this.refusals = new Refusals(given);
    const options = { ...given, teamLog: this.refusals.watch(given.teamLog) };
    this.#options = options;
    this.activity = new DeskActivity(options.clock, options.settings.role);
    this.control = new TeamControl(this, options);
    this.views = new SharedViews({ ...options, member: options.settings, names: () => this.names });
  }

  get seatState(): SeatState | null {
    return this.#seat;
  }

  async run(
    start: SourceStart,
    sink: SourceSink,
    publish: (state: StreamState) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const { clock, log, teamLog, settings, newestSeq, storage } = this.#options;
    const leaseMs = settings.leaseSeconds * 1_000;
    const nameOf = (member: string) => this.#running?.presence.nameOf(member) ?? member;
    const others = () => this.members();
    const seat = new SeatState({ clock, teamLog, leaseMs, start, publish, others, newestSeq, nameOf, storage });
    this.#seat = seat;
    this.control.changed.notify();
    while (!signal.aborted) {
      try {
        const join = { ...this.#options, mayFill: () => this.#fills };
        const joined = await joinTeam(join, (state) => seat.show(state), signal);
        this.#fills &&= joined.history !== null;
        if (this.#fills) await this.#options.team.publishHistory();
        await this.#runMember(joined, seat, sink, signal);
      } catch (error) {
        if (signal.aborted) break;
        log.error('the member of the team ended unexpectedly', { error });
        seat.show({ kind: 'fault' });
        await clock.sleep(RESTART_MS, signal).catch(() => undefined);
      }
    }
    await teamLog.close();
    publish({ kind: 'stopped', since: currentMoment(clock) });
  }

  members(): ReturnType<TeamPresence['members']> {
    return this.#running?.presence.members() ?? [];
  }

  get isSelfDoubled(): boolean {
    return this.#running?.presence.isSelfDoubled ?? false;
  }

  gone(): ReturnType<TeamPresence['gone']> {
    return this.#running?.presence.gone() ?? [];
  }

  /** True if this desk is on shift, or if no desk is: then every one plays, so that an alarm is never silent for all. */
  get playsSound(): boolean {
    return this.activity.isOnShift || !this.members().some(({ isOnShift }) => isOnShift);
  }

  openedElsewhere(): readonly OpenedCause[] {
    return this.members().flatMap(({ opened = [] }) => opened);
  }

  /** Names by member id: of the members that have held the seat, and, newer, of those that were here since the start. */
  get names(): Readonly<Record<string, string>> {
    const { settings } = this.#options;
    const heard = [...this.gone(), ...this.members()].map(({ member, name }) => [member, name]);
    return { ...this.#seat?.team.names, ...Object.fromEntries(heard), [settings.member]: settings.name };
  }

  get request(): SeatRequest | null {
    return this.#request;
  }

  async handOver(to: string, signal: AbortSignal): Promise<HandedOver> {
    this.#request = null;
    if (this.#running === null || this.#seat?.isHolding !== true) return 'not-holder';
    const present = this.members().find(({ member }) => member === to);
    if (present?.isDoubled === true) return 'two-desks';
    if (present?.isStoring === false) return 'cannot-store';
    return this.#running.member.handOver(to, signal);
  }

  /** Asks the holder for the seat (TEAM-13). Returns its reason if it declines; null if it did not answer. */
  async ask(signal: AbortSignal): Promise<'done' | { readonly reason: string } | null> {
    return this.#running?.member.seat.ask(signal) ?? null;
  }

  async takeOver(reason: string, signal: AbortSignal): Promise<TakenOver> {
    return this.#running?.member.seat.takeOver(reason, signal) ?? 'failed';
  }

  /** Sends what the store had before the team, or before its log was made again, also after a restart, until the log has it. */
  async publish(): Promise<Published> {
    if (this.#seat?.problem === LOG_REPLACED) {
      this.#fills = true;
      this.#running?.leave();
      return 'sending';
    }
    const history = this.#running?.store.state.history;
    if (history === undefined) return 'not-member';
    if (history?.by !== this.#options.settings.member) return 'nothing';
    await this.#options.team.publishHistory();
    this.#publishWanted.notify();
    return 'sending';
  }

  /** Does what a command asks. Never rejects. */
  answer(request: TeamRequest, signal: AbortSignal): Promise<TeamAnswer> {
    return answerTeamRequest(this, this.#options.log, request, signal);
  }

  report(): Promise<TeamReport> {
    const fillsThrough = this.#fills ? this.#options.newestSeq() : null;
    const { refusals, isSelfDoubled } = this;
    const known = { seat: this.#seat, running: this.#running, others: this.members(), fillsThrough };
    return teamReport({ ...this.#options, ...known, refusals, isSelfDoubled, isStoring: this.#isStoring() });
  }

  /** Keeps the seat. The member that asked for it sees the reason. */
  decline(reason: string): void {
    if (this.#request !== null) this.#running?.member.seat.decline(this.#request, reason);
    this.#request = null;
  }

  retryNow(): void {
    this.#running?.member.seat.standBy();
    this.#options.stream.retryNow();
    this.#seat?.checkNow();
  }

  wakeUp(): void {
    this.#options.stream.wakeUp();
    this.#seat?.checkNow();
  }

  /** Runs until the signal is aborted. @throws errors of the store */
  async #runMember(
    { state, lineage, created, history }: Joined,
    seat: SeatState,
    sink: SourceSink,
    signal: AbortSignal,
  ): Promise<void> {
    const { settings, teamLog, clock, log, newId, team, service, onApplied, committed, stream } = this.#options;
    const read = new ChangeSignal();
    const ends = new AbortController();
    const either = AbortSignal.any([signal, ends.signal]);
    const onStorage = (status: StorageStatus) => {
      this.#options.onStorage(status);
      seat.checkNow();
    };
    this.refusals.forgetLarge();
    const store = new TeamMemberStore({
      team,
      untilStored: (write) => untilStored({ clock, onStorage }, write, either),
      newId,
      member: settings.member,
      state,
      committed,
      onTooLarge: (append) => this.refusals.keepHere(append),
      onApplied: (applied, changes) => {
        onApplied(applied, changes);
        if (store.state.lineage !== '') this.#fills = false;
        seat.apply(store.state, changes);
        read.notify();
        const areOnlyEvents = changes.length > 0 && changes.every(({ kind }) => kind === 'events' || kind === 'part');
        if (!areOnlyEvents) this.views.changed.notify();
        // The member that offers late events has closed its stream, so the seat may be free.
        if (changes.some(({ kind }) => kind === 'offered') && seat.waitsForStream) stream.retryNow();
      },
    });
    const run = newId();
    const switched = new ChangeSignal();
    let isWatching = false;
    const watch = (watches: boolean) => {
      isWatching = watches;
      // Only a holder can answer it.
      if (!watches) this.#request = null;
      switched.notify();
    };
    const member = new TeamMember({
      member: settings.member,
      name: settings.name,
      run,
      lineage,
      created,
      history,
      service,
      log: teamLog,
      clock,
      store,
      leaseMs: settings.leaseSeconds * 1_000,
      rank: seatRank(settings, this.#options.random),
      isStoring: this.#isStoring,
      onWatch: watch,
      newId,
      onAsked: (request) => this.#asked(request),
      onHole: (hole) => seat.setHole(hole),
      onRestored: (position) => seat.setRestored(position),
      onReplaced: () => seat.show({ kind: 'other-log' }),
      onRestoreFailure: (error) => this.#options.log.warn('a base of the team could not be restored', { error }),
      hasStandBy: () => this.members().some(({ mayHold, isStoring }) => mayHold && isStoring),
    });
    const presence = this.#presence(run, member, store);
    this.#running = { member, presence, store, leave: () => ends.abort(new Error('the member starts again')) };
    this.control.changed.notify();
    seat.apply(state, []);
    const self = settings.member;
    const streaming = { stream, clock, self, member, store, presence, seat, sink, switched };
    const loops = [
      runMemberStream({ ...streaming, isWatching: () => isWatching }, either),
      askWhenFree({ clock, seat, retryNow: () => stream.retryNow() }, either),
      showSeat({ clock, log, team, member, seat }, either),
      seat.run(either),
      presence.run(either),
      this.#makeBases(member, either),
      this.#sendHistory(store, read, either),
    ];
    const running = member.run(either);
    try {
      // A loop that fails, for example because nothing can be stored, ends the member; the others end after it.
      const end = await Promise.race([running, Promise.all(loops).then(() => running)]);
      // A log that was made again is compared with the store first.
      if (end === null || end.kind === 'replaced') return;
      seat.show(end);
      await whenAborted(signal);
    } finally {
      this.#running = null;
      ends.abort(new Error('the member has ended'));
      await Promise.allSettled([running, ...loops]);
    }
  }

  #makeBases({ seat }: TeamMember, signal: AbortSignal): Promise<void> {
    const { teamLog, scanner: reader, clock, log, service } = this.#options;
    const isHolding = () => seat.seat.kind === 'holds';
    return makeBases({ bases: teamLog.bases, reader, clock, log, service, isHolding, changed: seat.changed }, signal);
  }

  /** Sends what the store had before the team, when the user wants it. @throws errors of the store */
  async #sendHistory(store: TeamMemberStore, read: ChangeSignal, signal: AbortSignal): Promise<void> {
    const { teamLog, clock, team, settings } = this.#options;
    const onTooLarge = (append: Parameters<Refusals['keepHere']>[0]) => this.refusals.keepHere(append);
    const shared = { teamLog, clock, team, member: settings.member, onTooLarge };
    const sending = { ...shared, state: () => store.state, read, wanted: this.#publishWanted };
    await sendHistory(sending, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  #asked(request: SeatRequest): void {
    this.#request = request;
    this.requested.notify();
  }

  #presence(run: string, member: TeamMember, store: TeamMemberStore): TeamPresence {
    const { settings, teamLog: log, clock } = this.#options;
    const { name, role } = settings;
    const own = () => ({
      run,
      name,
      role,
      mayHold: mayHoldSeat(settings),
      seat: member.seat.seat.kind,
      isStoring: this.#isStoring(),
      position: store.state.position,
      behind: this.#seat?.behind ?? null,
      isOnShift: this.activity.isOnShift,
      opened: this.activity.opened,
      clockDifferenceMs: clock.differenceMs,
    });
    const changes = [member.seat.changed, this.activity.changed];
    return new TeamPresence({ log, clock, member: settings.member, own, changes, heard: this.heard });
  }

  readonly #isStoring = () => this.#options.storage().kind !== 'failing';
}

interface RunningMember {
  readonly member: TeamMember;
  readonly presence: TeamPresence;
  readonly store: TeamMemberStore;
  /** Ends it, so that the store is compared with the log again. */
  readonly leave: () => void;
}

interface SeatRequest {
  readonly id: string;
  readonly from: string;
}
