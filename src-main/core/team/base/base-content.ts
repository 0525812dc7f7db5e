/** Form of a base: lines of JSON, cut into pieces that an engine can keep. The last line has the state of the team. */
import * as z from 'zod';
import { anyActionEntrySchema } from '../../../../src-shared/domain/cases/action.ts';
import { coverageSchema, gapReasonSchema } from '../../../../src-shared/domain/coverage/coverage.ts';
import { receivedEventSchema } from '../../../../src-shared/domain/event/event.ts';
import { takeReasons } from '../../../../src-shared/domain/team.ts';
import { MAX_PIECE_CHARS } from '../../ports/team-base.ts';
import { historyPlaceSchema } from '../team-records.ts';
import type { TeamState } from '../team-state.ts';

const countSchema = z.number().int().nonnegative();

const holdingSchema = z.object({
  member: z.string(),
  run: z.string(),
  since: z.number(),
  why: z.enum(takeReasons),
  reason: z.exactOptional(z.string()),
  service: z.string(),
  lost: z.object({ member: z.string(), sessionSince: z.number() }).nullable(),
});
const sessionSchema = z.object({
  id: countSchema,
  holder: z.string(),
  openedAt: z.number(),
  lastEventAt: z.number(),
});

const historySchema = z.object({
  by: z.string(),
  through: countSchema,
  part: countSchema,
  place: historyPlaceSchema,
});

/** A base is made between two records, so no event is divided into parts there. */
const teamStateSchema = z.object({
  position: countSchema,
  at: countSchema,
  chain: countSchema,
  chainAt: countSchema,
  chainEnd: countSchema,
  epoch: countSchema,
  holder: holdingSchema.nullable(),
  nextSeq: z.number().int().positive(),
  cursor: z.string(),
  session: sessionSchema.nullable(),
  offers: z.array(z.object({ position: countSchema, by: z.string() })),
  lineage: z.string(),
  history: historySchema.nullable(),
  parts: z.null(),
  names: z.record(z.string(), z.string()),
  voids: countSchema,
}) satisfies z.ZodType<TeamState>;

const baseLineSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('events'),
    events: z.array(z.object({ seq: z.number().int().positive(), event: receivedEventSchema })),
  }),
  z.object({
    kind: z.literal('actions'),
    actions: z.array(z.object({ action: anyActionEntrySchema, afterSeq: countSchema })),
  }),
  z.object({
    kind: z.literal('sessions'),
    sessions: z.array(
      z.object({
        id: countSchema,
        holder: z.string(),
        epoch: countSchema,
        openedAt: z.number(),
        lastEventAt: z.number(),
        endedAt: z.number().nullable(),
        lengthMs: z.number().nonnegative(),
        reason: gapReasonSchema.nullable(),
        detail: z.string().nullable(),
        events: countSchema,
        afterSeq: countSchema.nullable(),
      }),
    ),
  }),
  z.object({ kind: z.literal('before'), spans: coverageSchema }),
  z.object({
    kind: z.literal('end'),
    state: teamStateSchema,
    offered: z.array(z.object({ position: countSchema, events: z.array(receivedEventSchema) })),
  }),
]);
export type BaseLine = z.infer<typeof baseLineSchema>;

/** @param lines in order; each belongs to one transaction of the store that restores it */
export async function* piecesOf(
  lines: AsyncIterable<BaseLine>,
  maxChars = MAX_PIECE_CHARS,
): AsyncGenerator<string, void, undefined> {
  let text = '';
  // JSON again, because a cut may divide a character; half of one is no UTF-8.
  const piece = (from: number) => JSON.stringify(text.slice(from, from + maxChars));
  for await (const line of lines) {
    text += `${JSON.stringify(line)}\n`;
    let from = 0;
    for (; text.length - from > maxChars; from += maxChars) yield piece(from);
    text = text.slice(from);
  }
  if (text !== '') yield piece(0);
}

/** Yields the lines that a piece completes. @throws Error if a piece is none of a base of this version */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<readonly BaseLine[], void, undefined> {
  let open = '';
  for await (const piece of pieces) {
    const texts = (open + z.string().parse(JSON.parse(piece))).split('\n');
    open = texts.pop() ?? '';
    yield texts.map((text) => baseLineSchema.parse(JSON.parse(text)));
  }
}
