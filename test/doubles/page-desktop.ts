/** The desktop for the page, in memory. A test sets its state and reads the calls. */
import type { BackendClient } from '../../src-renderer/backend/client.ts';
import type { DesktopState } from '../../src-shared/api/desktop.ts';
import { PageFeed } from './page-calls.ts';

export function desktopState(part: Partial<DesktopState> = {}): DesktopState {
  return {
    about: {
      version: '0.1.0',
      parts: [
        { name: 'Electron', version: '45.4.1' },
        { name: 'Linux', version: '6.12.0 x64' },
      ],
      dataFolder: '/home/op/.local/share/watchfloor',
      logFolder: '/home/op/.local/share/watchfloor/logs',
    },
    startsAtLogin: false,
    staysWhenClosed: true,
    keepsAwake: true,
    place: 'tray',
    update: { kind: 'off' },
    ...part,
  };
}

type DesktopClient = BackendClient['desktop'];

export class PageDesktop implements DesktopClient {
  readonly calls: (readonly [name: keyof DesktopClient, on?: boolean])[] = [];
  failure: Error | null = null;
  #state = desktopState();

  emit(part: Partial<DesktopState>): void {
    this.#state = { ...this.#state, ...part };
    this.feed.emit(this.#state);
  }

  readonly feed = new PageFeed(() => this.#state);
  readonly openLogs = { mutate: () => this.#called('openLogs') };
  readonly startAtLogin: DesktopClient['startAtLogin'] = { mutate: ({ on }) => this.#called('startAtLogin', on) };
  readonly stayWhenClosed: DesktopClient['stayWhenClosed'] = { mutate: ({ on }) => this.#called('stayWhenClosed', on) };
  readonly keepAwake: DesktopClient['keepAwake'] = { mutate: ({ on }) => this.#called('keepAwake', on) };
  readonly checkForUpdate = { mutate: () => this.#called('checkForUpdate') };
  readonly downloadUpdate = { mutate: () => this.#called('downloadUpdate') };
  readonly installUpdate = { mutate: () => this.#called('installUpdate') };

  async #called(...call: readonly [name: keyof DesktopClient, on?: boolean]): Promise<void> {
    this.calls.push(call);
    const { failure } = this;
    this.failure = null;
    if (failure !== null) throw failure;
  }
}
