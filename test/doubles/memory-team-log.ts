/**
 * A team's log in the memory of this process, shared by the members that connect to it. It can lose answers, store
 * twice, wait, cut off a member, lose its end, and forget everything.
 */
import type { RefusalReason } from '../../src-shared/domain/team.ts';
import { abortable } from '../../src-shared/lib/abortable.ts';
import type { Clock } from '../../src-main/core/ports/clock.ts';
import type {
  AppendAnswer,
  LeaseAnswer,
  LogAppend,
  LogEntry,
  TeamLog,
  TeamMessage,
} from '../../src-main/core/ports/team-log.ts';
import { MemoryBases } from './memory-bases.ts';

/** Changes what happens to one append. */
export interface AppendFault {
  /** The entry is stored so much later. */
  readonly storeAfterMs?: number;
  /** The answer comes so much after the entry is stored, or after the append if it is lost. */
  readonly answerAfterMs?: number;
  readonly isAnswerLost?: true;
  /** Stored so often, whatever its id and its `after` say; 0 loses it without an answer. */
  readonly copies?: number;
}

interface MemoryTeamOptions {
  readonly clock: Clock;
  readonly leaseMs: number;
  /** Size of the log, in characters. */
  readonly maxChars?: number;
  readonly faultOf?: (append: LogAppend, member: string) => AppendFault | null;
}

/** The engine stores one entry per id within this time, as JetStream does by default. */
const DUPLICATE_WINDOW_MS = 120_000;
const NO_ANSWER = { kind: 'no-answer', detail: 'cut off' } as const;
const refused = (why: RefusalReason) => ({ kind: 'refused', why, detail: why }) as const;

interface HeldLease {
  readonly revision: number;
  readonly text: string;
  readonly at: number;
  /** `Clock.elapsed` */
  readonly endsAt: number;
}

interface Subscriber {
  readonly receives: (message: TeamMessage) => boolean;
  readonly queue: TeamMessage[];
}

export class MemoryTeam {
  readonly #options: MemoryTeamOptions;
  readonly #cutOff = new Set<string>();
  readonly #readLimits = new Map<string, number>();
  readonly #subscribers = new Set<Subscriber>();
  #leases = new Map<string, HeldLease>();
  #ids = new Map<string, { readonly position: number; readonly at: number }>();
  #entries: LogEntry[] = [];
  #chars = 0;
  #maxChars: number;
  #maxEntryChars = Number.POSITIVE_INFINITY;
  readonly #refusals = new Map<string, RefusalReason | 'silent'>();
  readonly #bases = new MemoryBases();
  /** Entries up to here have expired. */
  #expired = 0;
  #generation = 1;
  #revision = 0;
  #wake: () => void = () => {};
  #woken = Promise.resolve();

  constructor(options: MemoryTeamOptions) {
    this.#options = options;
    this.#maxChars = options.maxChars ?? Number.POSITIVE_INFINITY;
    this.#changed();
  }

