/** Bases of a team in the memory of this process. */
import type { BaseInfo, PublishedBase, TeamBases } from '../../src-main/core/ports/team-base.ts';

const CUT_OFF = 'The engine does not answer.';

export class MemoryBases {
  #kept: readonly { readonly base: PublishedBase; readonly pieces: readonly string[] }[] = [];

  /** @param isCutOff true while the member does not reach the engine */
  connect(isCutOff: () => boolean): TeamBases {
    return {
      list: async () => (isCutOff() ? [] : this.#kept.map(({ base }) => base)),
      read: (base, signal) => this.#read(base, isCutOff, signal),
      publish: async (info, pieces, signal) => this.#publish(info, pieces, isCutOff, signal),
    };
  }

  /** Returns a function that puts back what is kept now. */
  copy(): () => void {
    const kept = this.#kept;
    return () => void (this.#kept = kept);
  }

  wipe(): void {
    this.#kept = [];
  }

  async *#read(wanted: PublishedBase, isCutOff: () => boolean, signal: AbortSignal): AsyncGenerator<string> {
    const isWanted = ({ base }: { readonly base: PublishedBase }) => base.slot === wanted.slot && base.at === wanted.at;
    for (let index = 0; index < wanted.pieces; index += 1) {
      signal.throwIfAborted();
      if (isCutOff()) throw new Error(CUT_OFF);
      const piece = this.#kept.find(isWanted)?.pieces[index];
      if (piece === undefined) throw new Error('The base was replaced.');
      yield piece;
    }
  }

  async #publish(info: BaseInfo, pieces: AsyncIterable<string>, isCutOff: () => boolean, signal: AbortSignal) {
    const texts: string[] = [];
    for await (const text of pieces) {
      signal.throwIfAborted();
      if (isCutOff()) throw new Error(CUT_OFF);
      texts.push(text);
    }
    const [newest] = this.#kept;
    const base: PublishedBase = { ...info, slot: newest?.base.slot === 0 ? 1 : 0, pieces: texts.length };
    this.#kept = [{ base, pieces: texts }, ...this.#kept.slice(0, 1)];
  }
}
