/**
 * Runs the product over a million events that its own writer stored, with a live source. The content of each event is
 * recorded when it is created, independently of the store; tests compare counts and rows with this record.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { openEventReader } from '../../src-main/adapters/sqlite/events/event-reader.ts';
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import { BENCH_SECRET, writeBenchProfile } from '../bench/bench-profile.ts';
import { BenchServer } from '../bench/bench-server.ts';
import { FilledStore } from '../bench/filled-store.ts';
import { generatedEvent, type Pace, UNCOMMON_CODE } from '../bench/generated-events.ts';
import { FILLED_STORE_ID, RunningCommand } from '../support/command.ts';

/** Two events per second span almost six days, from which retention removes nothing. */
const STEP_MS = 500;
/** Age of the newest stored event. Nothing was watched after it. */
const ENDED_MS = 600_000;

/** Contents that tests query, as bits. */
export const CONTENT = { beat: 1, sweden: 2, uncommon: 4, localization: 8 } as const;

export class MillionStore {
  readonly server: BenchServer;
  readonly command: RunningCommand;
  /** The one-time launch link. */
  readonly link: string;
  readonly count: number;
  readonly pace: Pace;
  readonly #filled: FilledStore;
  readonly #said: Uint8Array;

  private constructor(
    filled: FilledStore,
    said: Uint8Array,
    server: BenchServer,
    command: RunningCommand,
    link: string,
  ) {
    this.#filled = filled;
    this.#said = said;
    this.server = server;
    this.command = command;
    this.link = link;
    this.count = filled.count;
    this.pace = filled.pace;
  }

  static async start(count: number): Promise<MillionStore> {
    const said = new Uint8Array(count);
    const filled = await FilledStore.fill(count, {
      storeIdentity: { id: FILLED_STORE_ID, name: 'Acme', practice: false, source: 'https://events.example.com' },
      // Whole minutes, as users query them.
      pace: { startAt: Math.floor((Date.now() - ENDED_MS - count * STEP_MS) / 60_000) * 60_000, stepMs: STEP_MS },
      onMade: (events, first) => events.forEach((event, place) => (said[first + place] = contentOf(event))),
    });
    await filled.close();
    const server = await BenchServer.start();
    const profile = writeBenchProfile(filled.directory, server.origin, FILLED_STORE_ID);
    const command = new RunningCommand(
      ['start', '--web', '--no-open', '--profile', profile, '--data-dir', filled.directory],
      BENCH_SECRET,
    );
    const [, link = ''] = await command.waitForText(/^Watchfloor is ready: (\S+)$/m, 180_000);
    return new MillionStore(filled, said, server, command, link);
  }

  get dataDir(): string {
    return this.#filled.directory;
  }

  /**
   * Returns the event as it was created.
   * @param seq starts at 1
   */
  sentEvent(seq: number): ReceivedEvent {
    return generatedEvent(seq - 1, this.pace);
  }

  /** Counts the events that have all of `bits` and none of `without`, received in [since, until), UTC epoch ms. */
  countEvents(bits: number, without = 0, since = 0, until = Number.POSITIVE_INFINITY): number {
    const placeAt = (at: number) => Math.min(this.count, Math.max(0, Math.ceil((at - this.pace.startAt) / STEP_MS)));
    let found = 0;
    for (let place = placeAt(since); place < placeAt(until); place += 1) {
      const bit = this.#said[place] ?? 0;
      if ((bit & bits) === bits && (bit & without) === 0) found += 1;
    }
    return found;
  }

  /**
   * Returns the seqs that are lines of the list. Heartbeats are left out, because fewer than three in a row are not
   * drawn.
   */
  drawnBetween(newest: number, oldest: number): number[] {
    const seqs: number[] = [];
    for (let seq = newest; seq >= oldest; seq -= 1)
      if (((this.#said[seq - 1] ?? 0) & CONTENT.beat) === 0) seqs.push(seq);
    return seqs;
  }

  /**
   * Compares an export of everything with what was sent, and the events after that with the store.
   * @returns lines, SHA-256 of the file, and the first three lines that differ
   */
  async compared(path: string): Promise<{ lines: number; sha256: string; differ: string[] }> {
    const sha256 = createHash('sha256');
    const file = createReadStream(path).on('data', (piece) => sha256.update(piece));
    const reader = openEventReader(this.#filled.databasePath);
    const differ: string[] = [];
    let lines = 0;
    for await (const line of createInterface({ input: file, crlfDelay: Number.POSITIVE_INFINITY })) {
      lines += 1;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a line of the export, as event-lines.ts makes it
      const { seq, raw, kind, id } = JSON.parse(line) as Record<'seq' | 'raw' | 'kind' | 'id', unknown>;
      const sent = lines <= this.count ? this.sentEvent(lines) : await storedAs(reader, lines);
      const isSame = sent !== null && seq === lines && raw === sent.data && kind === sent.kind && id === sent.id;
      if (!isSame && differ.length < 3) differ.push(`line ${lines}: ${line.slice(0, 200)}`);
    }
    await reader.close();
    return { lines, sha256: sha256.digest('hex'), differ };
  }

  async stop(): Promise<void> {
    await this.command.stop();
    await this.server.stop();
    await this.#filled.remove();
  }
}

async function storedAs(reader: ReturnType<typeof openEventReader>, seq: number) {
  const event = await reader.event(seq);
  return event === null ? null : { data: event.raw, kind: event.kind, id: event.id };
}

function contentOf({ kind, data }: ReceivedEvent): number {
  return (
    (kind === 'HEARTBEAT' ? CONTENT.beat : 0) |
    (kind === 'LOCALIZATION' ? CONTENT.localization : 0) |
    (/countryCode\\?":\\?"SE\\?"/.test(data) ? CONTENT.sweden : 0) |
    (data.includes(UNCOMMON_CODE) ? CONTENT.uncommon : 0)
  );
}
