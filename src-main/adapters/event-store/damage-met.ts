/**
 * What a reader does that meets damage. It cannot write, so it tells the writer, which sets the database aside and goes
 * on in a new one, or builds an index again; then the call is made again, there. Without it, damage in the middle of a
 * file would be met by whoever reads, and noticed by nobody before the next look through everything.
 *
 * While one is replaced there is none at the path for a moment, or one that cannot be opened, or has no tables: that is
 * waited for, by asking the writer for anything at all, since it answers one call after the other.
 */
import type { EventReader, EventWriter } from '../../core/ports/event-store.ts';
import { callLocal, type Lane, remoteOf } from '../threads/remote.ts';
import { isDamage, isUnavailable } from './store-error.ts';

/** The first may have read a file that was replaced meanwhile, the second is over an index that was built again. */
const ATTEMPTS = 4;
/** The last piece of the check says what is wrong with tables and indexes. */
const LAST_PIECE = Number.MAX_SAFE_INTEGER;
const MET = 'a reader met a page that cannot be read';

type WriterLane = Pick<Lane<Pick<EventWriter, 'replace'>>, 'open' | 'remote'>;

export class DamageMet {
  readonly #writer: WriterLane;
  /** Each database, and each that was repaired, is one more. */
  #turn = 0;
  #underWay: Promise<void> | null = null;

  constructor(writer: WriterLane) {
    this.#writer = writer;
  }

  /** The writer goes on in another database: what was met before was met in the old one. */
  turned(): void {
    this.#turn += 1;
  }

  /** The same reader, whose calls are made again after a repair. */
  over(reader: EventReader): EventReader {
    return remoteOf<EventReader>(async (method, args, signal) => {
      let waits = 0;
      for (let attempt = 1; ; attempt += 1) {
        const turn = this.#turn;
        try {
          // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
          return await callLocal(reader, method, signal === undefined ? args : [...args, signal]);
        } catch (error) {
          if (isUnavailable(error) && waits < ATTEMPTS) {
            waits += 1;
            attempt -= 1;
            // oxlint-disable-next-line no-await-in-loop -- as above
            await this.#writer.open();
            continue;
          }
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
    await this.#writer.remote.replace(asksWhat ? await whatIsWrong(reader) : MET);
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
