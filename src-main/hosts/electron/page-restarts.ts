/**
 * What is done when the page's process is gone: started again at once, and no more than a few times a minute, or a page
 * that stops as soon as it starts would keep the computer busy and the screen flickering. Pure.
 */

/** So often within a minute it is started again. */
const MOST_RESTARTS = 3;
const RESTARTS_OF_MS = 60_000;
/** Then it rests for so long, unless a person asks for it: a wall has nobody who could. */
export const STOPPED_FOR_MS = 300_000;

export type AfterGone =
  | { readonly kind: 'reload'; readonly restarts: readonly number[] }
  | { readonly kind: 'stopped-page'; readonly restarts: readonly number[] };

/** @param restarts when it was started again before; as `now`, monotonic ms */
export function afterGone(restarts: readonly number[], now: number): AfterGone {
  const recent = restarts.filter((at) => now - at < RESTARTS_OF_MS);
  if (recent.length >= MOST_RESTARTS) return { kind: 'stopped-page', restarts: [] };
  return { kind: 'reload', restarts: [...recent, now] };
}
