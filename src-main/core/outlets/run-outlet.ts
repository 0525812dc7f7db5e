/** Runs one outlet: reads its secret, sends what is due, and commits how far it is. */
import type { Outlet } from '../../../src-shared/domain/outlets/outlet.ts';
import { outletKind } from '../../../src-shared/domain/outlets/outlet-kinds.ts';
import type { Sendable } from '../../../src-shared/domain/outlets/sent-event.ts';
import type { Turn } from '../../../src-shared/domain/outlets/turn.ts';
import { firstChange } from '../lib/first-change.ts';
import { smallest } from '../lib/smallest.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader, EventWriter } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import type { OutletSecrets, OutletSender } from '../ports/outlets.ts';
import type { WatchState } from '../watch-state.ts';
import { alertsAfter } from './alertmanager-format.ts';
import { RESEND_MS, sendAlerts } from './alertmanager-outlet.ts';
import { nextFailure } from './attempts.ts';
import { yieldToWriter } from '../projections/yield-to-writer.ts';
import type { FollowedViews } from './followed-views.ts';
import { runHeartbeat } from './heartbeat-outlet.ts';
import { kindMessages, type MessageTransport } from './kind-messages.ts';
import { alertsMessage, heartbeatMessage, type MessageContext } from './message-formats.ts';
import { MessageQueues } from './message-queues.ts';
import { messageTransport } from './outlet-request.ts';
import { outletStatus } from './outlet-entries.ts';
import { type CurrentOutlet, firstState, OutletRecords, type OutletState, type Receiver } from './outlet-state.ts';
import { ReceiverClock } from './receiver-clock.ts';
import { isDelivered, receiverAfter, type ReceiverResponse } from './receiver-response.ts';
import { isTurnFor } from './turn-topics.ts';
import type { TurnLog } from './turn-log.ts';
import type { ViewEventsParts } from './view-events.ts';

export interface RunOutletParts {
  readonly turns: TurnLog;
  readonly views: Pick<FollowedViews, 'views' | 'changes'>;
  readonly eventsFor: ViewEventsParts['eventsFor'];
  readonly reader: Pick<EventReader, 'lineage'>;
  readonly sender: OutletSender;
  readonly secrets: OutletSecrets;
  readonly writer: Pick<EventWriter, 'loadProjection' | 'commitProjection'>;
  readonly watching: Pick<
    WatchState,
    'profile' | 'label' | 'stream' | 'storage' | 'transitions' | 'committed' | 'newestSeq'
  >;
  readonly isStoreBusy: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  readonly onChange: () => void;
}

export interface OutletFigures {
  readonly id: string;
  readonly name: string;
  /** When the oldest turn or event that waits happened, UTC epoch ms; null if none waits. Omitted for a heartbeat. */
  readonly waitingSince?: number | null;
  /** Null until the receiver has answered once, or failed to. */
  readonly isFailing: boolean | null;
  /** Since this outlet runs in this process: turns and events, or pings of a heartbeat. */
  readonly delivered: number;
  readonly notDelivered: number;
}

const RETRY_MS = 5_000;
const POLL_INTERVAL_MS = 60_000;
const BATCH_SIZE = 100;
/** After a crash the outlet sends again what came after the stored position. */
const COMMIT_INTERVAL_MS = 250;

export class RunningOutlet {
  readonly outlet: Outlet;
  readonly #parts: RunOutletParts;
  readonly #records: OutletRecords;
  #state: OutletState;
  #isLoaded = false;
  #queues: MessageQueues | null = null;
  #store = '';
  #receiver: Receiver;
  readonly #receiverClock: ReceiverClock;

  constructor(outlet: Outlet, parts: RunOutletParts) {
    this.outlet = outlet;
    this.#parts = parts;
    this.#records = new OutletRecords(outlet.id, parts.writer);
    this.#state = firstState(outlet);
    this.#receiver = this.#state.receiver;
    this.#receiverClock = new ReceiverClock(parts.clock);
  }

