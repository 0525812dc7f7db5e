import { useCallback, useSyncExternalStore } from 'react';
import { notificationPermission, type NotificationPermissionStatus } from './page-notifier.ts';

export function useNotificationPermission(): {
  readonly permission: NotificationPermissionStatus;
  readonly requestPermission: () => Promise<void>;
} {
  const permission = useSyncExternalStore(subscribeToPermission, notificationPermission);
  const requestPermission = useCallback(async () => {
    await Notification.requestPermission();
    for (const listener of listeners) listener();
  }, []);
  return { permission, requestPermission };
}

const listeners = new Set<() => void>();

function subscribeToPermission(listener: () => void): () => void {
  const isOver = new AbortController();
  listeners.add(listener);
  window.addEventListener('focus', listener, { signal: isOver.signal });
  navigator.permissions
    .query({ name: 'notifications' })
    .then((status) => status.addEventListener('change', listener, { signal: isOver.signal }))
    // Some browsers have no `notifications` permission to query.
    .catch(() => undefined);
  return () => {
    listeners.delete(listener);
    isOver.abort();
  };
}
