/** Cuts what a holder's store has into records of the log, each small enough for one entry (TEAM-150). */
import type { ReceivedEvent } from '../../../src-shared/domain/event/event.ts';
import { MAX_RECORD_EVENTS, type ChainRecord, type EventsContent, type TakeRecord } from './team-records.ts';
import { cursorAfter, type TeamState } from './team-state.ts';

type ContentOf<Record> = Record extends ChainRecord
  ? Omit<Record, 'v' | 'prev' | 'prevAt' | 'epoch' | 'by' | 'at'>
  : never;
export type HolderContent = ContentOf<Exclude<ChainRecord, TakeRecord>>;

/** Something that a holder's store has and that the log has not confirmed. In the order in which it was stored. */
export type Unconfirmed =
  | { readonly kind: 'event'; readonly seq: number; readonly event: ReceivedEvent }
  | Exclude<HolderContent, { kind: 'events' | 'part' }>
  /** An offer, without the events that the holder has already; the others have their place in its store. */
  | {
      readonly kind: 'offer';
      readonly offer: number;
      readonly first: number;
      readonly events: readonly ReceivedEvent[];
    };

/** Engines take entries of 1 MB. Events are counted before they are packed, so that a record fits in any case. */
export const RECORD_LIMITS = {
  bytes: 700_000,
  /** A character has at most 3 bytes. */
  partChars: 200_000,
};

/** Null if everything is confirmed. `cursor`: the `Last-Event-ID` after the last of `unconfirmed`. */
export function nextContent(
  state: Pick<TeamState, 'cursor' | 'nextSeq' | 'parts'>,
  unconfirmed: readonly Unconfirmed[],
  cursor: string,
  limits = RECORD_LIMITS,
): HolderContent | null {
  const [next] = unconfirmed;
  if (next?.kind === 'offer') return offerContent(state, next, limits);
  if (next !== undefined && next.kind !== 'event') return next;
  const first = next?.seq ?? state.nextSeq;
  const events: ReceivedEvent[] = [];
  let bytes = 0;
  for (const one of unconfirmed) {
    if (one.kind !== 'event' || one.seq !== first + events.length || events.length === MAX_RECORD_EVENTS) break;
    bytes += utf8Length(JSON.stringify(one.event));
    if (bytes > limits.bytes) break;
    events.push(one.event);
  }
  if (next !== undefined && events.length === 0) return nextPart(state, { first, events: [next.event] }, limits);
  // The cursor can move without an event. Only the record with the last event knows where it is then.
  const isLast = events.length === unconfirmed.length && cursorAfter(state.cursor, events) !== cursor;
  if (events.length === 0 && !isLast) return null;
  return { kind: 'events', first, events, ...(isLast ? { cursor } : {}) };
}

function offerContent(
  state: Pick<TeamState, 'parts'>,
  { first, events, offer }: Extract<Unconfirmed, { kind: 'offer' }>,
  limits: typeof RECORD_LIMITS,
): HolderContent {
  const content = { first, events: [...events], offer };
  const isLarge = utf8Length(JSON.stringify(content)) > limits.bytes;
  return isLarge ? nextPart(state, content, limits) : { kind: 'events', ...content };
}

/** Every part is cut from the same text, because an event never changes. */
function nextPart(
  { parts }: Pick<TeamState, 'parts'>,
  content: EventsContent,
  { partChars }: typeof RECORD_LIMITS,
): HolderContent {
  const text = JSON.stringify(content);
  const from = (parts?.texts.length ?? 0) * partChars;
  return {
    kind: 'part',
    part: (parts?.texts.length ?? 0) + 1,
    of: Math.ceil(text.length / partChars),
    text: text.slice(from, from + partChars),
  };
}

/** Counts the bytes of a text in UTF-8. JSON has no lone surrogates, so a surrogate is half of a character of 4 bytes. */
function utf8Length(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 0x7f) length += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2;
  }
  return length;
}
