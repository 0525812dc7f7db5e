/**
 * Sends the notifications of all watches: through the host's notifier if there is one, otherwise to the open pages. A
 * notification that no page confirmed waits up to 30 s for another page, because a page may be gone before its
 * connection ends. After that it is reported as not shown.
 */
import type { AlarmNotification, PageNotification, ShowTarget } from '../../../src-shared/api/alarms.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Notifier } from '../ports/notifier.ts';
import { eitherSignal } from '../lib/either-signal.ts';
import { abortable } from '../../../src-shared/lib/abortable.ts';
import { withTimeLimit } from '../lib/with-time-limit.ts';

export type Delivery =
  | { readonly kind: 'delivered'; readonly by: 'desktop' | 'page' }
  | { readonly kind: 'refused'; readonly why: 'nobody' | 'refused'; readonly detail: string | null };

export interface NoticeOutlet {
  readonly shownBy: 'desktop' | 'page';
  readonly refused: string | null;
  /** @param onDelivery receives the result if this process learns it; a page reports the result through the API */
  show(notice: AlarmNotification, onDelivery: (delivery: Delivery) => void): void;
  /**
   * Records that a page reported the result, so that no other page needs to show the notification.
   * @returns true if the notification was waiting for a report
   */
  confirmDelivery(watch: WatchId, alarm: string): boolean;
  withdraw(watch: WatchId, alarm: string): void;
}

interface PendingNotice {
  readonly notice: PageNotification;
  /** Monotonic ms. Until then the notification waits for a page, or for the report of a page. */
  readonly until: number;
  readonly onDelivery: ((delivery: Delivery) => void) | null;
}

/** After a click the host may have to open its window first. */
const OPEN_TIMEOUT_MS = 60_000;
/**
 * A notifier or page that has not answered by then has not shown the notification. A page that reloads is back sooner.
 */
const RESPONSE_TIMEOUT_MS = 30_000;
const MAX_PENDING_NOTICES = 100;
/** Characters. The API has the same limit for a page's report. */
const MAX_DETAIL_LENGTH = 200;

export class Notices implements NoticeOutlet {
  readonly #notifier: Notifier | null;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #ends: AbortSignal;
  readonly #pages = new Set<(notice: PageNotification) => void>();
  #waiting: PendingNotice[] = [];
  #refused: string | null = null;

  constructor(notifier: Notifier | null, clock: Clock, log: Log, ends: AbortSignal) {
    [this.#notifier, this.#clock, this.#log, this.#ends] = [notifier, clock, log, ends];
  }

  get shownBy(): 'desktop' | 'page' {
    return this.#notifier === null ? 'page' : 'desktop';
  }

  get refused(): string | null {
    return this.#refused;
  }

  show(notice: AlarmNotification, onDelivery: (delivery: Delivery) => void): void {
    if (this.#notifier === null) {
      this.#toPages(notice, onDelivery);
      return;
    }
    // Only pages play sounds, and only they know if a sound was played.
    if (notice.banner) {
      if (notice.sound) for (const page of this.#pages) page({ kind: 'show', notice: { ...notice, banner: false } });
      void this.#byHost(this.#notifier, notice, onDelivery);
    } else if (notice.sound) this.#toPages(notice, onDelivery);
  }

  #toPages(notice: AlarmNotification, onDelivery: (delivery: Delivery) => void): void {
    for (const page of this.#pages) page({ kind: 'show', notice });
    const until = this.#clock.monotonic() + RESPONSE_TIMEOUT_MS;
    this.#wait({ notice: { kind: 'show', notice }, until, onDelivery });
  }

  confirmDelivery(watch: WatchId, alarm: string): boolean {
    return this.#noLonger(watch, alarm).length > 0;
  }

  withdraw(watch: WatchId, alarm: string): void {
    for (const one of this.#noLonger(watch, alarm)) this.#drop(one);
    this.#notifier
      ?.withdraw(alarm)
      .catch((error: unknown) => this.#log.warn('a notification could not be withdrawn', { error }));
    if (this.#notifier === null) for (const page of this.#pages) page({ kind: 'withdraw', watch, alarm });
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

  async #byHost(
    notifier: Notifier,
    notice: AlarmNotification,
    onDelivery: (delivery: Delivery) => void,
  ): Promise<void> {
    const late = () => new Error('The notification service does not answer.');
    try {
      await withTimeLimit(this.#clock, RESPONSE_TIMEOUT_MS, late, this.#ends, (either) =>
        abortable(notifier.show(notice), either),
      );
      this.#refused = null;
      onDelivery({ kind: 'delivered', by: 'desktop' });
    } catch (error) {
      // The next start handles notifications that the shutdown interrupted.
      if (this.#ends.aborted) return;
      const detail = (error instanceof Error ? error.message : String(error)).slice(0, MAX_DETAIL_LENGTH);
      if (detail !== this.#refused) this.#log.warn('a notification was not shown', { error });
      this.#refused = detail;
      onDelivery({ kind: 'refused', why: 'refused', detail });
    }
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
    waiting?.onDelivery?.({ kind: 'refused', why: 'nobody', detail: null });
  }

  /**
   * Returns the waiting notifications for a new page, because the page that received them before may be gone. Alarms
   * keep waiting for a report.
   */
  #drain(): PageNotification[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    const until = this.#clock.monotonic() + RESPONSE_TIMEOUT_MS;
    for (const one of waiting) if (one.notice.kind === 'show') this.#wait({ ...one, until });
    return waiting.map(({ notice }) => notice);
  }
}

function isOfOneAlarm(one: PageNotification, other: PageNotification): boolean {
  return other.kind === 'show' && isOf(one, other.notice.watch, other.notice.alarm);
}

function isOf(one: PageNotification, watch: WatchId, alarm: string): boolean {
  return one.kind === 'show' && one.notice.watch === watch && one.notice.alarm === alarm;
}

/**
 * Adds to the queue of a page that reads slowly. The queue holds each alarm once, in its latest state, and only the
 * newest alarms.
 */
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
