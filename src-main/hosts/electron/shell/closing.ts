/** Hides or minimizes a closed window. The first time a notification explains it, because a hidden window cannot. */
import type { BrowserWindow } from 'electron';
import type { AlarmNotification } from '../../../../src-shared/api/alarms.ts';
import { watchIdSchema } from '../../../../src-shared/domain/identity.ts';
import type { Notifier } from '../../../core/ports/notifier.ts';
import type { DesktopPreferenceStore } from './desktop-preferences.ts';
import type { TrayLocation } from './tray-location.ts';

/** Used instead of an alarm id, which has a different form. */
export const CLOSED_NOTICE_ID = 'watchfloor-closed';

const LOCATION_NAMES: Readonly<Record<TrayLocation, string>> = {
  tray: 'the tray',
  'menu-bar': 'the menu bar',
  taskbar: 'the taskbar',
};

export interface ClosingParts {
  readonly location: () => TrayLocation;
  readonly preferences: DesktopPreferenceStore;
  readonly notifier: Pick<Notifier, 'show'>;
  readonly isQuitting: () => boolean;
  readonly onFailed: (error: unknown) => void;
}

export function keepWatchingWhenClosed(window: BrowserWindow, parts: ClosingParts): void {
  const { preferences } = parts;
  window.on('close', (event) => {
    if (parts.isQuitting() || !preferences.current.staysWhenClosed) return;
    event.preventDefault();
    const location = parts.location();
    if (location === 'taskbar') window.minimize();
    else if (location === 'menu-bar' && window.isFullScreen()) hideFromFullScreen(window);
    else window.hide();
    notifyOnce(parts, location).catch(parts.onFailed);
  });
}

/** On macOS a full-screen window has its own space, which would stay black if the window were only hidden. */
function hideFromFullScreen(window: BrowserWindow): void {
  window.once('leave-full-screen', () => window.hide());
  window.setFullScreen(false);
}

async function notifyOnce({ preferences, notifier }: ClosingParts, location: TrayLocation): Promise<void> {
  if (preferences.current.wasToldOfClosing) return;
  await Promise.all([preferences.change({ wasToldOfClosing: true }), notifier.show(closedNotice(location))]);
}

function closedNotice(location: TrayLocation): AlarmNotification {
  return {
    watch: watchIdSchema.parse('desktop'),
    alarm: CLOSED_NOTICE_ID,
    severity: 'watching',
    title: 'Watchfloor is still watching',
    body: `It is in ${LOCATION_NAMES[location]} and still shows alarms. Quit from its menu; change what closing does in Settings › Desktop.`,
    banner: true,
    sound: false,
    isUpdate: false,
    isLasting: false,
  };
}
