/**
 * What closing the window means: the program goes on watching, out of the way, until somebody says Quit. It is said once,
 * by a notification, since a window that is gone cannot say it.
 */
import type { BrowserWindow } from 'electron';
import type { Notice } from '../../../../src-shared/api/alarms.ts';
import { watchIdSchema } from '../../../../src-shared/domain/identity.ts';
import type { Notifier } from '../../../core/ports/notifier.ts';
import type { KeptChoices } from './desktop-choices.ts';
import type { Place } from './place.ts';

/** In the place of an alarm's id, which has another form. */
export const CLOSED_NOTICE_ID = 'watchfloor-closed';

const WHERE: Readonly<Record<Place, string>> = {
  tray: 'the tray',
  'menu-bar': 'the menu bar',
  taskbar: 'the taskbar',
};

export interface ClosingParts {
  readonly place: () => Place;
  readonly choices: KeptChoices;
  readonly notifier: Pick<Notifier, 'show'>;
  readonly isQuitting: () => boolean;
  readonly onFailed: (error: unknown) => void;
}

export function keepWatchingWhenClosed(window: BrowserWindow, parts: ClosingParts): void {
  const { choices } = parts;
  window.on('close', (event) => {
    if (parts.isQuitting() || !choices.now.staysWhenClosed) return;
    event.preventDefault();
    const place = parts.place();
    if (place === 'taskbar') window.minimize();
    else if (place === 'menu-bar' && window.isFullScreen()) hideFromWholeScreen(window);
    else window.hide();
    sayOnce(parts, place).catch(parts.onFailed);
  });
}

/** On macOS it has a space of its own, which would stay behind, black. */
function hideFromWholeScreen(window: BrowserWindow): void {
  window.once('leave-full-screen', () => window.hide());
  window.setFullScreen(false);
}

async function sayOnce({ choices, notifier }: ClosingParts, place: Place): Promise<void> {
  if (choices.now.wasToldOfClosing) return;
  await Promise.all([choices.change({ wasToldOfClosing: true }), notifier.show(closedNotice(place))]);
}

function closedNotice(place: Place): Notice {
  return {
    watch: watchIdSchema.parse('desktop'),
    alarm: CLOSED_NOTICE_ID,
    severity: 'watching',
    title: 'Watchfloor goes on watching',
    body: `It is in ${WHERE[place]}, and alarms as before. Its menu has Quit; Settings › Desktop says what closing does.`,
    banner: true,
    sound: false,
    isUpdate: false,
  };
}
