/** Returns its events one by one while the subscription is ACTIVE, and fails if that changes meanwhile. */
import {
  localizationFailure,
  type LocalizationEnding,
  type LocalizationMessage,
  localizationMessages,
  type LocalizedDevice,
} from './localization.ts';
import { innerErrors } from './localization-causes.ts';
import type { Random } from '../random.ts';
import type { ServiceModel } from './service-model.ts';

export class LocalizationRun {
  readonly row: number;
  readonly #model: ServiceModel;
  readonly #device: LocalizedDevice;
  readonly #random: Random;
  #planned: readonly LocalizationMessage[];
  #hasFailed = false;

  /** Must be called only if `localizationObstacle` returns null. */
  constructor(
    model: ServiceModel,
    row: number,
    parts: {
      readonly random: Random;
      readonly countryCode?: string | undefined;
      readonly plan: LocalizationEnding | ((device: LocalizedDevice) => readonly LocalizationMessage[]);
    },
  ) {
    const { eid, iccid, countryCode } = model.fleet.subscription(row);
    this.row = row;
    this.#model = model;
    this.#random = parts.random;
    this.#device = { eid: eid ?? '', iccid, countryCode: parts.countryCode ?? countryCode };
    const { plan } = parts;
    this.#planned =
      typeof plan === 'function' ? plan(this.#device) : localizationMessages(this.#device, plan, parts.random);
    model.lockForLocalization(row);
  }

  get eid(): string {
    return this.#device.eid;
  }

  get countryCode(): string {
    return this.#device.countryCode;
  }

  get isEnded(): boolean {
    return this.#planned.length === 0;
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  next(): LocalizationMessage | null {
    const [planned, ...later] = this.#planned;
    if (planned === undefined) return null;
    const isPossible = this.#model.isActive(this.row);
    const message = isPossible
      ? planned
      : localizationFailure(this.#device, 'ENABLED', this.#random, [innerErrors.notActive]);
    this.#planned = isPossible ? later : [];
    this.#hasFailed = message.state === 'FAILED';
    this.#model.recordLocalization(this.row, changesCountry(message) ? this.#device.countryCode : null);
    if (this.isEnded) this.#model.unlockAfterLocalization(this.row);
    return message;
  }

  abandon(): void {
    this.#planned = [];
    this.#model.unlockAfterLocalization(this.row);
  }
}

/** A failed FALLBACK_SET does not undo the change of country. PROVISIONED comes before it. */
function changesCountry({ operation, state }: LocalizationMessage): boolean {
  return operation === 'FALLBACK_SET' || (state === 'COMPLETED' && operation !== 'PROVISIONED');
}
