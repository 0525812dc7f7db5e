/** Reads the state and the deliveries of outlets, for the page and the command line. */
import { MAX_SHOWN_DELIVERIES, type OutletEntry, type OutletStatus } from '../../../src-shared/api/outlets.ts';
import type { Outlet } from '../../../src-shared/domain/outlets/outlet.ts';
import type { EventReader } from '../ports/event-store.ts';
import {
  type CurrentOutlet,
  outletProjection,
  type OutletState,
  storedDeliveries,
  storedOutletState,
} from './outlet-state.ts';

/** The deliveries of an outlet, oldest first. */
export interface OutletLog extends Pick<CurrentOutlet, 'deliveries'> {
  readonly id: string;
  readonly name: string;
}

/** An outlet with a refused turn is failing, although it may deliver others. */
export function outletStatus(state: OutletState | null): OutletStatus {
  if (state === null) return { kind: 'unused' };
  const failure = state.failure ?? state.refused[0]?.failure ?? null;
  if (failure !== null) return { kind: 'failing', failure };
  return { kind: state.hasSent ? 'working' : 'ready' };
}

export async function storedOutlet(
  reader: Pick<EventReader, 'projectionRecords'>,
  { id }: Outlet,
): Promise<CurrentOutlet> {
  const records = await reader.projectionRecords(outletProjection(id));
  return { state: storedOutletState(records), deliveries: storedDeliveries(records) };
}

export function outletEntry(outlet: Outlet, { state, deliveries }: CurrentOutlet): OutletEntry {
  return {
    outlet,
    status: outletStatus(state),
    refused: state?.refused.length ?? 0,
    deliveries: deliveries
      .toSorted((one, other) => other.at - one.at || other.turn.number - one.turn.number)
      .slice(0, MAX_SHOWN_DELIVERIES),
  };
}
