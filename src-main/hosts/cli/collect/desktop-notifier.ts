/** Finds the desktop's notification service for a host without a window. */
import { abortable } from '../../../../src-shared/lib/abortable.ts';
import { type NotifierLookup, openDbusNotifier } from '../../../adapters/dbus-notifier/dbus-notifier.ts';
import { localEnvironment } from '../../../adapters/dbus/session-bus.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { terminalText } from '../terminal/terminal-text.ts';

const TURNED_OFF: NotifierLookup = { kind: 'missing', reason: '--no-notify is set' };

/** @throws the signal's reason */
export async function findDesktopNotifier(
  { environment }: Pick<Terminal, 'environment'>,
  { notify }: { notify: boolean },
  clickLabel: string,
  stopSignal: AbortSignal,
): Promise<NotifierLookup> {
  return notify
    ? abortable(openDbusNotifier({ clickLabel, environment: { ...localEnvironment, env: environment } }), stopSignal)
    : TURNED_OFF;
}

/** Contains a part of the service's own text. */
export function alarmsLine(found: NotifierLookup): string {
  return terminalText(
    found.kind === 'available'
      ? `Alarms are shown by this desktop (${found.service}).`
      : `Alarms are not shown by this desktop: ${found.reason}.`,
  );
}
