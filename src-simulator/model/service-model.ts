/** State of one domain and the rules for its changes. Every event changes it, so stream and search never contradict. */
import type { ServiceClock } from '../clock.ts';
import type { Subscription } from '../fleet/fields.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { packageIsFull, changeFailure, type RequestedChange, type ResourceFailure } from './subscription-changes.ts';

export type LocalizationObstacle =
  /** A plain UICC has no EID and cannot load a profile. */
  'no-eUICC' | 'not-active' | 'already-running';

export class ServiceModel {
  readonly fleet: Fleet;
  readonly #clock: ServiceClock;
  readonly #localizing = new Set<number>();
  /** Free places in a package for a company; without an entry there is no limit. */
  readonly #packageCapacity = new Map<string, number>();
  readonly #stateChanges = new Map<string, number>();

  constructor(fleet: Fleet, clock: ServiceClock) {
    this.fleet = fleet;
    this.#clock = clock;
  }

  now(): number {
    return Math.floor(this.#clock.now());
  }

  realMs(serviceMs: number): number {
    return this.#clock.realMs(serviceMs);
  }

  localizationObstacle(row: number): LocalizationObstacle | null {
    if (this.fleet.value(row, 'subscriptionType') !== 'EUICC' || this.fleet.value(row, 'eid') === null)
      return 'no-eUICC';
    if (!this.isActive(row)) return 'not-active';
    return this.isBeingLocalized(row) ? 'already-running' : null;
  }

  isBeingLocalized(row: number): boolean {
    return this.#localizing.has(row);
  }

  isActive(row: number): boolean {
    return this.fleet.value(row, 'state') === 'ACTIVE';
  }

  lockForLocalization(row: number): void {
    this.#localizing.add(row);
  }

  unlockAfterLocalization(row: number): void {
    this.#localizing.delete(row);
  }

  recordLocalization(row: number, countryCode: string | null): void {
    const isElsewhere = countryCode !== null && countryCode !== this.fleet.value(row, 'countryCode');
    this.fleet.change(row, this.now(), isElsewhere ? { countryCode } : {});
  }

  changeFailure(row: number, change: RequestedChange): ResourceFailure | null {
    const present: Pick<Subscription, 'state' | 'subscriptionPackage'> = {
      state: this.fleet.value(row, 'state') ?? '',
      subscriptionPackage: this.fleet.value(row, 'subscriptionPackage') ?? '',
    };
    const refused = changeFailure(present, change);
    if (refused !== null || change.kind === 'state') return refused;
    return this.#packageCapacity.get(capacityKey(this.companyOf(row), change.target)) === 0 ? packageIsFull : null;
  }

  change(row: number, change: RequestedChange): ResourceFailure | null {
    const refused = this.changeFailure(row, change);
    if (refused !== null) return refused;
    if (change.kind === 'state') {
      this.#count(this.fleet.value(row, 'state') ?? '', -1);
      this.#count(change.target, 1);
      this.fleet.change(row, this.now(), { state: change.target });
    } else {
      const name = capacityKey(this.companyOf(row), change.target);
      const capacity = this.#packageCapacity.get(name);
      if (capacity !== undefined) this.#packageCapacity.set(name, capacity - 1);
      this.fleet.change(row, this.now(), { subscriptionPackage: change.target });
    }
    return null;
  }

  companyOf(row: number): string {
    return this.fleet.value(row, 'companyId') ?? '';
  }

  limitPackage(companyId: string, target: string, capacity: number): void {
    this.#packageCapacity.set(capacityKey(companyId, target), capacity);
  }

  /** Keeps a fleet usable for years: a deactivated subscription never comes back, a paused one is not localized. */
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
