/** Whether this browser shows notifications for us, as it is now; and how to ask it, which only a click may. */
import { useCallback, useSyncExternalStore } from 'react';
import { notificationLeave, type NotificationLeave } from './page-notifier.ts';

export function useNotificationLeave(): { readonly leave: NotificationLeave; readonly ask: () => Promise<void> } {
  const leave = useSyncExternalStore(followLeave, notificationLeave);
  const ask = useCallback(async () => {
    await Notification.requestPermission();
    for (const listener of listeners) listener();
  }, []);
  return { leave, ask };
}

const listeners = new Set<() => void>();

/** It can be changed in the browser's own settings meanwhile. */
function followLeave(listener: () => void): () => void {
  const isOver = new AbortController();
  listeners.add(listener);
  window.addEventListener('focus', listener, { signal: isOver.signal });
  navigator.permissions
    .query({ name: 'notifications' })
    .then((status) => status.addEventListener('change', listener, { signal: isOver.signal }))
    // Not every browser tells of this one.
    .catch(() => undefined);
  return () => {
    listeners.delete(listener);
    isOver.abort();
  };
}
