import type { DesktopState } from '../../src-shared/api/desktop.ts';
import type { FeedListener, Stop } from './client.ts';

export interface DesktopClient {
  subscribe(listener: FeedListener<DesktopState>): Stop;
  openLogs(): Promise<void>;
  startAtLogin(on: boolean): Promise<void>;
  stayWhenClosed(on: boolean): Promise<void>;
  keepAwake(on: boolean): Promise<void>;
  /** The three update calls resolve immediately; their progress arrives in the state. */
  checkForUpdate(): Promise<void>;
  downloadUpdate(): Promise<void>;
  installUpdate(): Promise<void>;
}
