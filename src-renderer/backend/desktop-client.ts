/** The desktop as the page asks for it, where the host stands in one. */
import type { DesktopState } from '../../src-shared/api/desktop.ts';
import type { FeedListener, Stop } from './client.ts';

export interface DesktopClient {
  /** The present state at once, then each change. */
  subscribe(listener: FeedListener<DesktopState>): Stop;
  openLogs(): Promise<void>;
  startAtLogin(on: boolean): Promise<void>;
  stayWhenClosed(on: boolean): Promise<void>;
  keepAwake(on: boolean): Promise<void>;
  /** Each answers at once; what becomes of it is in the state. */
  checkForUpdate(): Promise<void>;
  downloadUpdate(): Promise<void>;
  installUpdate(): Promise<void>;
}
