/** Sends what is due of an outlet: its turns, and the events of each of its views in turn. */
import type { Outlet } from '../../../src-shared/domain/outlets/outlet.ts';
import type { Sendable } from '../../../src-shared/domain/outlets/sent-event.ts';
import type { SavedView } from '../../../src-shared/domain/saved-view.ts';
import { smallest } from '../lib/smallest.ts';
import type { Log } from '../ports/log.ts';
import { type MessageOutletParts, type QueueState, sendDue } from './message-outlet.ts';
import type { OutletState } from './outlet-state.ts';
import type { TurnLog } from './turn-log.ts';
import { ViewEvents, type ViewEventsParts } from './view-events.ts';

export interface MessageQueuesParts extends Omit<MessageOutletParts, 'queue' | 'isMeant'> {
  readonly outlet: Pick<Outlet, 'name' | 'views'>;
  readonly turns: Pick<TurnLog, 'after'>;
  readonly isTurnMeant: MessageOutletParts['isMeant'];
  readonly savedViews: () => readonly SavedView[] | null;
  readonly events: ViewEventsParts;
  readonly log: Log;
}

/** A position that moved over other events alone is stored after so many: a restart reads them again. */
const UNSTORED_EVENTS = 10_000;

export class MessageQueues {
  hasReadFailure = false;
  readonly #parts: MessageQueuesParts;
  readonly #queues = new Map<string, ViewEvents>();

  constructor(parts: MessageQueuesParts) {
    this.#parts = parts;
  }

  get waitingSince(): number | null {
    return smallest(...[...this.#queues.values()].map(({ waitingSince }) => waitingSince));
  }

  /** @returns the state afterwards, and whether more is due immediately */
  async send(
    before: OutletState,
    signal: AbortSignal,
  ): Promise<{ readonly state: OutletState; readonly isMore: boolean }> {
    const { turns, isTurnMeant } = this.#parts;
    const turnQueue = {
      after: async (number: number, limit: number) => turns.after(number, limit),
      get: async (number: number): Promise<Sendable | null> =>
        turns.after(number - 1, 1).find((turn) => turn.number === number) ?? null,
    };
    const sent = await sendDue({ ...this.#parts, queue: turnQueue, isMeant: isTurnMeant }, before, signal);
    let state: OutletState = sent.state === before ? before : { ...before, ...sent.state };
    let { isMore } = sent;
    this.hasReadFailure = false;
    for (const view of before.views) {
      const ofView = await this.#sendView(view, state, signal);
      if (ofView === null) continue;
      isMore ||= ofView.isMore;
      const { through, refused, ...shared } = ofView.state;
      if (through === view.through && refused === view.refused && shared.failure === state.failure) continue;
      const views = state.views.map((one) => (one.id === view.id ? { ...one, through, refused } : one));
      state = { ...state, ...shared, views };
    }
    return { state, isMore };
  }

  async #sendView(
    view: OutletState['views'][number],
    { failure, hasSent }: OutletState,
    signal: AbortSignal,
  ): Promise<{ readonly state: QueueState; readonly isMore: boolean } | null> {
    const { outlet, savedViews, events, log } = this.#parts;
    const filter = savedViews()?.find(({ id }) => id === view.id)?.filter;
    if (filter === undefined) return null;
    const queue = this.#queues.get(view.id) ?? new ViewEvents(filter, view.through, events);
    this.#queues.set(view.id, queue);
    queue.setFilter(filter);
    const { through, refused } = view;
    const before = { through, refused, failure, hasSent };
    try {
      const sent = await sendDue({ ...this.#parts, queue, isMeant: () => true }, before, signal);
      const { doneThrough } = queue;
      const isFar = doneThrough - sent.state.through >= UNSTORED_EVENTS;
      return isFar ? { ...sent, state: { ...sent.state, through: doneThrough } } : sent;
    } catch (error) {
      signal.throwIfAborted();
      log.warn('the events of a view cannot be read for an outlet; trying again', { outlet: outlet.name, error });
      this.hasReadFailure = true;
      return null;
    }
  }
}
