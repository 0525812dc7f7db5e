/** Decides what a member appends to the chain, one append at a time (`docs/design/team.md` §2; TEAM-4). */
import type { LogAppend } from '../ports/team-log.ts';
import type { HistoryPart } from '../ports/team-store.ts';
import type { HolderContent } from './holder-content.ts';
import {
  RECORD_VERSION,
  type ActionRecord,
  type ChainRecord,
  type HistoryRecord,
  type OfferRecord,
  type TakeRecord,
} from './team-records.ts';
import type { TeamState } from './team-state.ts';

export interface ChainAppend {
  readonly record: ChainRecord;
  readonly append: LogAppend;
}

export interface Writer {
  readonly member: string;
  readonly run: string;
}

export function isHolder({ holder }: TeamState, { member, run }: Writer): boolean {
  return holder?.member === member && holder.run === run;
}

/** Returns the append for a holder's content; null if the process is not the holder. @param at UTC epoch ms */
export function holderAppend(state: TeamState, writer: Writer, content: HolderContent, at: number): ChainAppend | null {
  if (!isHolder(state, writer)) return null;
  const { chain: prev, chainAt: prevAt, epoch } = state;
  return chainAppend(state, { v: RECORD_VERSION, prev, prevAt, epoch, by: writer.member, at, ...content });
}

/** Returns the append that begins the next holding. The caller has read the log to its end (TEAM-151). */
export function takeAppend(
  state: TeamState,
  { member, run }: Writer,
  take: Pick<TakeRecord, 'why' | 'reason' | 'at' | 'lineage' | 'service' | 'history' | 'name'>,
): ChainAppend {
  const { chain: prev, chainAt: prevAt, epoch } = state;
  const place = { v: RECORD_VERSION, prev, prevAt } as const;
  const record: TakeRecord = { ...place, kind: 'take', epoch: epoch + 1, by: member, run, ...take };
  return chainAppend(state, record);
}

/**
 * Two writers for one place have the same message id, so the engine stores the first only. The expected end counts void
 * records, because otherwise a single one would block all writers forever (TEAM-4).
 */
const chainAppend = ({ chain, chainEnd }: TeamState, record: ChainRecord): ChainAppend => ({
  record,
  append: { lane: 'chain', id: `c:${chain}:${chainEnd}`, text: JSON.stringify(record), after: chainEnd },
});

/** The engine refuses the same action a second time for two minutes, and every store after that. */
export function actionAppend(member: string, action: ActionRecord['action']): LogAppend {
  const record: ActionRecord = { v: RECORD_VERSION, kind: 'action', by: member, action };
  return { lane: 'actions', id: action.id, text: JSON.stringify(record), after: null };
}

/** The member sends an offer again until it reads it back; holders leave out what they have. */
export function offerAppend(record: OfferRecord): LogAppend {
  return { lane: 'offers', id: record.id, text: JSON.stringify(record), after: null };
}

/** The member sends a part again until it reads it back; a part that is there twice counts once. */
export function historyAppend(member: string, part: number, content: HistoryPart, lineage: string): LogAppend {
  const record: HistoryRecord = { v: RECORD_VERSION, kind: 'history', by: member, part, ...content };
  return { lane: 'offers', id: `h:${lineage}:${part}`, text: JSON.stringify(record), after: null };
}

/**
 * `again`: the place in the chain has changed. `replaced`: another process holds the seat (TEAM-4). `waiting`: append
 * the same again once the log is read to its end.
 */
export type AppendOutcome = 'waiting' | 'confirmed' | 'again' | 'replaced';

/** The log decides what became of an append, not the answer (TEAM-4). @param state read after the append was sent */
export function appendOutcome(state: TeamState, writer: Writer, { record, append }: ChainAppend): AppendOutcome {
  if (state.epoch > record.epoch) return 'replaced';
  const mustHold = record.kind !== 'take' || state.epoch === record.epoch;
  if (mustHold && !isHolder(state, writer)) return 'replaced';
  if (state.chain !== record.prev) return record.kind === 'take' && state.epoch < record.epoch ? 'again' : 'confirmed';
  return state.chainEnd === append.after ? 'waiting' : 'again';
}
