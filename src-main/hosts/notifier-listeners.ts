/** Lets a host listen to a notifier before the backend does. */
import type { Notifier } from '../core/ports/notifier.ts';

/** Passes each click on a notification to `onClick`. `listener` is that of the backend, for `onClick` to call. */
export function withClickHandler(
  notifier: Notifier,
  onClick: (alarm: string, listener: (alarm: string) => void) => void,
): Notifier {
  return replaced(notifier, {
    onOpened: (listener) => notifier.onOpened((alarm) => onClick(alarm, listener)),
  });
}

/** Calls `onChange` before the backend learns that the desktop changed. */
export function withDeskHandler(notifier: Notifier, onChange: () => void): Notifier {
  return replaced(notifier, {
    onDeskChanged: (listener) =>
      notifier.onDeskChanged((hasReturned) => {
        onChange();
        listener(hasReturned);
      }),
  });
}

function replaced(notifier: Notifier, part: Partial<Pick<Notifier, 'onOpened' | 'onDeskChanged'>>): Notifier {
  return {
    get desk() {
      return notifier.desk;
    },
    show: (notice) => notifier.show(notice),
    withdraw: (alarm) => notifier.withdraw(alarm),
    onOpened: (listener) => notifier.onOpened(listener),
    onDeskChanged: (listener) => notifier.onDeskChanged(listener),
    close: () => notifier.close(),
    ...part,
  };
}
