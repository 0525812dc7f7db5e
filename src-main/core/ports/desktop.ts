/** The computer's desktop, where a host stands in one: what people set of it and ask of it. */
import type { DesktopState } from '../../../src-shared/api/desktop.ts';

export interface Desktop {
  /** The present state at once, then each change. */
  subscribe(
    signal: AbortSignal | undefined,
  ): AsyncGenerator<{ readonly revision: number; readonly state: DesktopState }, void, undefined>;
  /** Shows the folder with the logs. @throws AppError DESKTOP_FAILED */
  openLogs(): Promise<void>;
  /** @throws AppError DESKTOP_FAILED where the system does not take it */
  startAtLogin(on: boolean): Promise<void>;
  /** Whether closing the window leaves the program watching. @throws AppError STORE_UNWRITABLE */
  stayWhenClosed(on: boolean): Promise<void>;
  /** Whether the computer is kept from sleeping while a profile is watched. @throws AppError STORE_UNWRITABLE */
  keepAwake(on: boolean): Promise<void>;
  /** Each of the three answers at once; what becomes of it is in the state. Nothing is loaded or installed unasked. */
  checkForUpdate(): void;
  loadUpdate(): void;
  /** Ends the program as *Quit* does, then installs; nothing where none is ready. */
  installUpdate(): void;
}
