/** Texts for updates and the action that each update state offers. Pure. */
import type { DesktopState, UpdateProblem, UpdateState } from '../../src-shared/api/desktop.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';

export type UpdateAction = 'check' | 'load' | 'install';

export interface UpdateWords {
  readonly sentence: string;
  readonly detail: string | null;
  readonly action: { readonly what: UpdateAction; readonly name: string } | null;
  readonly isError: boolean;
}

const CHECK = { what: 'check', name: 'Check for updates' } as const;
const SAFE = 'Nothing is downloaded or installed automatically.';

/** Times are shown separately, because they need a zone. */
export function updateWords(update: UpdateState): UpdateWords {
  const plain = { detail: null, action: null, isError: false };
  switch (update.kind) {
    case 'off':
      return {
        ...plain,
        sentence: 'Off: no update address is configured.',
        detail:
          'An administrator can set an https address in updates.json of the data folder, or in WATCHFLOOR_UPDATE_FEED.',
      };
    case 'unavailable':
      return { ...plain, sentence: UNAVAILABLE[update.why] };
    case 'idle':
      return {
        ...plain,
        sentence: update.checkedAt === null ? 'Not checked since Watchfloor started.' : 'This is the newest version.',
        detail: SAFE,
        action: CHECK,
      };
    case 'checking':
      return { ...plain, sentence: 'Checking for updates …' };
    case 'available':
      return {
        ...plain,
        sentence: `Version ${update.version} is available.`,
        detail: SAFE,
        action: { what: 'load', name: `Download ${update.version}` },
      };
    case 'downloading':
      return { ...plain, sentence: `Downloading ${update.version}: ${update.percent} %` };
    case 'ready':
      return {
        ...plain,
        sentence: `Version ${update.version} is downloaded and verified.`,
        detail: 'Installing restarts Watchfloor. Nothing is watched during the restart; Coverage shows it as a gap.',
        action: { what: 'install', name: 'Install and restart' },
      };
    case 'failed':
      return {
        sentence: FAILED[update.problem],
        detail: update.detail === '' ? null : update.detail,
        action: { ...CHECK, name: 'Check again' },
        isError: true,
      };
    default:
      return assertNever(update);
  }
}

const UNAVAILABLE: Readonly<Record<(UpdateState & { kind: 'unavailable' })['why'], string>> = {
  'not-packaged': 'Watchfloor runs from source here; update the source.',
  package: "This computer's package manager updates Watchfloor.",
  feed: 'Off: the update address is not an https address without a password, or its file is damaged.',
  policy: 'Off: the policy of your organisation cannot be used.',
  channel:
    'Off: the update channel is neither stable nor next. Correct it in updates.json or WATCHFLOOR_UPDATE_CHANNEL.',
  publisher:
    'Off: the publisher that must sign updates is not configured (publisher in updates.json), and unsigned updates are not accepted.',
};

const FAILED: Readonly<Record<UpdateProblem, string>> = {
  unreachable: 'The update address could not be reached.',
  'not-a-feed': 'The content of the update address cannot be understood.',
  signature: 'The download is not the published file, or is not signed by the right publisher. It was deleted.',
  install: 'The update could not be written to this computer.',
  unknown: 'The update failed.',
};

const CLOSED_WINDOW: Readonly<Record<DesktopState['place'], string>> = {
  tray: 'It stays in the tray, with its state and the count of new alarms. Quit is in its menu.',
  'menu-bar': 'It stays in the menu bar, with its state. Quit is in its menu.',
  taskbar:
    'This desktop has no tray: the window is minimized, and its name in the taskbar shows the state. Quit is in the menu.',
};

/** Describes how to reach Watchfloor while its window is closed. */
export function closedWindowWords(location: DesktopState['place']): string {
  return CLOSED_WINDOW[location];
}
