/** Texts for updates and the action that each update state offers. Pure. */
import type { DesktopState, UpdateProblem, UpdateState } from '../../src-shared/api/desktop.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';

export type UpdateAction = 'check' | 'load' | 'install';

export interface UpdateWords {
  readonly sentence: string;
  /** A second sentence: the meaning, or what to do. */
  readonly detail: string | null;
  readonly action: { readonly what: UpdateAction; readonly name: string } | null;
  readonly isError: boolean;
}

const CHECK = { what: 'check', name: 'Look for an update' } as const;
const SAFE = 'Nothing is loaded or installed unasked.';

/** Times are shown separately, because they need a zone. */
export function updateWords(update: UpdateState): UpdateWords {
  const plain = { detail: null, action: null, isError: false };
  switch (update.kind) {
    case 'off':
      return {
        ...plain,
        sentence: 'Off: nobody has said where updates come from.',
        detail:
          'Who looks after this computer names an address of https in updates.json of the data folder, or in WATCHFLOOR_UPDATE_FEED.',
      };
    case 'unavailable':
      return { ...plain, sentence: UNAVAILABLE[update.why] };
    case 'idle':
      return {
        ...plain,
        sentence:
          update.checkedAt === null ? 'Not looked for since Watchfloor started.' : 'This is the newest version.',
        detail: SAFE,
        action: CHECK,
      };
    case 'checking':
      return { ...plain, sentence: 'Looking for an update …' };
    case 'available':
      return {
        ...plain,
        sentence: `Version ${update.version} is there.`,
        detail: SAFE,
        action: { what: 'load', name: `Load ${update.version}` },
      };
    case 'downloading':
      return { ...plain, sentence: `Loading ${update.version}: ${update.percent} %` };
    case 'ready':
      return {
        ...plain,
        sentence: `Version ${update.version} is loaded and checked.`,
        detail:
          'Installing ends Watchfloor and starts it again; meanwhile nothing is watched, which stands in Coverage.',
        action: { what: 'install', name: 'Install and start again' },
      };
    case 'failed':
      return {
        sentence: FAILED[update.problem],
        detail: update.detail === '' ? null : update.detail,
        action: { ...CHECK, name: 'Look again' },
        isError: true,
      };
    default:
      return assertNever(update);
  }
}

const UNAVAILABLE: Readonly<Record<(UpdateState & { kind: 'unavailable' })['why'], string>> = {
  'not-packaged': 'Watchfloor runs from its sources here, and is updated with them.',
  package: "This computer's package system brings updates of Watchfloor.",
  feed: 'Off: the address that updates are to come from is not one of https without a password, or its file is damaged.',
  publisher:
    'Off: the publisher that updates must be signed by is not configured (publisher in updates.json), and unsigned ones are not taken.',
};

const FAILED: Readonly<Record<UpdateProblem, string>> = {
  unreachable: 'The address of the updates could not be reached.',
  'not-a-feed': 'What stands at the address of the updates cannot be understood.',
  signature: 'What was loaded is not what was published, or not signed by whom it must be. It was thrown away.',
  install: 'The update could not be written to this computer.',
  unknown: 'The update failed.',
};

/** Describes how to reach Watchfloor while its window is closed. */
export function closedWindowWords(location: DesktopState['place']): string {
  switch (location) {
    case 'tray':
      return 'It is in the tray then, with its state and the count of new alarms. Quit is in its menu.';
    case 'menu-bar':
      return 'It is in the menu bar then, with its state. Quit is in its menu.';
    case 'taskbar':
      return 'This desktop shows no tray: the window is minimized then, and its name in the taskbar tells the state. Quit is in the menu.';
    default:
      return assertNever(location);
  }
}
