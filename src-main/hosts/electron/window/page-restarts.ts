/** Limits reloads: a page that crashes on each load would keep the computer busy and the screen flickering. Pure. */

/** Reloads per minute; the next crash shows the stopped page. */
const MAX_RESTARTS = 3;
const RESTART_WINDOW_MS = 60_000;
/** The stopped page loads the page again after this time: at a wall there is no user to click. */
export const STOPPED_PAGE_RETRY_MS = 300_000;

export interface PageCrashAction {
  readonly kind: 'reload' | 'stopped-page';
  readonly restarts: readonly number[];
}

export function afterPageCrash(restarts: readonly number[], now: number): PageCrashAction {
  const recent = restarts.filter((at) => now - at < RESTART_WINDOW_MS);
  if (recent.length >= MAX_RESTARTS) return { kind: 'stopped-page', restarts: [] };
  return { kind: 'reload', restarts: [...recent, now] };
}
