/**
 * What the desktop app tells whoever started it from the command line, one line each on its stdout: where Electron ends
 * before any of them, it could not run here, and another host can take over. Lines, since a pipe on stdout is the one
 * channel that Electron has on every system.
 */

/** Set for a child that shall tell. */
export const STARTUP_REPORT_VARIABLE = 'WATCHFLOOR_TELL_STARTER';

/**
 * `window`: it is on the screen. `handed-over`: another instance runs with this data folder, and does what was asked.
 * `told`: it cannot start, and has told a person why in its own words.
 */
export type StartupMessage = 'window' | 'handed-over' | 'told';

const LINE_PREFIX = 'watchfloor-desktop: ';

export function formatStartupLine(word: StartupMessage): string {
  return `${LINE_PREFIX}${word}\n`;
}

/** `null` where it is any other line. */
export function parseStartupLine(line: string): StartupMessage | null {
  const word = line.startsWith(LINE_PREFIX) ? line.slice(LINE_PREFIX.length).trimEnd() : '';
  return word === 'window' || word === 'handed-over' || word === 'told' ? word : null;
}
