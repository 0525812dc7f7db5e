import type { OutletStatus } from '../../../../src-shared/api/outlets.ts';
import type { Delivery } from '../../../../src-shared/domain/outlets/delivery.ts';
import type { Outlet } from '../../../../src-shared/domain/outlets/outlet.ts';
import { outletKind } from '../../../../src-shared/domain/outlets/outlet-kinds.ts';
import { clockOffsetWords, missingViewWords } from '../../../../src-shared/words/outlets/outlet-words.ts';
import type { RowLayout } from '../terminal/rows.ts';
import { isoTime } from '../terminal/times.ts';

export interface OutletRow {
  readonly outlet: Outlet;
  readonly hasSecret: boolean;
  readonly status: OutletStatus;
  readonly refused: number;
  readonly views: readonly { readonly name: string; readonly isMissing: boolean }[];
  readonly receiverWords: string | null;
  readonly clockOffsetMs: number | null;
}

export const outletRows: RowLayout<OutletRow> = {
  fields: {
    name: ({ outlet }) => outlet.name,
    kind: ({ outlet }) => outlet.kind,
    url: ({ outlet }) => outlet.url,
    send: sentBy,
    unmasked: ({ outlet }) => outlet.areIdentifiersWhole,
    secret: ({ hasSecret }) => hasSecret,
    state: stateOf,
    problem: problemOf,
    answer: ({ receiverWords }) => receiverWords,
    nextAt: (row) => isoTime(failureOf(row)?.nextAt ?? null),
    refused: ({ refused }) => refused,
  },
  columns: [
    { title: 'NAME', width: 20, cell: ({ outlet }) => outlet.name },
    { title: 'KIND', width: 13, cell: ({ outlet }) => outlet.kind },
    {
      title: 'SENDS',
      width: 15,
      cell: (row) => (outletKind(row.outlet.kind).sends === 'pings' ? 'pings' : sentBy(row).join(', ')),
    },
    { title: 'STATE', width: 10, cell: stateOf },
    { title: 'ADDRESS', width: 40, cell: ({ outlet }) => outlet.url },
    { title: 'PROBLEM OR ANSWER', width: 0, cell: (row) => problemOf(row) ?? row.receiverWords ?? '' },
  ],
};

const STATE_WORDS: Readonly<Record<OutletStatus['kind'], string>> = {
  unused: 'not used',
  ready: 'ready',
  working: 'working',
  failing: 'failing',
  'view-missing': 'waiting',
};

function stateOf({ status }: OutletRow): string {
  return STATE_WORDS[status.kind];
}

function sentBy({ outlet, views }: OutletRow): readonly string[] {
  return [...outlet.topics, ...views.map(({ name }) => `view:${name}`)];
}

function problemOf(row: OutletRow): string | null {
  const missing = row.views.filter(({ isMissing }) => isMissing).map(({ name }) => missingViewWords(name));
  const problems = [failureOf(row)?.detail ?? null, clockOffsetWords(row.clockOffsetMs), ...missing].filter(
    (problem) => problem !== null,
  );
  return problems.length === 0 ? null : problems.join(' ');
}

function failureOf({ status }: OutletRow) {
  return status.kind === 'failing' ? status.failure : null;
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
