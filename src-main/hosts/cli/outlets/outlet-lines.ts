/** Rows of `watchfloor outlets list` and `outlets log`. */
import type { Delivery, OutletState } from '../../../core/outlets/outlet-state.ts';
import type { Outlet } from '../../../../src-shared/domain/outlets/outlet.ts';
import type { RowLayout } from '../terminal/rows.ts';
import { isoTime } from '../terminal/times.ts';

export interface OutletRow {
  readonly outlet: Outlet;
  readonly hasSecret: boolean;
  /** Null if no process has used it yet. */
  readonly state: OutletState | null;
}

export const outletRows: RowLayout<OutletRow> = {
  fields: {
    name: ({ outlet }) => outlet.name,
    kind: ({ outlet }) => outlet.kind,
    url: ({ outlet }) => outlet.url,
    send: ({ outlet }) => outlet.topics,
    secret: ({ hasSecret }) => hasSecret,
    state: stateOf,
    problem: ({ state }) => problemOf(state),
    nextAt: ({ state }) => isoTime(failureOf(state)?.nextAt ?? null),
    refused: ({ state }) => state?.refused.length ?? 0,
  },
  columns: [
    { title: 'NAME', width: 20, cell: ({ outlet }) => outlet.name },
    { title: 'KIND', width: 13, cell: ({ outlet }) => outlet.kind },
    {
      title: 'SENDS',
      width: 15,
      cell: ({ outlet }) => (outlet.kind === 'heartbeat' ? 'pings' : outlet.topics.join(', ')),
    },
    { title: 'STATE', width: 10, cell: stateOf },
    { title: 'ADDRESS', width: 40, cell: ({ outlet }) => outlet.url },
    { title: 'PROBLEM', width: 0, cell: ({ state }) => problemOf(state) ?? '' },
  ],
};

function stateOf({ state }: OutletRow): 'not used' | 'failing' | 'working' {
  if (state === null) return 'not used';
  return failureOf(state) === null ? 'working' : 'failing';
}

function failureOf(state: OutletState | null) {
  return state?.failure ?? state?.refused[0]?.failure ?? null;
}

function problemOf(state: OutletState | null): string | null {
  return failureOf(state)?.detail ?? null;
}

export interface DeliveryRow extends Delivery {
  readonly outlet: string;
}

export const deliveryRows: RowLayout<DeliveryRow> = {
  fields: {
    at: ({ at }) => isoTime(at),
    outlet: ({ outlet }) => outlet,
    outcome: ({ outcome }) => outcome,
    turn: ({ turn }) => turn.name,
    subject: ({ turn }) => turn.subject,
    id: ({ turn }) => turn.id,
    attempts: ({ attempts }) => attempts,
    detail: ({ detail }) => detail,
  },
  columns: [
    { title: 'AT (UTC)', width: 25, cell: ({ at }) => isoTime(at) },
    { title: 'OUTLET', width: 20, cell: ({ outlet }) => outlet },
    { title: 'OUTCOME', width: 14, cell: ({ outcome }) => outcome },
    { title: 'TRIES', width: 6, cell: ({ attempts }) => String(attempts) },
    { title: 'TURN', width: 9, cell: ({ turn }) => turn.name },
    { title: 'SUBJECT', width: 40, cell: ({ turn }) => turn.subject },
    { title: 'DETAIL', width: 0, cell: ({ detail }) => detail ?? '' },
  ],
};
