import type { DesktopState } from '../../../src-shared/api/desktop.ts';
import type { StateFeed } from './state-feed.ts';

export interface Desktop {
  subscribe(signal: AbortSignal | undefined): StateFeed<DesktopState>;
  /** @throws AppError DESKTOP_FAILED */
  openFolder(folder: 'data' | 'logs'): Promise<void>;
  /** @throws AppError DESKTOP_FAILED if the system refuses */
  startAtLogin(on: boolean): Promise<void>;
  /** Sets if the program keeps watching after its window is closed. @throws AppError STORE_UNWRITABLE */
  stayWhenClosed(on: boolean): Promise<void>;
  /** Sets if the computer is kept awake while a profile is watched. @throws AppError STORE_UNWRITABLE */
  keepAwake(on: boolean): Promise<void>;
  /** The next three return immediately. Nothing is downloaded or installed without a call. */
  checkForUpdate(): void;
  loadUpdate(): void;
  /** Quits the program like *Quit*, then installs. Does nothing if no update is ready. */
  installUpdate(): void;
}
