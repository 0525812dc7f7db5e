/** Messages between members about the seat, and the value of its lease. Not stored; each receiver checks them. */
import * as z from 'zod';
import { MAX_REASON_LENGTH, MEMBER_NAME } from '../../../src-shared/domain/team.ts';
import { parseJsonOrNull } from '../../../src-shared/lib/parse-json.ts';

const messageFields = {
  /** Id of the request. Answers repeat it. */
  id: z.string().min(8).max(64),
  from: z.string().max(40),
};

const seatMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('can-you-take'), ...messageFields }),
  z.object({ kind: z.literal('ready'), ...messageFields }),
  z.object({ kind: z.literal('not-ready'), ...messageFields }),
  /** The lease is the receiver's, in this revision: take the seat. */
  z.object({ kind: z.literal('take-it'), ...messageFields, revision: z.number().int() }),
  z.object({ kind: z.literal('may-i-have-it'), ...messageFields }),
  z.object({ kind: z.literal('no'), ...messageFields, reason: z.string().max(MAX_REASON_LENGTH) }),
]);
export type SeatMessage = z.infer<typeof seatMessageSchema>;

/** Returns null if the text is no message, or one of a newer version. */
export function parseSeatMessage(text: string): SeatMessage | null {
  return seatMessageSchema.safeParse(parseJsonOrNull(text)).data ?? null;
}

const leaseTextSchema = z.object({ member: z.string(), run: z.string() });
const holderNameSchema = z.object({ name: z.string().regex(MEMBER_NAME) });
type LeaseText = z.infer<typeof leaseTextSchema> & z.infer<typeof holderNameSchema>;

export const leaseText = ({ member, run, name }: LeaseText): string => JSON.stringify({ member, run, name });

export function holderName(text: string): string {
  return holderNameSchema.safeParse(parseJsonOrNull(text)).data?.name ?? 'another member';
}

export const leaseMember = (text: string): string | null =>
  leaseTextSchema.safeParse(parseJsonOrNull(text)).data?.member ?? null;

/** True if this process wrote the lease, perhaps without getting the answer. */
export function isLeaseOf(text: string, run: string): boolean {
  return leaseTextSchema.safeParse(parseJsonOrNull(text)).data?.run === run;
}
