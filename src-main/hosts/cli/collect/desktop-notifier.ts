/** Opens the desktop's notification service for a host without a window, and reports if the desktop shows alarms. */
import { abortable } from '../../../../src-shared/lib/abortable.ts';
import { deskWords } from '../../../../src-shared/words/alarms/desk-words.ts';
import { openDbusNotifier } from '../../../adapters/dbus-notifier/dbus-notifier.ts';
import { localEnvironment } from '../../../adapters/dbus/session-bus.ts';
import type { Notifier } from '../../../core/ports/notifier.ts';
import { withDeskHandler } from '../../notifier-listeners.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { terminalText } from '../terminal/terminal-text.ts';

interface DesktopNotifierOptions {
  readonly notify: boolean;
  readonly clickLabel: string;
  /** Prints a line at the start, and each time the desktop begins or ceases to show alarms. */
  readonly print: (line: string) => void;
}

/** Returns null if this process can show no notification of the desktop. @throws the signal's reason */
export async function openDesktopNotifier(
  { environment, clock }: Pick<Terminal, 'environment' | 'clock'>,
  { notify, clickLabel, print }: DesktopNotifierOptions,
  stopSignal: AbortSignal,
): Promise<Notifier | null> {
  if (!notify) return null;
  const options = { clickLabel, clock, environment: { ...localEnvironment, env: environment } };
  const notifier = await abortable(openDbusNotifier(options), stopSignal);
  if (notifier === null) return null;
  let printed = '';
  const report = (): void => {
    const line = terminalText(deskWords(notifier.desk));
    if (line !== printed) print(line);
    printed = line;
  };
  report();
  return withDeskHandler(notifier, report);
}
