import type { DesktopState } from '../../../../src-shared/api/desktop.ts';
import type { About } from '../../../../src-shared/api/watch.ts';
import { appError } from '../../../../src-shared/api/errors.ts';
import type { ChangeSignal } from '../../../core/lib/change-signal.ts';
import type { Desktop } from '../../../core/ports/desktop.ts';
import type { DesktopPreferences, DesktopPreferenceStore } from './desktop-preferences.ts';
import type { LoginItem } from './login-item.ts';
import type { Updates } from './updates.ts';

export interface DesktopParts {
  readonly about: About;
  readonly location: () => DesktopState['place'];
  readonly choices: DesktopPreferenceStore;
  readonly login: LoginItem;
  readonly updates: Updates;
  /** Electron's function. Resolves with '' or with an error message. */
  readonly openPath: (path: string) => Promise<string>;
  readonly changes: ChangeSignal;
}

/** For subscriptions without a signal, which never end by themselves. */
const NEVER_ABORTED = new AbortController().signal;

export function createElectronDesktop(parts: DesktopParts): Desktop {
  const { about, choices, login, updates, changes } = parts;
  const state = (): DesktopState => ({
    startsAtLogin: login.read(),
    staysWhenClosed: choices.current.staysWhenClosed,
    keepsAwake: choices.current.keepsAwake,
    place: parts.location(),
    update: updates.state,
  });
  async function savePreferences(chosen: Partial<DesktopPreferences>): Promise<void> {
    try {
      await choices.change(chosen);
    } finally {
      changes.notify();
    }
  }
  return {
    async *subscribe(signal = NEVER_ABORTED) {
      while (!signal.aborted) {
        const { revision } = changes;
        yield { revision, state: state() };
        try {
          await changes.changedSince(revision, signal);
        } catch (error) {
          if (!signal.aborted) throw error;
        }
      }
    },
    async openFolder(folder) {
      const refused = await parts.openPath(folder === 'data' ? about.dataFolder : about.logFolder);
      if (refused !== '') throw appError('DESKTOP_FAILED', { what: 'folder', detail: refused.slice(0, 200) });
    },
    async startAtLogin(on) {
      try {
        await login.set(on);
      } catch (cause) {
        const detail = cause instanceof Error ? cause.message.slice(0, 200) : 'unknown';
        throw appError('DESKTOP_FAILED', { what: 'login-item', detail }, { cause });
      } finally {
        changes.notify();
      }
    },
    stayWhenClosed: (on) => savePreferences({ staysWhenClosed: on }),
    keepAwake: (on) => savePreferences({ keepsAwake: on }),
    checkForUpdate: () => updates.check(),
    loadUpdate: () => updates.download(),
    installUpdate: () => updates.install(),
  };
}
