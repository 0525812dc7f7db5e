/**
 * Reports clicks on notifications of an earlier run. Windows reports a click with the text that the notification was
 * given for it, macOS by the notifications that are still in its list. Linux has neither.
 */
import type { AlarmNotification } from '../../../../src-shared/api/alarms.ts';

/** The parts of Electron's class. */
export interface EarlierNotifications {
  handleActivation(listener: (details: { readonly arguments: string }) => void): void;
  getHistory(): Promise<readonly { readonly id: string; on(event: 'click', listener: () => void): unknown }[]>;
}

/**
 * Call when the application is open.
 * @param onClick gets the id of the alarm; null if the click names none
 */
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

/**
 * Returns the toast of Windows that reports a click with the id of its alarm. A toast that Electron writes itself reports
 * nothing. Source: "Toast content schema" of Windows.
 */
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

/** Control characters are in no text: they are made visible before. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
