import { MAX_SHOWN_DELIVERIES, type OutletEntry, type OutletStatus } from '../../../src-shared/api/outlets.ts';
import type { Delivery } from '../../../src-shared/domain/outlets/delivery.ts';
import type { Outlet } from '../../../src-shared/domain/outlets/outlet.ts';
import type { SavedView } from '../../../src-shared/domain/saved-view.ts';
import type { EventReader } from '../ports/event-store.ts';
import {
  type CurrentOutlet,
  outletProjection,
  type OutletState,
  storedDeliveries,
  storedOutletState,
} from './outlet-state.ts';
import { deliveryOf } from './message-outlet.ts';
import { isHiddenFromPage, withoutReceiverWords } from './page-words.ts';
import { isTurnFor } from './turn-topics.ts';
import { storedTurns, TURN_PROJECTION } from './turn-log.ts';

/** The deliveries of an outlet, in the order of their turns, with those that wait. */
export interface OutletLog extends Pick<Outlet, 'id' | 'name'> {
  readonly deliveries: readonly Delivery[];
}

export function outletSummary(
  outlet: Outlet,
  state: OutletState | null,
  views: readonly SavedView[] | null,
): Pick<OutletEntry, 'status' | 'refused' | 'views' | 'receiverWords' | 'clockOffsetMs'> {
  const sent = outlet.views.map(({ id, name }) => {
    const view = views?.find((one) => one.id === id);
    return { name: view?.name ?? name, isMissing: view === undefined };
  });
  const isViewMissing = sent.some(({ isMissing }) => isMissing);
  const status = outletStatus(state);
  return {
    status: isViewMissing && status.kind !== 'failing' ? { kind: 'view-missing' } : status,
    refused: refusedBy(state).length,
    views: sent,
    receiverWords: state?.receiver.words ?? null,
    clockOffsetMs: state?.receiver.clockOffsetMs ?? null,
  };
}

/** An outlet that was refused something is failing, although it may deliver other things. */
export function outletStatus(state: OutletState | null): OutletStatus {
  if (state === null) return { kind: 'unused' };
  const failure = state.failure ?? refusedBy(state)[0]?.failure ?? null;
  if (failure !== null) return { kind: 'failing', failure };
  return { kind: state.hasSent ? 'working' : 'ready' };
}

function refusedBy(state: OutletState | null): OutletState['refused'] {
  return state === null ? [] : [state, ...state.views].flatMap(({ refused }) => refused);
}

export async function storedOutlet(
  reader: Pick<EventReader, 'projectionRecords'>,
  outlet: Outlet,
): Promise<CurrentOutlet> {
  const records = await reader.projectionRecords(outletProjection(outlet.id));
  const state = storedOutletState(records, outlet);
  const turns = state === null || state.failure === null ? [] : await reader.projectionRecords(TURN_PROJECTION);
  return {
    state,
    deliveries: storedDeliveries(records),
    waiting: storedTurns(turns).filter((turn) => turn.number > (state?.through ?? 0) && isTurnFor(outlet.topics, turn)),
  };
}

export function outletLog({ id, name }: Outlet, { state, deliveries, waiting }: CurrentOutlet): OutletLog {
  const { failure } = state ?? { failure: null };
  if (failure === null) return { id, name, deliveries };
  const { since: at, attempts, detail } = failure;
  const waits = waiting.map((turn) => deliveryOf(turn, { at, attempts, outcome: 'retrying', detail }));
  return { id, name, deliveries: [...deliveries, ...waits] };
}

export function outletEntry(
  outlet: Outlet,
  { state, deliveries }: CurrentOutlet,
  views: readonly SavedView[] | null,
): OutletEntry {
  const summary = outletSummary(outlet, state, views);
  return {
    outlet,
    ...(isHiddenFromPage(outlet) ? withoutWords(summary) : summary),
    deliveries: deliveries
      .toSorted((one, other) => other.at - one.at || other.turn.number - one.turn.number)
      .slice(0, MAX_SHOWN_DELIVERIES),
  };
}

function withoutWords({ status, ...summary }: ReturnType<typeof outletSummary>): ReturnType<typeof outletSummary> {
  if (status.kind !== 'failing') return { ...summary, status, receiverWords: null };
  const failure = { ...status.failure, detail: withoutReceiverWords(status.failure.detail) };
  return { ...summary, status: { ...status, failure }, receiverWords: null };
}
