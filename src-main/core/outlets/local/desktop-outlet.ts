/** Shows notifications with the notifier of the host. Leaves sounds to the pages, and only they know if one was played. */
import type { AlarmNotification } from '../../../../src-shared/api/alarms.ts';
import type { WatchId } from '../../../../src-shared/domain/identity.ts';
import { DESKTOP } from '../../../../src-shared/domain/outlets/local-outlets.ts';
import { abortable } from '../../../../src-shared/lib/abortable.ts';
import { withTimeLimit } from '../../lib/with-time-limit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Notifier } from '../../ports/notifier.ts';
import { type LocalDelivery, localDelivery, type LocalOutlet, RESPONSE_TIMEOUT_MS } from './local-outlet.ts';
import type { PageOutlet } from './page-outlet.ts';

/** Characters. The API has the same limit for a page's report. */
const MAX_DETAIL_LENGTH = 200;

interface DesktopOutletParts {
  readonly notifier: Notifier;
  readonly pages: Pick<PageOutlet, 'show' | 'play' | 'awaits' | 'reported' | 'forget'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly ends: AbortSignal;
}

export class DesktopOutlet implements LocalOutlet {
  readonly id = DESKTOP;
  readonly #parts: DesktopOutletParts;
  #refused: string | null = null;

  constructor(parts: DesktopOutletParts) {
    this.#parts = parts;
  }

  get refused(): string | null {
    return this.#refused;
  }

  show(notice: AlarmNotification, onDelivery: (delivery: LocalDelivery) => void): void {
    const { pages } = this.#parts;
    if (notice.banner) {
      if (notice.sound) pages.play(notice);
      void this.#show(notice, onDelivery);
    } else if (notice.sound) pages.show(notice, onDelivery);
  }

  reported(watch: WatchId, alarm: string, detail: string | null): LocalDelivery | null {
    const { pages } = this.#parts;
    return pages.awaits(watch, alarm) ? pages.reported(watch, alarm, detail) : null;
  }

  withdraw(watch: WatchId, alarm: string): void {
    const { pages, notifier, log } = this.#parts;
    pages.forget(watch, alarm);
    notifier.withdraw(alarm).catch((error: unknown) => log.warn('a notification could not be withdrawn', { error }));
  }

  async #show(notice: AlarmNotification, onDelivery: (delivery: LocalDelivery) => void): Promise<void> {
    const { notifier, clock, log, ends } = this.#parts;
    const late = () => new Error('The notification service does not answer.');
    try {
      await withTimeLimit(clock, RESPONSE_TIMEOUT_MS, late, ends, (either) => abortable(notifier.show(notice), either));
      this.#refused = null;
    } catch (error) {
      // The next start handles notifications that the shutdown interrupted.
      if (ends.aborted) return;
      const detail = (error instanceof Error ? error.message : String(error)).slice(0, MAX_DETAIL_LENGTH);
      if (detail !== this.#refused) log.warn('a notification was not shown', { error });
      this.#refused = detail;
    }
    onDelivery(localDelivery(DESKTOP, this.#refused));
  }
}
