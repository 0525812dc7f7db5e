/** Checks, downloads, installs, each on request only. The updater verifies a download before it counts as ready. */
import type { UpdateState } from '../../../../src-shared/api/desktop.ts';
import { visibleText } from '../../../../src-shared/lib/visible-text.ts';
import type { UpdateFeed } from './update-feed.ts';
import { updateProblem } from './update-problem.ts';

export interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowDowngrade: boolean;
  disableWebInstaller: boolean;
  /** The default logger writes to the console. */
  logger: unknown;
  set updateConfigPath(path: string | null);
  on(
    event: 'update-available' | 'update-not-available' | 'update-downloaded',
    listener: (info: { readonly version: string }) => void,
  ): unknown;
  on(event: 'download-progress', listener: (progress: { readonly percent: number }) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  checkForUpdates(): Promise<unknown>;
  downloadUpdate(): Promise<unknown>;
  quitAndInstall(isSilent: boolean, isForceRunAfter: boolean): void;
}

export interface UpdateParts {
  readonly feed: UpdateFeed;
  /** Called on first use, so that a program without a feed never loads the updater. */
  readonly openUpdater: () => Promise<Updater>;
  readonly writeConfig: (text: string) => Promise<string>;
  /** Makes the program of that version start with the arguments of this one. */
  readonly saveRestart: (version: string) => Promise<void>;
  /** UTC epoch ms. */
  readonly now: () => number;
  readonly onChange: () => void;
  /** Ends the program like *Quit*, but calls `then` when everything else is closed. */
  readonly quit: (then: () => void) => void;
  /** Ends the program after that, if the installation fails. */
  readonly exit: () => void;
}

export interface Updates {
  readonly state: UpdateState;
  check(): void;
  download(): void;
  install(): void;
}

const MAX_VERSION_LENGTH = 64;
const MAX_DETAIL_LENGTH = 300;

export function createUpdates(parts: UpdateParts): Updates {
  const { feed } = parts;
  let state: UpdateState = feed.kind === 'feed' ? { kind: 'idle', checkedAt: null } : feed;
  let opening: Promise<Updater> | null = null;
  let isInstalling = false;

  function setState(next: UpdateState): void {
    state = next;
    parts.onChange();
  }
  function fail(error: unknown): void {
    if (isInstalling) parts.exit();
    // The updater reports each error twice, as an event and as a rejection.
    if (state.kind === 'failed') return;
    const cause = error instanceof Error ? error : new Error(String(error));
    const detail = visibleText((cause.message.split('\n')[0] ?? '').trim()).slice(0, MAX_DETAIL_LENGTH);
    setState({ kind: 'failed', problem: updateProblem(cause), detail, at: parts.now() });
  }
  function run(work: (updater: Updater) => Promise<unknown>): void {
    opening ??= open().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    opening.then(work).catch(fail);
  }

  async function open(): Promise<Updater> {
    const updater = await parts.openUpdater();
    updater.autoDownload = false;
    // Quitting must not install anything.
    updater.autoInstallOnAppQuit = false;
    updater.allowDowngrade = false;
    updater.disableWebInstaller = true;
    updater.logger = null;
    updater.updateConfigPath = await parts.writeConfig(configOf(feed));
    updater.on('update-not-available', () => setState({ kind: 'idle', checkedAt: parts.now() }));
    updater.on('update-available', ({ version }) => setState({ kind: 'available', version: named(version) }));
    updater.on('download-progress', ({ percent }) => {
      const roundedPercent = Math.min(100, Math.floor(percent));
      if (state.kind === 'downloading' && roundedPercent > state.percent)
        setState({ ...state, percent: roundedPercent });
    });
    updater.on('update-downloaded', ({ version }) => setState({ kind: 'ready', version: named(version) }));
    updater.on('error', fail);
    return updater;
  }

  return {
    get state() {
      return state;
    },
    check() {
      if (state.kind !== 'idle' && state.kind !== 'available' && state.kind !== 'failed') return;
      setState({ kind: 'checking' });
      run((updater) => updater.checkForUpdates());
    },
    download() {
      if (state.kind !== 'available') return;
      setState({ kind: 'downloading', version: state.version, percent: 0 });
      run((updater) => updater.downloadUpdate());
    },
    install() {
      if (state.kind !== 'ready') return;
      const startInstaller = (): void => {
        isInstalling = true;
        run(async (updater) => updater.quitAndInstall(false, true));
      };
      parts.saveRestart(state.version).then(() => parts.quit(startInstaller), fail);
    },
  };
}

/** The updater reads YAML, and JSON is valid YAML. */
function configOf(feed: UpdateFeed): string {
  if (feed.kind !== 'feed') throw new Error('there is no feed');
  const { url, publisher, channel } = feed;
  return JSON.stringify({
    provider: 'generic',
    url,
    // The updater's own name of the stable channel is `latest`.
    ...(channel === 'next' && { channel }),
    updaterCacheDirName: 'watchfloor-updater',
    ...(publisher !== null && { publisherName: [publisher] }),
  });
}

function named(version: string): string {
  return visibleText(version).slice(0, MAX_VERSION_LENGTH);
}
