/** Fills the log of a team as a holder does. */
import type { TeamLog } from '../../src-main/core/ports/team-log.ts';
import { applyEntry } from '../../src-main/core/team/apply-entry.ts';
import { type HolderContent, nextContent } from '../../src-main/core/team/holder-content.ts';
import { type ChainAppend, holderAppend, takeAppend } from '../../src-main/core/team/next-append.ts';
import { MAX_RECORD_EVENTS } from '../../src-main/core/team/team-records.ts';
import { EMPTY_TEAM_STATE } from '../../src-main/core/team/team-state.ts';
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';

/** Lineage of its events. */
export const FILLED_LINEAGE = 'lineage-of-a-filled-log';
const TAKE = { why: 'start', reason: '', at: 1, lineage: FILLED_LINEAGE } as const;
const HOLDER = { member: 'holder', run: 'run-of-the-holder' };

/**
 * Appends a take, the start of a session and all events to an empty log.
 * @param eventsPerRecord a holder that catches up writes full records, one in a quiet time a record for each event
 * @param service of the first take (`teamService`)
 */
export async function fillTeamLog(
  log: Pick<TeamLog, 'append' | 'read'>,
  events: Iterable<ReceivedEvent>,
  service: string,
  signal: AbortSignal,
  eventsPerRecord = MAX_RECORD_EVENTS,
): Promise<void> {
  let state = EMPTY_TEAM_STATE;
  const ends = new AbortController();
  const entries = log.read(1, AbortSignal.any([signal, ends.signal]))[Symbol.asyncIterator]();
  const append = async (next: ChainAppend | null): Promise<void> => {
    if (next === null) throw new Error('The holder has lost the seat.');
    const answer = await log.append(next.append, signal);
    if (answer.kind !== 'appended') throw new Error(`The log did not take a record: ${answer.kind}`);
    // Only the log knows the time of the entry, which the next record names.
    const read = await entries.next();
    const applied = read.done === true ? null : applyEntry(state, read.value);
    if (applied?.kind !== 'applied' || applied.change.kind === 'void')
      throw new Error('A record of the holder is void.');
    ({ state } = applied);
  };
  const hold = (content: HolderContent) => append(holderAppend(state, HOLDER, content, 1));
  await append(takeAppend(state, HOLDER, { ...TAKE, service }));
  let waiting: ReceivedEvent[] = [];
  const send = async (): Promise<void> => {
    while (waiting.length > 0) {
      const rows = waiting.map((event, index) => ({ kind: 'event', seq: state.nextSeq + index, event }) as const);
      const content = nextContent(state, rows, waiting.findLast(({ id }) => id !== null)?.id ?? '');
      if (content?.kind !== 'events') throw new Error('An event is too large.');
      await hold(content);
      waiting = waiting.slice(content.events.length);
    }
  };
  for (const event of events) {
    if (state.session === null) await hold({ kind: 'session-opened', openedAt: event.receivedAt });
    if (waiting.push(event) === eventsPerRecord) await send();
  }
  await send();
  ends.abort(new Error('the log is filled'));
}
