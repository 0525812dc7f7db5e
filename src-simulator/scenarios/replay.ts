/** Keeps kinds, ids, data (byte for byte) and intervals. Session events are the simulator's, unless requested. */
import { setImmediate as loopTurn } from 'node:timers/promises';
import { reasonOf } from '../configuration/text-file.ts';
import { badRequest } from '../service/refusal.ts';
import { linesOf, InvalidEventLine, recordedEvent, type RecordedEvent } from './recorded-events.ts';
import type { Scenario } from './scenarios.ts';
import type { ScenarioSteps, Stage } from './stage.ts';

export interface ReplayOptions {
  readonly file: string;
  readonly sessionEvents?: boolean | undefined;
}

export interface ReplayState {
  /** `waiting`: no subscriber yet. `failed`: the file changed after it was checked. */
  readonly state: 'waiting' | 'playing' | 'ended' | 'failed';
  readonly file: string;
  readonly events: number;
  readonly played: number;
  readonly leftOut: number;
  readonly from: number | null;
  readonly to: number | null;
}

const sessionKinds: readonly string[] = ['SUBSCRIPTION_STARTED', 'HEARTBEAT', 'SUBSCRIPTION_ENDED'];
const MAX_LISTED_LINES = 10;
/** The streams get a turn after this many lines while a file is checked. */
const LINES_PER_TURN = 1000;

export class Replay {
  readonly #order: ReplayOptions;
  #state: ReplayState;

  private constructor(order: ReplayOptions, checked: Pick<ReplayState, 'events' | 'leftOut' | 'from' | 'to'>) {
    this.#order = order;
    this.#state = { state: 'waiting', file: order.file, played: 0, ...checked };
  }

  /** @throws Refusal; its message names the first wrong lines */
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
      throw badRequest(
        `The file ${order.file} cannot be replayed. Expected the output of "watchfloor events --format ndjson". ${wrong.join('; ')}.`,
      );
    if (events + leftOut === 0) throw badRequest(`The file ${order.file} cannot be replayed: it has no events.`);
    return new Replay(order, { events, leftOut, from, to });
  }

  state(): ReplayState {
    return this.#state;
  }

  scenario(): Scenario {
    return {
      name: 'replay',
      title: 'Replay',
      description: 'The recorded events, at their original pace.',
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
        // The clock of the recording may have been set back. Events are played in the order of receipt.
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
    throw badRequest(`The file ${file} cannot be read: ${reasonOf(error)}. Name a JSON Lines file.`);
  }
}
