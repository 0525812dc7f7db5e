import type { Notifier } from '../core/ports/notifier.ts';

/** Passes each click on a notification to `onClick`. `listener` is that of the backend, for `onClick` to call. */
export function withClickHandler(
  notifier: Notifier,
  onClick: (alarm: string, listener: (alarm: string) => void) => void,
): Notifier {
  return {
    show: (notice) => notifier.show(notice),
    withdraw: (alarm) => notifier.withdraw(alarm),
    onOpened: (listener) => notifier.onOpened((alarm) => onClick(alarm, listener)),
    close: () => notifier.close(),
  };
}
