/** State of a team after a part of its log (`docs/design/team.md` §2). */
import type { ReceivedEvent } from '../../../src-shared/domain/event/event.ts';
import { parseJsonOrNull } from '../../../src-shared/lib/parse-json.ts';
import type { HistoryPlace } from '../ports/team-store.ts';
import type { TakeRecord } from './team-records.ts';

interface Holding {
  readonly member: string;
  /** Process of the member; see `take` in `team-records.ts`. */
  readonly run: string;
  /** `LogEntry.at` of the take. */
  readonly since: number;
  readonly why: TakeRecord['why'];
  readonly reason?: string;
  readonly service: string;
  /** The member whose lease ended; start of its session in UTC epoch ms by its clock. Null if no lease ended. */
  readonly lost: { readonly member: string; readonly sessionSince: number } | null;
}

/** Events that were offered and that no holder has appended yet. */
export interface OpenOffer {
  readonly position: number;
  readonly by: string;
}

export interface OpenSession {
  /** Position of the record that opened it: the id of the session in every store. */
  readonly id: number;
  readonly holder: string;
  /** UTC epoch ms by the holder's clock. */
  readonly openedAt: number;
  readonly lastEventAt: number;
}

export interface OpenParts {
  readonly since: TeamState;
  readonly texts: readonly string[];
  readonly of: number;
}

interface OpenHistory {
  /** Member that took the first seat. Only its store has it. */
  readonly by: string;
  readonly through: number;
  /** Number of the last part in the log; 0 before the first. */
  readonly part: number;
  readonly place: HistoryPlace;
}

/** Plain data. The member stores `committedState`. */
export interface TeamState {
  readonly position: number;
  /** `LogEntry.at` of that entry; 0 before the first. */
  readonly at: number;
  /** Last chain record that counts: `prev` of the next one. */
  readonly chain: number;
  /** `LogEntry.at` of that record; 0 before the first. */
  readonly chainAt: number;
  /** Last entry of the chain's lane, valid or void: `after` of the next append (TEAM-4). */
  readonly chainEnd: number;
  readonly epoch: number;
  readonly holder: Holding | null;
  readonly nextSeq: number;
  /** `Last-Event-ID` with which a new holder continues; empty if there is none. */
  readonly cursor: string;
  readonly session: OpenSession | null;
  /** The holder appends them, the oldest first. */
  readonly offers: readonly OpenOffer[];
  /** Empty before the first `take`. The lineage of all stores of the team. */
  readonly lineage: string;
  /** Null if the log has all of it, or was started by an empty store. */
  readonly history: OpenHistory | null;
  readonly parts: OpenParts | null;
  /** Name of each member that held the seat, by member id, as its last take gives it. */
  readonly names: Readonly<Record<string, string>>;
  readonly voids: number;
}

export const EMPTY_TEAM_STATE: TeamState = {
  position: 0,
  at: 0,
  chain: 0,
  chainAt: 0,
  chainEnd: 0,
  epoch: 0,
  holder: null,
  nextSeq: 1,
  cursor: '',
  session: null,
  offers: [],
  lineage: '',
  history: null,
  parts: null,
  names: {},
  voids: 0,
};

/** While parts of a large event are read, the state before the first part: a restarted process reads them again. */
export const committedState = (state: TeamState): TeamState => state.parts?.since ?? state;

export function cursorAfter(cursor: string, events: readonly ReceivedEvent[]): string {
  return events.findLast(({ id }) => id !== null)?.id ?? cursor;
}

/** The store keeps the state as this version, or an older one, wrote it. Without it, the log is read from its start. */
export function storedState({ position, team }: { readonly position: number; readonly team: string }): TeamState {
  const value = parseJsonOrNull(team);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `TeamMemberStore` writes it
  const state = { ...EMPTY_TEAM_STATE, ...(value as Partial<TeamState> | null) };
  return state.position === position ? state : EMPTY_TEAM_STATE;
}
