/** A request that Watchfloor left and that may still hold the seat, because a proxy keeps its side of it open. */
import * as z from 'zod';

/** The service ends each session after this time (`docs/service.md` §3.3). */
const SESSION_MS = 30 * 60_000;

export const ownRequestSchema = z.object({
  agoMs: z.number().nonnegative(),
  leftMs: z.number().nonnegative(),
});
export type OwnRequest = z.infer<typeof ownRequestSchema>;

export function ownRequestOf(agoMs: number): OwnRequest | null {
  return agoMs < SESSION_MS ? { agoMs, leftMs: SESSION_MS - agoMs } : null;
}
