/**
 * What is true in one domain: its subscriptions and their eUICCs, and what may become of them. Whatever the stream tells is
 * drawn from here and done here, whoever caused it, so that stream and search never contradict each other.
 */
import type { ServiceClock } from '../clock.ts';
import type { Subscription } from '../fleet/fields.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { packageIsFull, changeFailure, type RequestedChange, type ResourceFailure } from './subscription-changes.ts';

/** Why an eUICC cannot be localized now. */
export type LocalizationObstacle =
  /** A plain UICC has no EID, and no profile can be loaded to it. */
  'no-eUICC' | 'not-active' | 'already-running';

export class ServiceModel {
  readonly fleet: Fleet;
  readonly #clock: ServiceClock;
  readonly #localizing = new Set<number>();
  /** How many more subscriptions of a company a package takes; without an entry: any number. */
  readonly #packageCapacity = new Map<string, number>();
  /** How many more than at the start are in each state. */
  readonly #stateChanges = new Map<string, number>();

  constructor(fleet: Fleet, clock: ServiceClock) {
    this.fleet = fleet;
    this.#clock = clock;
  }

  /** UTC epoch ms, whole. */
  now(): number {
    return Math.floor(this.#clock.now());
  }

  /** How long a duration of the service really takes, in ms. */
  realMs(serviceMs: number): number {
    return this.#clock.realMs(serviceMs);
  }

  localizationObstacle(row: number): LocalizationObstacle | null {
    if (this.fleet.value(row, 'subscriptionType') !== 'EUICC' || this.fleet.value(row, 'eid') === null)
      return 'no-eUICC';
    if (!this.isActive(row)) return 'not-active';
    return this.isBeingLocalized(row) ? 'already-running' : null;
  }

  /** Just now. */
  isBeingLocalized(row: number): boolean {
    return this.#localizing.has(row);
  }

  isActive(row: number): boolean {
    return this.fleet.value(row, 'state') === 'ACTIVE';
  }

  /** Until it is freed, nobody else localizes this eUICC. */
  lockForLocalization(row: number): void {
    this.#localizing.add(row);
  }

  unlockAfterLocalization(row: number): void {
    this.#localizing.delete(row);
  }

  /** Notes that something was done to an eUICC, and in which country it is at home from now on, where that changed. */
  recordLocalization(row: number, countryCode: string | null): void {
    const isElsewhere = countryCode !== null && countryCode !== this.fleet.value(row, 'countryCode');
    this.fleet.change(row, this.now(), isElsewhere ? { countryCode } : {});
  }

  /** Why a subscription cannot make this change now, or `null`. */
  changeFailure(row: number, change: RequestedChange): ResourceFailure | null {
    const present: Pick<Subscription, 'state' | 'subscriptionPackage'> = {
      state: this.fleet.value(row, 'state') ?? '',
      subscriptionPackage: this.fleet.value(row, 'subscriptionPackage') ?? '',
    };
    const refused = changeFailure(present, change);
    if (refused !== null || change.kind === 'state') return refused;
    return this.#packageCapacity.get(capacityKey(this.companyOf(row), change.target)) === 0 ? packageIsFull : null;
  }

  /** Makes a change where it is allowed; else says why not. */
  change(row: number, change: RequestedChange): ResourceFailure | null {
    const refused = this.changeFailure(row, change);
    if (refused !== null) return refused;
    if (change.kind === 'state') {
      this.#count(this.fleet.value(row, 'state') ?? '', -1);
      this.#count(change.target, 1);
      this.fleet.change(row, this.now(), { state: change.target });
    } else {
      const name = capacityKey(this.companyOf(row), change.target);
      const places = this.#packageCapacity.get(name);
      if (places !== undefined) this.#packageCapacity.set(name, places - 1);
      this.fleet.change(row, this.now(), { subscriptionPackage: change.target });
    }
    return null;
  }

  companyOf(row: number): string {
    return this.fleet.value(row, 'companyId') ?? '';
  }

  /** From now on a package takes so many subscriptions more of this company. */
  limitPackage(companyId: string, target: string, places: number): void {
    this.#packageCapacity.set(capacityKey(companyId, target), places);
  }

  /**
   * How many subscriptions a shift may still bring into a state, so that a fleet lives for years: what is deactivated never
   * comes back, and who is paused is not localized.
   */
  remainingCapacity({ kind, target }: RequestedChange): number {
    if (kind === 'package' || target === 'ACTIVE') return Number.POSITIVE_INFINITY;
    const share = target === 'PAUSE' ? Math.ceil(this.fleet.size / 20) : Math.floor(this.fleet.size / 50);
    return Math.max(0, share - (this.#stateChanges.get(target) ?? 0));
  }

  #count(state: string, step: number): void {
    this.#stateChanges.set(state, (this.#stateChanges.get(state) ?? 0) + step);
  }
}

const capacityKey = (companyId: string, target: string) => JSON.stringify([companyId, target]);
