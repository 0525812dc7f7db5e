/** Reports clicks on notifications of an earlier run: Windows by their text, macOS by its list. Linux has neither. */
import type { AlarmNotification } from '../../../../src-shared/api/alarms.ts';

export interface EarlierNotifications {
  handleActivation(listener: (details: { readonly arguments: string }) => void): void;
  getHistory(): Promise<readonly { readonly id: string; on(event: 'click', listener: () => void): unknown }[]>;
}

/** Call when the application is open. `onClick` gets null if the click names no alarm. */
export function followEarlierNotifications(
  notifications: EarlierNotifications,
  platform: NodeJS.Platform,
  onClick: (alarm: string | null) => void,
): void {
  if (platform === 'win32')
    notifications.handleActivation((details) => onClick(new URLSearchParams(details.arguments).get('tag')));
  if (platform === 'darwin') void followHistory(notifications, onClick);
}

async function followHistory(notifications: EarlierNotifications, onClick: (alarm: string) => void): Promise<void> {
  // An unsigned app has no list.
  const earlier = await notifications.getHistory().catch(() => []);
  for (const one of earlier) one.on('click', () => onClick(one.id));
}

/** A toast that Electron writes itself reports no click. Source: "Toast content schema" of Windows. */
export function toastXml({
  alarm,
  title,
  body,
  isLasting,
}: Pick<AlarmNotification, 'alarm' | 'title' | 'body' | 'isLasting'>): string {
  const launch = escaped(new URLSearchParams({ type: 'click', tag: alarm }).toString());
  const texts = [title, body].map((text) => `<text>${escaped(text)}</text>`).join('');
  // Windows keeps a reminder on the screen, but only one with a button.
  const stays = isLasting ? ' scenario="reminder"' : '';
  const button = '<actions><action content="Dismiss" arguments="dismiss" activationType="system"/></actions>';
  return (
    `<toast launch="${launch}"${stays}>` +
    `<visual><binding template="ToastGeneric">${texts}</binding></visual>` +
    `<audio silent="true"/>${isLasting ? button : ''}</toast>`
  );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
