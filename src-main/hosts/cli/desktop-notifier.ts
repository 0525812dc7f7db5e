/** The notification service of the desktop on which a host without a window runs, where there is one. */
import { abortable } from '../../../src-shared/lib/abortable.ts';
import { type FoundNotifier, openDbusNotifier } from '../../adapters/dbus-notifier/dbus-notifier.ts';
import type { Notifier } from '../../core/ports/notifier.ts';
import { thisComputer } from '../../adapters/dbus-notifier/session-bus.ts';
import type { Terminal } from './terminal.ts';
import { terminalText } from './terminal-text.ts';

const NOT_WANTED: FoundNotifier = { kind: 'missing', why: '--no-notify asked for none' };

/** @throws the signal's reason */
export async function desktopNotifier(
  { environment }: Pick<Terminal, 'environment'>,
  { notify }: { notify: boolean },
  clickWord: string,
  told: AbortSignal,
): Promise<FoundNotifier> {
  return notify
    ? abortable(openDbusNotifier({ clickWord, surroundings: { ...thisComputer, env: environment } }), told)
    : NOT_WANTED;
}

/** Half a sentence of the service's own words is in it. */
export function alarmsLine(found: FoundNotifier): string {
  return terminalText(
    found.kind === 'available'
      ? `Alarms are shown by this desktop (${found.service}).`
      : `Alarms are not shown by this desktop: ${found.why}.`,
  );
}

/** What else happens when somebody clicks one: after the backend was told. */
export function withClick(notifier: Notifier, clicked: () => void): Notifier {
  return {
    show: (notice) => notifier.show(notice),
    withdraw: (alarm) => notifier.withdraw(alarm),
    onOpened: (listener) =>
      notifier.onOpened((alarm) => {
        listener(alarm);
        clicked();
      }),
    close: () => notifier.close(),
  };
}
