/** Plays a recorded history through several sets of rules at once, in the order in which it happened. */
import type { StoredActionEntry } from '../../../../src-shared/domain/cases/action.ts';
import { caseKeyOf, type CauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import type { EventSummary } from '../../../../src-shared/domain/event/event.ts';
import type { NamedEvent } from '../matched-events.ts';
import { MIN_INTERVAL_MS } from '../watch-overdue-groups.ts';
import type { AlarmReplay } from './alarm-replay.ts';
import type { RecordedHistory } from './recorded-history.ts';
import type { ReplayedCases } from './replayed-cases.ts';

/** The first time that a person took an open group. */
export interface TakenGroup {
  readonly cause: CauseKey;
  readonly openSince: number;
  readonly at: number;
  readonly by: string;
  /** For each set of rules: true if it had alarmed for the group. */
  readonly called: readonly boolean[];
}

interface Step {
  readonly at: number;
  readonly apply: (at: number) => void;
}

export class HistoryReplay {
  readonly taken = new Map<string, TakenGroup>();
  readonly #history: RecordedHistory;
  readonly #cases: ReplayedCases;
  readonly #replays: readonly AlarmReplay[];
  readonly #ends: RecordedHistory['stays'];
  readonly #marks: readonly Step[];
  #begun = 0;
  #ended = 0;
  #acted = 0;
  #marked = 0;
  #isStopped = false;
  #publishedAt = -Infinity;
  /** Goes back only where the clock was set back. */
  #now = -Infinity;

  constructor(history: RecordedHistory, cases: ReplayedCases, replays: readonly AlarmReplay[]) {
    this.#history = history;
    this.#cases = cases;
    this.#replays = replays;
    this.#ends = history.stays
      .filter(({ stay }) => stay.to !== null)
      .toSorted((one, other) => (one.stay.to ?? 0) - (other.stay.to ?? 0) || one.stay.fromSeq - other.stay.fromSeq);
    this.#marks = this.#marksOf(history).toSorted((one, other) => one.at - other.at);
  }

  event(named: NamedEvent): void {
    const { event } = named;
    const now = event.receivedAt;
    this.advance(now, event.seq);
    this.#now = now;
    this.#fail(event);
    for (const replay of this.#replays) replay.failed(named, now);
  }

  /** Applies what happened until this time, of events and actions only those before this seq. */
  advance(until: number, seq = Infinity): void {
    for (;;) {
      const step = this.#next(until, seq);
      if (step === null) return;
      this.#now = Math.min(Math.max(step.at, this.#now), until);
      step.apply(this.#now);
    }
  }

  /** Returns the earliest step that follows. An entry of the log before `seq` follows whatever its time is. */
  #next(until: number, seq: number): Step | null {
    const { stays, actions } = this.#history;
    const [begins, acts, ends, mark] = [
      stays[this.#begun],
      actions[this.#acted],
      this.#ends[this.#ended],
      this.#marks[this.#marked],
    ];
    const timeAt = this.#isStopped ? Infinity : Math.min(...this.#replays.map(({ nextAt }) => nextAt));
    const isChanged = !this.#isStopped && this.#cases.changed.size > 0;
    const publishAt = isChanged ? Math.max(this.#now, this.#publishedAt + MIN_INTERVAL_MS) : Infinity;
    const steps: (Step | null)[] = [
      begins !== undefined && begins.stay.fromSeq < seq
        ? { at: Math.min(begins.stay.from, until), apply: () => this.#begin(null) }
        : null,
      acts !== undefined && acts.afterSeq < seq
        ? { at: Math.min(acts.at, until), apply: (at) => this.#act(acts, at) }
        : null,
      ends !== undefined && isBefore(ends.stay, until, seq)
        ? { at: ends.stay.to ?? until, apply: () => this.#end() }
        : null,
      mark !== undefined && mark.at <= until ? mark : null,
      timeAt <= until ? { at: timeAt, apply: (at) => this.#replays.forEach((replay) => replay.advanceTo(at)) } : null,
      publishAt <= until ? { at: publishAt, apply: (at) => this.#publish(at) } : null,
    ];
    return steps.reduce(
      (first, step) => (step !== null && (first === null || step.at < first.at) ? step : first),
      null,
    );
  }

  #fail(event: EventSummary): void {
    const begins = this.#history.stays[this.#begun];
    if (begins !== undefined && begins.stay.fromSeq === event.seq && begins.key === caseKeyOf(event))
      this.#begin(event);
    else this.#cases.failAgain(event);
  }

  #begin(event: EventSummary | null): void {
    const stay = this.#history.stays[this.#begun];
    this.#begun += 1;
    if (stay === undefined) return;
    this.#cases.begin(stay, event);
  }

  #end(): void {
    const stay = this.#ends[this.#ended];
    this.#ended += 1;
    if (stay === undefined) return;
    this.#cases.end(stay);
  }

  #act(action: StoredActionEntry, at: number): void {
    this.#acted += 1;
    for (const { key: cause, openSince } of this.#cases.act(action)) {
      const key = `${openSince} ${cause}`;
      if (openSince === null || this.taken.has(key)) continue;
      const called = this.#replays.map((replay) => replay.hasCalled(cause, openSince));
      this.taken.set(key, { cause, openSince, at, by: action.author.name, called });
    }
    if (action.what.kind === 'mute')
      for (const cause of this.#cases.changed)
        if (this.#cases.isMuted(cause, at)) for (const replay of this.#replays) replay.muted(cause, at);
  }

  #publish(at: number): void {
    this.#publishedAt = at;
    for (const replay of this.#replays) replay.groupsChanged(this.#cases.changed, at);
    this.#cases.changed.clear();
  }

  #marksOf({ signals, stops }: RecordedHistory): Step[] {
    const change = (at: number) => {
      this.#marked += 1;
      const active = signals.filter(({ from, to }) => from <= at && (to === null || to > at));
      for (const replay of this.#replays) replay.signals(active, at);
    };
    const stop = () => {
      this.#marked += 1;
      this.#isStopped = true;
    };
    const start = () => {
      this.#marked += 1;
      this.#isStopped = false;
      for (const replay of this.#replays) replay.restarted();
    };
    return [
      ...signals.flatMap(({ from, to }) => [from, ...(to === null ? [] : [to])]).map((at) => ({ at, apply: change })),
      ...stops.flatMap(({ from, to }) => [
        { at: from, apply: stop },
        ...(to === null ? [] : [{ at: to, apply: start }]),
      ]),
    ];
  }
}

/** The stay ended before the event with this seq, which arrived at this time. */
function isBefore({ to, fromSeq }: { readonly to: number | null; readonly fromSeq: number }, at: number, seq: number) {
  return to !== null && (to < at || (to === at && fromSeq < seq));
}
