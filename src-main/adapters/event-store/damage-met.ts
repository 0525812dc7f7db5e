/**
 * What a reader does that meets damage. It cannot write, so it tells the writer, which sets the database aside and goes
 * on in a new one, or builds an index again; then the call is made again, there. Without it, damage in the middle of a
 * file would be met by whoever reads, and noticed by nobody before the next look through everything.
 */
import type { EventReader, EventWriter } from '../../core/ports/event-store.ts';
import { callLocal, remoteOf } from './remote.ts';
import { isDamage } from './store-error.ts';

/** The first may have read a file that was replaced meanwhile, the second is over an index that was built again. */
const ATTEMPTS = 4;
/** The last piece of the check says what is wrong with tables and indexes. */
const LAST_PIECE = Number.MAX_SAFE_INTEGER;
const MET = 'a reader met a page that cannot be read';

export class DamageMet {
  readonly #writer: Pick<EventWriter, 'replace'>;
  /** Each database, and each that was repaired, is one more. */
  #turn = 0;
  #underWay: Promise<void> | null = null;

  constructor(writer: Pick<EventWriter, 'replace'>) {
    this.#writer = writer;
  }

  /** The writer goes on in another database: what was met before was met in the old one. */
  turned(): void {
    this.#turn += 1;
  }

  /** The same reader, whose calls are made again after a repair. */
  over(reader: EventReader): EventReader {
    return remoteOf<EventReader>(async (method, args, signal) => {
      for (let attempt = 1; ; attempt += 1) {
        const turn = this.#turn;
        try {
          // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
          return await callLocal(reader, method, signal === undefined ? args : [...args, signal]);
        } catch (error) {
          if (!isDamage(error) || attempt === ATTEMPTS) throw error;
          // oxlint-disable-next-line no-await-in-loop -- as above
          if (attempt > 1 && !(await this.#repaired(reader, turn, attempt === 2))) throw error;
        }
      }
    });
  }

  /** @returns whether the database is another one than it was at `turn` */
  async #repaired(reader: EventReader, turn: number, asksWhat: boolean): Promise<boolean> {
    if (turn === this.#turn) {
      this.#underWay ??= this.#repair(reader, asksWhat).finally(() => {
        this.#underWay = null;
      });
      await this.#underWay.catch(() => undefined); // a writer that cannot do it says so itself
    }
    return turn !== this.#turn;
  }

  async #repair(reader: EventReader, asksWhat: boolean): Promise<void> {
    await this.#writer.replace(asksWhat ? await whatIsWrong(reader) : MET);
    this.#turn += 1;
  }
}

async function whatIsWrong(reader: EventReader): Promise<string> {
  try {
    const { flaws } = await reader.check(LAST_PIECE);
    const flaw = flaws.find(({ kind }) => kind === 'unreadable');
    return flaw?.kind === 'unreadable' ? flaw.detail : MET;
  } catch {
    return MET;
  }
}
