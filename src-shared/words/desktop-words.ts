/** Messages about desktop features, the same on the page and in a terminal. */
import type { AppErrorDetails } from '../api/errors.ts';

export const UNSUPPORTED: Readonly<Record<AppErrorDetails['UNSUPPORTED']['what'], string>> = {
  practice: 'Practice is not part of this installation.',
  desktop: 'Only the desktop app has this: here Watchfloor runs in a browser, or without a page.',
};

export const DESKTOP_FAILED: Readonly<Record<AppErrorDetails['DESKTOP_FAILED']['what'], (detail: string) => string>> = {
  logs: (detail) => `The log folder could not be shown (${detail}).`,
  'login-item': (detail) => `The setting to start at login could not be changed (${detail}).`,
};