  /** Connects a member. Its name must be valid in the subjects of every engine. */
  connect(member: string): TeamLog {
    const isCutOff = () => this.#cutOff.has(member);
    let isClosed = false;
    return {
      append: async (append, signal) => {
        signal.throwIfAborted();
        return isClosed || isCutOff() ? NO_ANSWER : this.#append(append, member, signal);
      },
      read: (from, signal) => this.#read(from, (next) => !isCutOff() && next <= this.#readLimit(member), signal),
      status: async () => {
        if (isClosed || isCutOff()) return NO_ANSWER;
        const identity = { id: 'memory', created: `${this.#generation}` };
        const lastAt = this.#entries.at(-1)?.at;
        return {
          kind: 'reached',
          identity,
          first: this.#expired + 1,
          last: this.#entries.length,
          ...(lastAt !== undefined && { lastAt }),
        };
      },
      entryAt: async (position) =>
        isClosed || isCutOff()
          ? 'no-answer'
          : ((position > this.#expired ? this.#entries[position - 1]?.at : undefined) ?? null),
      lease: (name) => ({
        read: async () => {
          const held = this.#lease(name);
          if (isClosed || isCutOff()) return 'no-answer';
          return held && { revision: held.revision, text: held.text, at: held.at };
        },
        write: async (text, after) => (isClosed || isCutOff() ? NO_ANSWER : this.#writeLease(name, text, after)),
        release: async (revision) => {
          if (!isClosed && !isCutOff() && this.#lease(name)?.revision === revision) this.#leases.delete(name);
        },
      }),
      publish: (message) => {
        if (isClosed || isCutOff()) return;
        for (const { receives, queue } of this.#subscribers) if (receives(message)) queue.push(message);
        this.#changed();
      },
      subscribe: (topic, of, signal) =>
        this.#subscribe(
          (message) => !isCutOff() && message.topic === topic && (of === null || message.member === of),
          signal,
        ),
      bases: this.#bases.connect(() => isClosed || isCutOff()),
      close: async () => void (isClosed = true),
    };
  }

  /** Cuts a member off from the log, or connects it again. It notices only that nothing comes and no call is answered. */
  setCutOff(member: string, isCutOff: boolean): void {
    if (isCutOff) this.#cutOff.add(member);
    else this.#cutOff.delete(member);
    this.#changed();
  }

  /** Lets a member read no further than this position, like a slow one; null lets it go on. */
  limitReading(member: string, last: number | null): void {
    if (last === null) this.#readLimits.delete(member);
    else this.#readLimits.set(member, last);
    this.#changed();
  }

  /** Fills the log as it is, or makes room again. */
  setFull(isFull: boolean): void {
    this.#maxChars = isFull ? this.#chars : Number.POSITIVE_INFINITY;
  }

  /** Takes no larger entries from now on. */
  limitEntries(maxChars: number): void {
    this.#maxEntryChars = maxChars;
  }

  /** Refuses what this member appends to a lane, or does not answer it; null takes it again. */
  refuse(member: string, lane: LogAppend['lane'], why: RefusalReason | 'silent' | null): void {
    if (why === null) this.#refusals.delete(`${member} ${lane}`);
    else this.#refusals.set(`${member} ${lane}`, why);
  }

  /** Removes old entries, as an engine does when they reach their longest age. */
  expire(through: number): void {
    this.#expired = Math.min(through, this.#entries.length);
    this.#changed();
  }

  /**
   * Copies what the server has. Returns a function that puts the copy back, like a power cut before the server flushed the
   * rest: the log is the same one and ends at the copy, and the next entry gets the position of one that is lost.
   */
  copy(): () => void {
    const [entries, leases, ids] = [[...this.#entries], [...this.#leases], [...this.#ids]];
    const [chars, expired, revision] = [this.#chars, this.#expired, this.#revision];
    const putBasesBack = this.#bases.copy();
    return () => {
      this.#entries = [...entries];
      this.#leases = new Map(leases);
      this.#ids = new Map(ids);
      [this.#chars, this.#expired, this.#revision] = [chars, expired, revision];
      putBasesBack();
      this.#changed();
    };
  }

  /** Forgets everything, like a server whose disk was replaced. */
  wipe(): void {
    this.#entries = [];
    this.#chars = 0;
    this.#expired = 0;
    this.#bases.wipe();
    this.#ids.clear();
    this.#leases.clear();
    this.#generation += 1;
    this.#changed();
  }

  async #append(append: LogAppend, member: string, signal: AbortSignal): Promise<AppendAnswer> {
    const { clock, faultOf } = this.#options;
    const fault = faultOf?.(append, member) ?? {};
    const { storeAfterMs = 0, answerAfterMs = 0 } = fault;
    const stored =
      storeAfterMs === 0 ? this.#store(append, member, fault.copies) : this.#storeLater(append, member, fault);
    // Without a wait the answer comes before anything else happens, as most answers do.
    const answer = fault.isAnswerLost === true ? NO_ANSWER : await abortable(Promise.resolve(stored), signal);
    if (answerAfterMs > 0) await clock.sleep(answerAfterMs, signal);
    return answer;
  }

  /** The append is on its way already, so a caller that stops waiting does not stop it. */
  async #storeLater(
    append: LogAppend,
    member: string,
    { storeAfterMs = 0, copies }: AppendFault,
  ): Promise<AppendAnswer> {
    await this.#options.clock.sleep(storeAfterMs, new AbortController().signal);
    return this.#store(append, member, copies);
  }

  #store(append: LogAppend, member: string, copies?: number): AppendAnswer {
    const { clock } = this.#options;
    const { id, lane, text, after } = append;
    if (copies === undefined) {
      const known = this.#ids.get(id);
      if (known !== undefined && clock.elapsed() - known.at < DUPLICATE_WINDOW_MS)
        return { kind: 'appended', position: known.position };
      const refusal = this.#refusals.get(`${member} ${lane}`);
      if (refusal === 'silent') return NO_ANSWER;
      if (refusal !== undefined) return refused(refusal);
      if (text.length > this.#maxEntryChars) return refused('too-large');
      if (this.#chars + text.length > this.#maxChars) return refused('full');
      const last = this.#entries.findLast((entry) => entry.lane === lane)?.position ?? 0;
      if (after !== null && after !== last) return { kind: 'not-last' };
    }
    for (let copy = 0; copy < (copies ?? 1); copy += 1) {
      const position = this.#entries.length + 1;
      this.#entries.push({ position, at: clock.now(), lane, member: lane === 'chain' ? null : member, text });
      this.#ids.set(id, { position, at: clock.elapsed() });
      this.#chars += text.length;
    }
    this.#changed();
    return copies === 0 ? NO_ANSWER : { kind: 'appended', position: this.#entries.length };
  }

  readonly #readLimit = (member: string): number => this.#readLimits.get(member) ?? Number.POSITIVE_INFINITY;

  async *#read(
    from: number,
    mayRead: (next: number) => boolean,
    signal: AbortSignal,
  ): AsyncGenerator<LogEntry, void, undefined> {
    for (let next = from; !signal.aborted;) {
      next = Math.max(next, this.#expired + 1);
      const entry = mayRead(next) ? this.#entries[next - 1] : undefined;
      if (entry === undefined) await this.#change(signal);
      else {
        next += 1;
        yield entry;
      }
    }
  }

  #subscribe(receives: Subscriber['receives'], signal: AbortSignal): AsyncIterable<TeamMessage> {
    const subscriber: Subscriber = { receives, queue: [] };
    this.#subscribers.add(subscriber);
    signal.addEventListener('abort', () => this.#subscribers.delete(subscriber), { once: true });
    return this.#messages(subscriber, signal);
  }

  async *#messages({ queue }: Subscriber, signal: AbortSignal): AsyncGenerator<TeamMessage, void, undefined> {
    while (!signal.aborted) {
      const message = queue.shift();
      if (message === undefined) await this.#change(signal);
      else yield message;
    }
  }

  #lease(name: string): HeldLease | null {
    const held = this.#leases.get(name);
    return held === undefined || held.endsAt <= this.#options.clock.elapsed() ? null : held;
  }

  #writeLease(name: string, text: string, after: number | null): LeaseAnswer {
    if ((this.#lease(name)?.revision ?? null) !== after) return { kind: 'refused' };
    const { clock, leaseMs } = this.#options;
    const revision = ++this.#revision;
    this.#leases.set(name, { revision, text, at: clock.now(), endsAt: clock.elapsed() + leaseMs });
    return { kind: 'held', revision };
  }

  /** Wakes everyone that waits in `#change`. */
  #changed(): void {
    this.#wake();
    this.#woken = new Promise((resolve) => (this.#wake = resolve));
  }

  async #change(signal: AbortSignal): Promise<void> {
    const ended = new AbortController();
    const aborted = new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => resolve(), { signal: ended.signal }),
    );
    await Promise.race([this.#woken, aborted]);
    ended.abort();
  }
}
