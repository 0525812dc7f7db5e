/** Messages to the command line, on stdout. Without one, Electron cannot run here, and another host takes over. */

/** Set to 1 for a child that must report. */
export const STARTUP_REPORT_VARIABLE = 'WATCHFLOOR_TELL_STARTER';

/** `handed-over`: another instance handles the request. `told`: the app cannot start and has shown the user why. */
export type StartupMessage = 'window' | 'handed-over' | 'told';

const LINE_PREFIX = 'watchfloor-desktop: ';

export function formatStartupLine(word: StartupMessage): string {
  return `${LINE_PREFIX}${word}\n`;
}

export function parseStartupLine(line: string): StartupMessage | null {
  const word = line.startsWith(LINE_PREFIX) ? line.slice(LINE_PREFIX.length).trimEnd() : '';
  return word === 'window' || word === 'handed-over' || word === 'told' ? word : null;
}
