/**
 * What is done when the page's process is gone: started again at once, and no more than a few times a minute, or a page
 * that stops as soon as it starts would keep the computer busy and the screen flickering. Pure.
 */

/** So often within a minute it is started again. */
const MAX_RESTARTS = 3;
const RESTART_WINDOW_MS = 60_000;
/** Then it rests for so long, unless a person asks for it: a wall has nobody who could. */
export const STOPPED_PAGE_RETRY_MS = 300_000;

export type PageCrashAction =
  | { readonly kind: 'reload'; readonly restarts: readonly number[] }
  | { readonly kind: 'stopped-page'; readonly restarts: readonly number[] };

/** @param restarts when it was started again before; as `now`, monotonic ms */
export function afterPageCrash(restarts: readonly number[], now: number): PageCrashAction {
  const recent = restarts.filter((at) => now - at < RESTART_WINDOW_MS);
  if (recent.length >= MAX_RESTARTS) return { kind: 'stopped-page', restarts: [] };
  return { kind: 'reload', restarts: [...recent, now] };
}
