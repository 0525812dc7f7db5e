/** An unconfirmed notification waits 30 s for another page: a page may be gone before its connection ends. */
import type { AlarmNotification, PageNotification, ShowTarget } from '../../../../src-shared/api/alarms.ts';
import type { WatchId } from '../../../../src-shared/domain/identity.ts';
import { PAGE } from '../../../../src-shared/domain/outlets/local-outlets.ts';
import { ChangeSignal } from '../../lib/change-signal.ts';
import { eitherSignal } from '../../lib/either-signal.ts';
import type { Clock } from '../../ports/clock.ts';
import { type LocalDelivery, localDelivery, type LocalOutlet, RESPONSE_TIMEOUT_MS } from './local-outlet.ts';

interface PendingNotice {
  readonly notice: PageNotification;
  /** Monotonic ms. Until then the notification waits for a page, or for the report of a page. */
  readonly until: number;
  readonly onDelivery: ((delivery: LocalDelivery) => void) | null;
}

/** After a click the host may have to open its window first. */
const OPEN_TIMEOUT_MS = 60_000;
const MAX_PENDING_NOTICES = 100;
const NOBODY = localDelivery(PAGE, 'no page was open to show it');

export class PageOutlet implements LocalOutlet {
  readonly id = PAGE;
  /** Each page knows what its browser allows. */
  readonly refused = null;
  readonly desk = null;
  /** Emits with each notification for pages, also if none is open. */
  readonly notified = new ChangeSignal();
  readonly #clock: Clock;
  readonly #ends: AbortSignal;
  readonly #pages = new Set<(notice: PageNotification) => void>();
  #waiting: PendingNotice[] = [];

  constructor(clock: Clock, ends: AbortSignal) {
    [this.#clock, this.#ends] = [clock, ends];
  }

  show(notice: AlarmNotification, onDelivery: (delivery: LocalDelivery) => void): void {
    this.#send({ kind: 'show', notice });
    const until = this.#clock.monotonic() + RESPONSE_TIMEOUT_MS;
    this.#wait({ notice: { kind: 'show', notice }, until, onDelivery });
  }

  /** Plays the sound of a notification that another outlet shows. No page needs to report it. */
  play(notice: AlarmNotification): void {
    const sound: PageNotification = { kind: 'show', notice: { ...notice, banner: false } };
    this.#send(sound);
    const until = this.#clock.monotonic() + RESPONSE_TIMEOUT_MS;
    if (this.#pages.size === 0) this.#wait({ notice: sound, until, onDelivery: null });
  }

  /** Call before the process of all pages is ended, so that what comes now waits for the next page. */
  closePages(): void {
    this.#pages.clear();
  }

  awaits(watch: WatchId, alarm: string): boolean {
    return this.#waiting.some(({ notice, onDelivery }) => onDelivery !== null && isOf(notice, watch, alarm));
  }

  reported(watch: WatchId, alarm: string, detail: string | null): LocalDelivery {
    this.#noLonger(watch, alarm);
    return localDelivery(PAGE, detail);
  }

  withdraw(watch: WatchId, alarm: string): void {
    this.forget(watch, alarm);
    this.#send({ kind: 'withdraw', watch, alarm });
  }

  forget(watch: WatchId, alarm: string): void {
    for (const one of this.#noLonger(watch, alarm)) this.#drop(one);
  }

  /** Opens the target in one page. If no page is open, the next page that connects opens it. */
  open(watch: WatchId | null, target: ShowTarget): void {
    const notice: PageNotification = { kind: 'open', watch, target };
    const newest = [...this.#pages].at(-1);
    if (newest !== undefined) newest(notice);
    else this.#wait({ notice, until: this.#clock.monotonic() + OPEN_TIMEOUT_MS, onDelivery: null });
  }

  async *subscribe(
    signal: AbortSignal | undefined,
  ): AsyncGenerator<{ readonly revision: number; readonly notice: PageNotification }, void, undefined> {
    const ends = eitherSignal(signal, this.#ends);
    let queue: readonly PageNotification[] = this.#drain();
    let wake: () => void = () => {};
    const page = (notice: PageNotification): void => {
      queue = queuedWith(queue, notice);
      wake();
    };
    this.#pages.add(page);
    ends.addEventListener('abort', () => wake(), { once: true });
    try {
      for (let revision = 1; !ends.aborted;) {
        const [notice, ...others] = queue;
        queue = others;
        if (notice === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          continue;
        }
        yield { revision, notice };
        revision += 1;
      }
    } finally {
      this.#pages.delete(page);
    }
  }

  #send(notice: PageNotification): void {
    for (const page of this.#pages) page(notice);
    if (notice.kind === 'show') this.notified.notify();
  }

  #noLonger(watch: WatchId, alarm: string): readonly PendingNotice[] {
    const found = this.#waiting.filter(({ notice }) => isOf(notice, watch, alarm));
    this.#waiting = this.#waiting.filter((one) => !found.includes(one));
    return found;
  }

  #wait(waiting: PendingNotice): void {
    const before = this.#waiting.find((one) => isOfOneAlarm(one.notice, waiting.notice));
    const next =
      before === undefined
        ? waiting
        : { ...waiting, notice: stillCalling(before.notice, waiting.notice), until: before.until };
    this.#waiting = [...this.#waiting.filter((one) => one !== before), next];
    while (this.#waiting.length > MAX_PENDING_NOTICES) this.#drop(this.#waiting.shift());
    void this.#until(next);
  }

  async #until(waiting: PendingNotice): Promise<void> {
    await this.#clock.sleep(Math.max(0, waiting.until - this.#clock.monotonic()), this.#ends).catch(() => undefined);
    if (this.#ends.aborted || !this.#waiting.includes(waiting)) return;
    this.#waiting = this.#waiting.filter((one) => one !== waiting);
    this.#drop(waiting);
  }

  #drop(waiting: PendingNotice | undefined): void {
    waiting?.onDelivery?.(NOBODY);
  }

  /** The page that received the notifications before may be gone. Alarms keep waiting for a report. */
  #drain(): PageNotification[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    const until = this.#clock.monotonic() + RESPONSE_TIMEOUT_MS;
    for (const one of waiting) if (one.onDelivery !== null) this.#wait({ ...one, until });
    return waiting.map(({ notice }) => notice);
  }
}

function isOfOneAlarm(one: PageNotification, other: PageNotification): boolean {
  return other.kind === 'show' && isOf(one, other.notice.watch, other.notice.alarm);
}

function isOf(one: PageNotification, watch: WatchId, alarm: string): boolean {
  return one.kind === 'show' && one.notice.watch === watch && one.notice.alarm === alarm;
}

/** A page that reads slowly gets each alarm once, in its latest state, and only the newest alarms. */
function queuedWith(queue: readonly PageNotification[], next: PageNotification): readonly PageNotification[] {
  const before = queue.find((one) => isOfOneAlarm(one, next));
  const notice = before === undefined ? next : stillCalling(before, next);
  return [...queue.filter((one) => one !== before), notice].slice(-MAX_PENDING_NOTICES);
}

/** If the earlier notification was not displayed yet, its replacement notifies and sounds in its place. */
function stillCalling(before: PageNotification, after: PageNotification): PageNotification {
  if (before.kind !== 'show' || after.kind !== 'show') return after;
  const isUpdate = before.notice.isUpdate && after.notice.isUpdate;
  return { kind: 'show', notice: { ...after.notice, isUpdate, sound: before.notice.sound || after.notice.sound } };
}
