/** Makes the base of a team once a day, in the holder. The base has only what the log has confirmed. */
import { actionEntrySchema, type StoredActionEntry } from '../../../../src-shared/domain/cases/action.ts';
import type { ChangeSignal } from '../../lib/change-signal.ts';
import { firstChange } from '../../lib/first-change.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventReader } from '../../ports/event-store.ts';
import type { Log } from '../../ports/log.ts';
import type { BaseHead, TeamBases } from '../../ports/team-base.ts';
import type { PlacedAction } from '../../ports/team-store.ts';
import { piecesOf, type BaseLine } from './base-content.ts';
import { storedState } from '../team-state.ts';
import { DAY_MS } from '../../../../src-shared/lib/durations.ts';

interface BaseMakerOptions {
  readonly bases: TeamBases;
  readonly reader: Pick<EventReader, 'baseHead' | 'received' | 'actions' | 'lineage'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly service: string;
  readonly isHolding: () => boolean;
  readonly changed: ChangeSignal;
}

/** A new holder has other work first, and may not keep the seat. */
const FIRST_CHECK_MS = 60_000;
const CHECK_MS = 600_000;
const LINE_ACTIONS = 500;
const LINE_SESSIONS = 500;

export async function makeBases(options: BaseMakerOptions, signal: AbortSignal): Promise<void> {
  const { clock, log, changed, isHolding } = options;
  while (!signal.aborted) {
    const seen = [[changed, changed.revision]] as const;
    if (!isHolding()) {
      await firstChange(clock, seen, Number.POSITIVE_INFINITY, signal);
      continue;
    }
    await clock.sleep(FIRST_CHECK_MS, signal).catch(() => undefined);
    while (isHolding() && !signal.aborted) {
      await makeIfDue(options, signal).catch((error: unknown) => {
        if (!signal.aborted) log.warn('the base of the team was not made; it is tried again', { error });
      });
      await clock.sleep(CHECK_MS, signal).catch(() => undefined);
    }
  }
}

async function makeIfDue(options: BaseMakerOptions, signal: AbortSignal): Promise<void> {
  const [newest] = await options.bases.list(signal);
  // The clock of the maker may have been wrong in both directions.
  if (newest !== undefined && Math.abs(options.clock.now() - newest.at) < DAY_MS) return;
  await makeBase(options, signal);
}

type BaseOptions = Pick<BaseMakerOptions, 'bases' | 'reader' | 'clock' | 'service' | 'isHolding'>;

/** @throws Error if this member loses the seat meanwhile; errors of `TeamBases.publish` and of the store */
export async function makeBase(
  { bases, reader, clock, service, isHolding }: BaseOptions,
  signal: AbortSignal,
): Promise<void> {
  const head = await reader.baseHead();
  if (head === null) return;
  const info = {
    v: 1,
    upTo: head.position,
    upToAt: storedState(head).at,
    upToSeq: head.confirmedSeq,
    created: head.created,
    lineage: await reader.lineage(),
    service,
    at: clock.now(),
  } as const;
  async function* whileHolding(lines: AsyncIterable<BaseLine>): AsyncGenerator<string, void, undefined> {
    for await (const piece of piecesOf(lines)) {
      // The next holder makes one, and two members must not write into one slot.
      if (!isHolding()) throw new Error('This member does not hold the seat any more.');
      yield piece;
    }
  }
  await bases.publish(info, whileHolding(baseLines(reader, head)), signal);
}

async function* baseLines(
  reader: Pick<EventReader, 'received' | 'actions'>,
  { position, confirmedSeq, team, member, sessions, before, offered, unplaced }: BaseHead,
): AsyncGenerator<BaseLine, void, undefined> {
  const state = storedState({ position, team });
  if (state.position !== position || state.parts !== null) throw new Error('The store has no state of the team.');
  // Only the store of the first member has the rest from before the team.
  const { through, place } = state.history?.by === member ? state.history : ALL_IS_SENT;
  yield* eventLines(reader, 0, Math.min(place.seq, confirmedSeq));
  yield* eventLines(reader, through, confirmedSeq);
  const waiting = new Set(unplaced);
  for (let after = 0; ;) {
    const found = await reader.actions(after, LINE_ACTIONS);
    const last = found.at(-1);
    if (last === undefined) break;
    after = last.number;
    const sent = found.filter(({ number, afterSeq }) => afterSeq > through || number <= place.action);
    const actions = sent.flatMap((stored) => placedAction(stored, waiting, confirmedSeq) ?? []);
    if (actions.length > 0) yield { kind: 'actions', actions };
  }
  for (let from = 0; from < sessions.length; from += LINE_SESSIONS)
    yield { kind: 'sessions', sessions: sessions.slice(from, from + LINE_SESSIONS) };
  const spans = {
    sessions: before.sessions.filter(({ id }) => id <= place.session),
    gaps: before.gaps.filter(({ id }) => id <= place.gap),
  };
  if (spans.sessions.length + spans.gaps.length > 0) yield { kind: 'before', spans };
  const all = offered.map((offer) => ({ ...offer, events: [...offer.events] }));
  yield { kind: 'end', state: { ...state, offers: [...state.offers], parts: null }, offered: all };
}

const EVERY = Number.POSITIVE_INFINITY;
const ALL_IS_SENT = { through: EVERY, place: { seq: EVERY, action: EVERY, session: EVERY, gap: EVERY } };

async function* eventLines(
  reader: Pick<EventReader, 'received'>,
  from: number,
  to: number,
): AsyncGenerator<BaseLine, void, undefined> {
  for (let after: number | null = from < to ? from : null; after !== null;) {
    const { events, next }: Awaited<ReturnType<EventReader['received']>> = await reader.received(after, to);
    if (events.length > 0) yield { kind: 'events', events: [...events] };
    after = next;
  }
}

/** Leaves out an action that the log placed later: the member that restores the base reads it there. */
function placedAction(
  stored: StoredActionEntry,
  waiting: ReadonlySet<string>,
  confirmedSeq: number,
): PlacedAction | null {
  const { id, afterSeq } = stored;
  // The schema leaves out what belongs to the store.
  return waiting.has(id) || afterSeq > confirmedSeq ? null : { action: actionEntrySchema.parse(stored), afterSeq };
}
