/** The desktop for the page, in memory. A test sets its state and reads the calls. */
import type { Backend } from '../../src-main/core/backend.ts';
import type { DesktopState } from '../../src-shared/api/desktop.ts';
import { PageFeed } from './page-feed.ts';
import { PagePart, type Served } from './routed-client.ts';

export function desktopState(part: Partial<DesktopState> = {}): DesktopState {
  return {
    startsAtLogin: false,
    staysWhenClosed: true,
    keepsAwake: true,
    place: 'tray',
    update: { kind: 'off' },
    ...part,
  };
}

export class PageDesktop extends PagePart {
  #state = desktopState();
  readonly feed = new PageFeed(() => this.#state);

  emit(part: Partial<DesktopState>): void {
    this.#state = { ...this.#state, ...part };
    this.feed.emit(this.#state);
  }

  readonly served = {
    desktop: {
      openFolder: async () => undefined,
      startAtLogin: async () => undefined,
      stayWhenClosed: async () => undefined,
      keepAwake: async () => undefined,
      checkForUpdate: () => undefined,
      loadUpdate: () => undefined,
      installUpdate: () => undefined,
    },
  } satisfies Served<Backend>;
}
