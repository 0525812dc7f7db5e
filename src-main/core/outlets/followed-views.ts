/** The saved views of a profile, as the outlets that send their events see them. Another process may change them. */
import type { Outlet } from '../../../src-shared/domain/outlets/outlet.ts';
import type { SavedView } from '../../../src-shared/domain/saved-view.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import type { Log } from '../ports/log.ts';
import type { ProfileList } from '../views/profile-list.ts';

interface FollowedViewsParts {
  readonly views: Pick<ProfileList<SavedView>, 'read'>;
  readonly log: Log;
}

export class FollowedViews {
  readonly changes = new ChangeSignal();
  readonly #parts: FollowedViewsParts;
  #views: readonly SavedView[] | null = null;
  #isReadable = true;

  constructor(parts: FollowedViewsParts) {
    this.#parts = parts;
  }

  /** Null if they cannot be read. */
  get views(): readonly SavedView[] | null {
    return this.#views;
  }

  /** Reads them if an outlet needs them. @returns true if they have changed */
  async read(outlets: readonly Pick<Outlet, 'views'>[]): Promise<boolean> {
    if (outlets.every(({ views }) => views.length === 0)) return false;
    const { views: list, log } = this.#parts;
    const views = await list.read().catch((error: unknown) => {
      if (this.#isReadable) log.warn('the saved views cannot be read; their events wait in the outlets', { error });
      return null;
    });
    this.#isReadable = views !== null;
    if (JSON.stringify(views) === JSON.stringify(this.#views)) return false;
    this.#views = views;
    this.changes.notify();
    return true;
  }
}
