/**
 * Holds back the sleep of a computer that nobody uses, as long as a profile is watched and people leave that on; and the
 * screen of a wall, which is there to be read. Whoever sends the computer to sleep is not held back.
 */
import { powerSaveBlocker } from 'electron';

export class KeepAwake {
  readonly #kind: Parameters<typeof powerSaveBlocker.start>[0];
  /** `null`: nothing is held back. */
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
