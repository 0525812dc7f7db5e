/** Gives notifications to the notifier of the host. Pages get the sounds, and what the desktop does not accept. */
import type { AlarmNotification } from '../../../../src-shared/api/alarms.ts';
import type { WatchId } from '../../../../src-shared/domain/identity.ts';
import { type DeskState, isHoldingBack } from '../../../../src-shared/domain/outlets/desk-state.ts';
import { DESKTOP } from '../../../../src-shared/domain/outlets/local-outlets.ts';
import { abortable } from '../../../../src-shared/lib/abortable.ts';
import { ChangeSignal } from '../../lib/change-signal.ts';
import { withTimeLimit } from '../../lib/with-time-limit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Notifier } from '../../ports/notifier.ts';
import { type Desk, type LocalDelivery, localDelivery, type LocalOutlet } from './local-outlet.ts';
import type { PageOutlet } from './page-outlet.ts';

/** Characters. The API has the same limit for a page's report. */
const MAX_DETAIL_LENGTH = 200;
/** The desktop is on this computer. Pages get what it has not accepted by then; it may still accept it later. */
const ACCEPT_TIMEOUT_MS = 5_000;

interface DesktopOutletParts {
  readonly notifier: Notifier;
  readonly pages: Pick<PageOutlet, 'show' | 'play' | 'awaits' | 'reported' | 'withdraw'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly ends: AbortSignal;
}

type OnDelivery = (delivery: LocalDelivery) => void;

export class DesktopOutlet implements LocalOutlet {
  readonly id = DESKTOP;
  readonly desk: Desk;
  readonly #parts: DesktopOutletParts;
  #refused: string | null = null;

  constructor(parts: DesktopOutletParts) {
    const { notifier } = parts;
    const [changes, returned] = [new ChangeSignal(), new ChangeSignal()];
    this.#parts = parts;
    this.desk = {
      get state(): DeskState {
        return notifier.desk;
      },
      changes,
      returned,
    };
    notifier.onDeskChanged((hasReturned) => {
      changes.notify();
      if (hasReturned) returned.notify();
    });
  }

  get refused(): string | null {
    return this.#refused;
  }

  show(notice: AlarmNotification, onDelivery: OnDelivery, maySound: boolean): void {
    const { pages } = this.#parts;
    if (notice.banner) void this.#show(notice, onDelivery, maySound);
    else if (notice.sound) pages.show(notice, onDelivery);
  }

  reported(watch: WatchId, alarm: string, detail: string | null): LocalDelivery | null {
    const { pages } = this.#parts;
    return pages.awaits(watch, alarm) ? pages.reported(watch, alarm, detail) : null;
  }

  withdraw(watch: WatchId, alarm: string): void {
    const { pages, notifier, log } = this.#parts;
    pages.withdraw(watch, alarm);
    notifier.withdraw(alarm).catch((error: unknown) => log.warn('a notification could not be withdrawn', { error }));
  }

  async #show(notice: AlarmNotification, onDelivery: OnDelivery, maySound: boolean): Promise<void> {
    const { notifier, pages, clock, ends } = this.#parts;
    const plays = notice.sound && notifier.desk.kind === 'available' && !isHoldingBack(notifier.desk);
    if (plays) pages.play(notice);
    const accepting = notifier.show(notice);
    const late = () => new Error('The notification service does not answer.');
    try {
      await withTimeLimit(clock, ACCEPT_TIMEOUT_MS, late, ends, (either) => abortable(accepting, either));
    } catch (error) {
      // The next start handles notifications that the shutdown interrupted.
      if (ends.aborted) return;
      onDelivery(localDelivery(DESKTOP, this.#refuse(error), notifier.desk));
      pages.show({ ...notice, sound: notice.sound && !plays }, onDelivery);
      accepting.then(
        () => !ends.aborted && this.#accepted(onDelivery),
        () => undefined,
      );
      return;
    }
    this.#accepted(onDelivery);
    // A page of the same desktop could not show a banner either.
    if (isHoldingBack(notifier.desk) && maySound && !notice.isUpdate && !plays)
      pages.show({ ...notice, banner: false, sound: true }, onDelivery);
  }

  #accepted(onDelivery: OnDelivery): void {
    this.#refused = null;
    onDelivery(localDelivery(DESKTOP, null, this.#parts.notifier.desk));
  }

  #refuse(error: unknown): string {
    const detail = (error instanceof Error ? error.message : String(error)).slice(0, MAX_DETAIL_LENGTH);
    if (detail !== this.#refused) this.#parts.log.warn('a notification was not accepted', { error });
    this.#refused = detail;
    return detail;
  }
}
