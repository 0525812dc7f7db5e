/** Keeps the computer awake while a profile is watched and the setting is on; for a wall also the screen. */
import { powerSaveBlocker } from 'electron';

export class KeepAwake {
  readonly #kind: Parameters<typeof powerSaveBlocker.start>[0];
  #blockerId: number | null = null;

  constructor({ wall }: { readonly wall: boolean }) {
    this.#kind = wall ? 'prevent-display-sleep' : 'prevent-app-suspension';
  }

  set(on: boolean): void {
    if (on === (this.#blockerId !== null)) return;
    if (this.#blockerId === null) this.#blockerId = powerSaveBlocker.start(this.#kind);
    else {
      powerSaveBlocker.stop(this.#blockerId);
      this.#blockerId = null;
    }
  }
}
