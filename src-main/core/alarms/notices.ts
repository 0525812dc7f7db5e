/**
 * The one place from which somebody is called, for all watches: the host's notifier where there is one, else the pages that
 * are open. What no page says that it showed waits for the next one a short while, since a page may be gone before anybody
 * hears of it; then it was not shown, and that is said. It decides nothing about alarms: it only says what became of each.
 */
import type { AlarmNotification, PageNotification, ShowTarget } from '../../../src-shared/api/alarms.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Notifier } from '../ports/notifier.ts';

export type Delivery =
  | { readonly kind: 'delivered'; readonly by: 'desktop' | 'page' }
  | { readonly kind: 'refused'; readonly why: 'nobody' | 'refused'; readonly detail: string | null };

/** What a watch calls somebody with. */
export interface NoticeOutlet {
  readonly shownBy: 'desktop' | 'page';
  /** Why the last one could not be shown; `null` where it could. */
  readonly refused: string | null;
  /** `onDelivery`: what became of it, where this side learns it; a page says so by a call. */
  show(notice: AlarmNotification, onDelivery: (delivery: Delivery) => void): void;
  /** A page said what became of it: no other needs to show it. @returns whether anybody waited for that */
  confirmDelivery(watch: WatchId, alarm: string): boolean;
  withdraw(watch: WatchId, alarm: string): void;
}

interface PendingNotice {
  readonly notice: PageNotification;
  /** Monotonic: until then it waits for a page, or for what a page says of it. */
  readonly until: number;
  readonly onDelivery: ((delivery: Delivery) => void) | null;
}

/** A host that was clicked may have to open its window first. */
const OPEN_TIMEOUT_MS = 60_000;
/** What does not answer has not shown it, and holds nobody up. A page that is loaded anew is back in less. */
const RESPONSE_TIMEOUT_MS = 30_000;
/** More than that nobody reads. */
const MAX_PENDING_NOTICES = 100;
/** As an alarm keeps it. */
const MAX_DETAIL_LENGTH = 200;

export class Notices implements NoticeOutlet {
  readonly #notifier: Notifier | null;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #ends: AbortSignal;
  /** One queue for each page that follows. */
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
    // Pages alone make sounds, and know whether they were heard.
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
      .catch((error: unknown) => this.#log.warn('a notification was not taken away', { error }));
    if (this.#notifier === null) for (const page of this.#pages) page({ kind: 'withdraw', watch, alarm });
  }

  /** One page goes there; the next that comes, where none is open. */
  open(watch: WatchId | null, target: ShowTarget): void {
    const notice: PageNotification = { kind: 'open', watch, target };
    const newest = [...this.#pages].at(-1);
    if (newest !== undefined) newest(notice);
    else this.#wait({ notice, until: this.#clock.monotonic() + OPEN_TIMEOUT_MS, onDelivery: null });
  }

  async *subscribe(
    signal: AbortSignal | undefined,
  ): AsyncGenerator<{ readonly revision: number; readonly notice: PageNotification }, void, undefined> {
    const ends = signal === undefined ? this.#ends : AbortSignal.any([signal, this.#ends]);
    let queue: readonly PageNotification[] = this.#taken();
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
          // oxlint-disable-next-line no-await-in-loop -- one after the other
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
    const answered = new AbortController();
    const late = this.#clock.sleep(RESPONSE_TIMEOUT_MS, AbortSignal.any([answered.signal, this.#ends]));
    try {
      const shown = notifier.show(notice);
      // What it says after that is of no use to anybody.
      shown.catch(() => undefined);
      await Promise.race([
        shown,
        late.then(() => Promise.reject(new Error('The notification service does not answer.'))),
      ]);
      this.#refused = null;
      onDelivery({ kind: 'delivered', by: 'desktop' });
    } catch (error) {
      // What is under way when all ends is taken up by the next start.
      if (this.#ends.aborted) return;
      const detail = (error instanceof Error ? error.message : String(error)).slice(0, MAX_DETAIL_LENGTH);
      if (detail !== this.#refused) this.#log.warn('a notification was not shown', { error });
      this.#refused = detail;
      onDelivery({ kind: 'refused', why: 'refused', detail });
    } finally {
      late.catch(() => undefined);
      answered.abort(new Error('it was answered'));
    }
  }

  /** @returns those that are not waited for any more */
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

  /** For a page that comes: whoever has it, too, may be gone. An alarm waits on for what a page says of it. */
  #taken(): PageNotification[] {
    const taken = this.#waiting;
    this.#waiting = [];
    const until = this.#clock.monotonic() + RESPONSE_TIMEOUT_MS;
    for (const one of taken) if (one.notice.kind === 'show') this.#wait({ ...one, until });
    return taken.map(({ notice }) => notice);
  }
}

function isOfOneAlarm(one: PageNotification, other: PageNotification): boolean {
  return other.kind === 'show' && isOf(one, other.notice.watch, other.notice.alarm);
}

function isOf(one: PageNotification, watch: WatchId, alarm: string): boolean {
  return one.kind === 'show' && one.notice.watch === watch && one.notice.alarm === alarm;
}

/** For a page that does not come along: each alarm once, as it is by then, and of all the newest. */
function queuedWith(queue: readonly PageNotification[], next: PageNotification): readonly PageNotification[] {
  const before = queue.find((one) => isOfOneAlarm(one, next));
  const notice = before === undefined ? next : stillCalling(before, next);
  return [...queue.filter((one) => one !== before), notice].slice(-MAX_PENDING_NOTICES);
}

/** What takes the place of a call that nobody has seen yet calls in its stead. */
function stillCalling(before: PageNotification, after: PageNotification): PageNotification {
  if (before.kind !== 'show' || after.kind !== 'show') return after;
  const isUpdate = before.notice.isUpdate && after.notice.isUpdate;
  return { kind: 'show', notice: { ...after.notice, isUpdate, sound: before.notice.sound || after.notice.sound } };
}