  get #kind() {
    return outletKind(this.outlet.kind);
  }

  get current(): CurrentOutlet | null {
    if (!this.#isLoaded) return null;
    const { failure, through } = this.#state;
    const waiting = failure === null ? [] : this.#parts.turns.after(through, Infinity);
    return {
      state: this.#state,
      deliveries: this.#records.deliveries,
      waiting: waiting.filter((turn) => this.#isMeant(turn)),
    };
  }

  get figures(): OutletFigures | null {
    if (!this.#isLoaded) return null;
    const { id, name } = this.outlet;
    const { kind: status } = outletStatus(this.#state);
    return {
      id,
      name,
      ...(this.#kind.sends === 'pings' ? {} : { waitingSince: this.#waitingSince() }),
      isFailing: status === 'ready' ? null : status === 'failing',
      ...this.#records.counts,
    };
  }

  #waitingSince(): number | null {
    const { turns } = this.#parts;
    const [refused] = this.#state.refused;
    const first = refused === undefined ? undefined : turns.after(refused.number - 1, 1)[0];
    const next = turns.after(this.#state.through, Infinity).find((turn) => this.#isMeant(turn));
    return smallest(first?.at ?? null, next?.at ?? null, this.#queues?.waitingSince ?? null);
  }

  /** Turns up to this number are no longer needed; null while that is not known. */
  get doneThrough(): number | null {
    if (this.#kind.sends === 'pings') return Infinity;
    if (!this.#isLoaded) return null;
    const [oldest] = this.#state.refused;
    return oldest === undefined ? this.#state.through : Math.min(this.#state.through, oldest.number - 1);
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.#load(signal);
    if (this.#kind.sends === 'pings') await this.#runHeartbeat(signal);
    else await this.#sendAll(signal);
  }

  async #load(signal: AbortSignal): Promise<void> {
    const { turns, reader, watching, clock } = this.#parts;
    while (!signal.aborted) {
      try {
        // A ping is no turn, so it is sent although the cases cannot be derived or are derived again.
        if (this.#kind.sends !== 'pings') await turns.loaded(signal);
        const stored = await this.#records.load(this.outlet);
        // A turn log that began again, after the store was replaced, counts from 1.
        const state = stored ?? { ...this.#state, through: turns.newest };
        this.#receiver = state.receiver;
        this.#state = {
          ...state,
          through: Math.min(state.through, turns.newest),
          views: this.#viewsAfter(state),
          alerts: this.#alertsAfter(state),
        };
        if (this.outlet.views.length > 0) this.#store = (await reader.lineage()) || watching.profile.id;
        await this.#records.commit(this.#state);
        this.#isLoaded = true;
        this.#parts.onChange();
        return;
      } catch {
        await clock.sleep(RETRY_MS, signal).catch(() => undefined);
      }
    }
  }

  /** A view that was chosen since begins with the events after that. */
  #viewsAfter({ views }: OutletState): OutletState['views'] {
    const { newestSeq } = this.#parts.watching;
    return this.outlet.views.map(({ id, after }) => {
      const { through = after, refused = [] } = views.find((view) => view.id === id) ?? {};
      // The store may have been replaced by a shorter one.
      return { id, refused, through: Math.min(Math.max(through, after), newestSeq) };
    });
  }

  /** Alertmanager also hears of what is open already, and no longer of what the outlet was changed not to send. */
  #alertsAfter({ alerts }: OutletState): OutletState['alerts'] {
    if (this.#kind.sends !== 'alerts') return [];
    const meant = alerts.filter(({ facts, deadline }) =>
      this.outlet.topics.includes(facts === null ? 'signal' : deadline === null ? 'groups' : 'overdue'),
    );
    const open = this.#parts.turns.openTurns().filter((turn) => this.#isMeant(turn));
    return [...alertsAfter(meant, open, this.#profile)];
  }

  async #sendAll(signal: AbortSignal): Promise<void> {
    const { turns, views, watching, clock } = this.#parts;
    const queues = this.#messageQueues();
    this.#queues = queues;
    const sendsEvents = this.outlet.views.length > 0;
    const changing = [turns.changes, ...(sendsEvents ? [watching.committed, views.changes] : [])];
    let resendAt = this.#kind.sends === 'alerts' ? -Infinity : Infinity;
    let stored = this.#state;
    let storeAt = -Infinity;
    while (!signal.aborted) {
      if (sendsEvents) await yieldToWriter({ ...this.#parts, committed: watching.committed }, signal);
      const seen = changing.map((changes) => [changes, changes.revision] as const);
      const before = this.#state;
      let isMore = false;
      if (this.#kind.sends === 'alerts') {
        const isDue = clock.monotonic() >= resendAt;
        const { state, isSent } = await sendAlerts(this.#alertmanagerParts(), this.#state, isDue, signal);
        this.#state = state;
        if (isSent) resendAt = clock.monotonic() + RESEND_MS;
      } else ({ state: this.#state, isMore } = await queues.send(this.#state, signal));
      this.#state = this.#withReceiver(this.#state);
      if (this.#state !== stored && (!isMore || clock.monotonic() >= storeAt)) {
        stored = this.#state;
        await this.#commit();
        storeAt = clock.monotonic() + COMMIT_INTERVAL_MS;
      }
      if (isMore) continue;
      const dueIn = this.#nextRetryAt() - clock.now();
      // Nothing was due although the pause after a failure is over: nothing waits.
      const isIdle = this.#state === before && dueIn <= 0;
      const retryIn = isIdle ? Infinity : dueIn;
      // An alert that cannot be sent is not tried again before its pause ends.
      const resendIn = this.#state.failure === null || isIdle ? resendAt - clock.monotonic() : Infinity;
      const readIn = queues.hasReadFailure ? RETRY_MS : POLL_INTERVAL_MS;
      await firstChange(clock, seen, Math.min(readIn, retryIn, resendIn), signal);
      if (sendsEvents) await clock.sleep(COMMIT_INTERVAL_MS, signal).catch(() => undefined);
      if (this.#state.failure !== null) await this.#waitForRetry(signal);
    }
    if (this.#state !== stored) await this.#commit();
  }

  /** Turns and events that arrive during the pause after a failure do not shorten it. */
  async #waitForRetry(signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    const wait = Math.min(POLL_INTERVAL_MS, this.#nextRetryAt() - clock.now());
    if (wait > 0) await clock.sleep(wait, signal).catch(() => undefined);
  }

  /** Refused turns wait while the receiver does not answer. */
  #nextRetryAt(): number {
    const { failure, refused, views } = this.#state;
    const all = [...refused, ...views.flatMap((view) => view.refused)];
    return failure?.nextAt ?? Math.min(Infinity, ...all.map((one) => one.failure.nextAt));
  }

  async #commit(): Promise<void> {
    await this.#records.commit(this.#state);
    this.#parts.onChange();
  }

  async #runHeartbeat(signal: AbortSignal): Promise<void> {
    const { watching, clock, random } = this.#parts;
    await runHeartbeat(
      {
        watching,
        clock,
        everySeconds: this.outlet.everySeconds,
        write: () => this.#records.commit(this.#state),
        ping: (ends) => this.#transport(ends).request(heartbeatMessage(this.#context)),
        onResponse: (response) => {
          const before = this.#state;
          const failure = isDelivered(response) ? null : nextFailure(before.failure, response, clock.now(), random());
          const hasSent = before.hasSent || failure === null;
          this.#records.count(failure === null ? 'delivered' : 'not-delivered');
          const isSame = failure === before.failure && hasSent === before.hasSent && this.#receiver === before.receiver;
          if (isSame) return;
          this.#state = this.#withReceiver({ ...before, failure, hasSent });
          void this.#commit();
        },
      },
      signal,
    );
  }

  /** In the receiver's time: it refuses signatures and alerts of another. */
  get #context(): MessageContext {
    return { outlet: this.outlet, profile: this.#profile, now: this.#receiverClock.time.now };
  }

  get #profile(): MessageContext['profile'] {
    const { watching } = this.#parts;
    const { id, name } = watching.profile;
    return { id, name, domain: watching.label().domain };
  }

  #isMeant(turn: Turn): boolean {
    return isTurnFor(this.outlet.topics, turn);
  }

  #alertmanagerParts() {
    const { turns, random, clock } = this.#parts;
    return {
      turns,
      random,
      records: this.#records,
      isMeant: (turn: Turn) => this.#isMeant(turn),
      profile: this.#profile,
      now: () => clock.now(),
      receiverTime: () => this.#receiverClock.time,
      post: (body: string, signal: AbortSignal) => this.#transport(signal).request(alertsMessage(body)),
    };
  }

  #messageQueues(): MessageQueues {
    const { outlet } = this;
    const { turns, views, eventsFor, watching, random, clock, log } = this.#parts;
    const now = () => clock.now();
    const { areIdentifiersWhole } = outlet;
    return new MessageQueues({
      outlet,
      turns,
      random,
      log,
      now,
      records: this.#records,
      isTurnMeant: (sent) => sent.kind !== 'event' && this.#isMeant(sent),
      savedViews: () => views.views,
      events: { eventsFor, store: this.#store, areIdentifiersWhole, now, newestSeq: () => watching.newestSeq },
      batchSize: outlet.isBatched || this.#kind.batch === 'always' ? BATCH_SIZE : 1,
      send: (batch, signal) => this.#send(batch, signal),
    });
  }

  async #send([first, ...rest]: readonly Sendable[], signal: AbortSignal): Promise<ReceiverResponse> {
    const { send } = kindMessages[this.outlet.kind];
    if (send === null || first === undefined) throw new Error('This outlet has no message to send.');
    return send([first, ...rest], this.#context, this.#transport(signal));
  }

  #transport(signal: AbortSignal): MessageTransport {
    const { profile } = this.#parts.watching;
    const { request, append } = messageTransport({ ...this.#parts, profile }, this.outlet, signal);
    return {
      append,
      request: async (message) => {
        const response = await request(message);
        this.#receiver = receiverAfter(this.#receiver, response);
        if (response.kind !== 'failed') this.#receiverClock.update(response.clockOffsetMs);
        return response;
      },
    };
  }

  #withReceiver(state: OutletState): OutletState {
    return state.receiver === this.#receiver ? state : { ...state, receiver: this.#receiver };
  }
}
