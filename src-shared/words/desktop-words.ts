/** Messages about desktop features, the same on the page and in a terminal. */
import type { AppErrorDetails } from '../api/errors.ts';

export const UNSUPPORTED: Readonly<Record<AppErrorDetails['UNSUPPORTED']['what'], string>> = {
  practice: 'Practice is not part of this installation.',
  desktop: 'This is of the desktop app alone: here Watchfloor runs in a browser, or without a page.',
};

export const DESKTOP_FAILED: Readonly<Record<AppErrorDetails['DESKTOP_FAILED']['what'], (detail: string) => string>> = {
  logs: (detail) => `The folder with the logs could not be shown (${detail}).`,
  'login-item': (detail) => `Whether Watchfloor starts at login could not be changed (${detail}).`,
};
