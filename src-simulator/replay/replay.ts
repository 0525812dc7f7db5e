/**
 * Plays a recorded night on the stream: the same kinds, ids and data byte for byte, at the same distances in time. The
 * session's own events are the simulator's, unless the recorded ones are asked for.
 */
import { setImmediate as loopTurn } from 'node:timers/promises';
import { reasonOf } from '../configuration/text-file.ts';
import type { Scenario, Stage, ScenarioSteps } from '../scenario.ts';
import { UnfulfillableRequest } from '../unfulfillable-request.ts';
import { linesOf, InvalidEventLine, recordedEvent, type RecordedEvent } from './recorded-events.ts';

export interface ReplayOptions {
  /** A file of JSON Lines. */
  readonly file: string;
  /** SUBSCRIPTION_STARTED, HEARTBEAT and SUBSCRIPTION_ENDED of the file are played too. Default: left out. */
  readonly sessionEvents?: boolean | undefined;
}

export interface ReplayState {
  /** `waiting`: for the first subscriber. `failed`: the file is not what it was when it was checked. */
  readonly state: 'waiting' | 'playing' | 'ended' | 'failed';
  readonly file: string;
  /** So many are to be played, and so many were. */
  readonly events: number;
  readonly played: number;
  /** Of the session, and not played. */
  readonly leftOut: number;
  /** When the recorded night began and ended, UTC epoch ms; `null` where it has no event. */
  readonly from: number | null;
  readonly to: number | null;
}

/** A file that cannot be replayed. The message is for people, names the first lines that are none, and what is wrong. */
export class UnplayableFile extends UnfulfillableRequest {
  override readonly name = 'UnplayableFile';
}

const sessionKinds: readonly string[] = ['SUBSCRIPTION_STARTED', 'HEARTBEAT', 'SUBSCRIPTION_ENDED'];
const MAX_LISTED_LINES = 10;
/** Between so many lines the streams have their turn while a file is checked. */
const LINES_PER_TURN = 1000;

export class Replay {
  readonly #order: ReplayOptions;
  #state: ReplayState;

  private constructor(order: ReplayOptions, checked: Pick<ReplayState, 'events' | 'leftOut' | 'from' | 'to'>) {
    this.#order = order;
    this.#state = { state: 'waiting', file: order.file, played: 0, ...checked };
  }

  /** Reads the file through once. @throws UnplayableFile */
  static async open(order: ReplayOptions): Promise<Replay> {
    let [events, leftOut] = [0, 0];
    let [from, to]: [number | null, number | null] = [null, null];
    const wrong: string[] = [];
    for (const { number, text } of readable(order.file)) {
      if (number % LINES_PER_TURN === 0) await loopTurn();
      if (text.trim() === '') continue;
      try {
        const event = recordedEvent(text);
        from ??= event.receivedAt;
        to = Math.max(to ?? 0, event.receivedAt);
        if (isPlayed(event, order)) events++;
        else leftOut++;
      } catch (error) {
        if (!(error instanceof InvalidEventLine)) throw error;
        wrong.push(`line ${number}: ${error.message}`);
        if (wrong.length >= MAX_LISTED_LINES) break;
      }
    }
    if (wrong.length > 0)
      throw new UnplayableFile(
        `The file ${order.file} cannot be replayed. Expected is what "watchfloor events --format ndjson" prints. ${wrong.join('; ')}.`,
      );
    if (events + leftOut === 0)
      throw new UnplayableFile(`The file ${order.file} cannot be replayed: it holds no event.`);
    return new Replay(order, { events, leftOut, from, to });
  }

  state(): ReplayState {
    return this.#state;
  }

  /** To be played like any other. */
  scenario(): Scenario {
    return {
      name: 'replay',
      title: 'Replay',
      description: 'What was recorded, at its own pace.',
      steps: () => this.#steps(),
    };
  }

  *#steps(): ScenarioSteps {
    this.#change({ state: 'playing' });
    try {
      let [due, reached]: [number | null, number | null] = [null, null];
      for (const { text } of linesOf(this.#order.file)) {
        if (text.trim() === '') continue;
        const event = recordedEvent(text);
        // The clock of who recorded it may have been set back: what was received later is played later.
        due = Math.max(due ?? event.receivedAt, event.receivedAt);
        reached ??= due;
        if (!isPlayed(event, this.#order)) continue;
        const afterMs = due - reached;
        reached = due;
        yield { afterMs, act: (stage) => this.#play(stage, event) };
      }
      this.#change({ state: 'ended' });
    } catch {
      this.#change({ state: 'failed' });
    }
  }

  #play(stage: Stage, { kind, id, raw }: RecordedEvent): void {
    stage.event({ event: kind, id, data: raw });
    this.#change({ played: this.#state.played + 1 });
  }

  #change(changed: Partial<ReplayState>): void {
    this.#state = { ...this.#state, ...changed };
  }
}

function isPlayed({ kind }: RecordedEvent, { sessionEvents = false }: ReplayOptions): boolean {
  return sessionEvents || !sessionKinds.includes(kind);
}

function* readable(file: string): ReturnType<typeof linesOf> {
  try {
    yield* linesOf(file);
  } catch (error) {
    throw new UnplayableFile(`The file ${file} cannot be read: ${reasonOf(error)}. Name a file of JSON Lines.`);
  }
}
