/** Computes each value from the seed and the row number on demand, so that a fleet of any size starts immediately. */
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import type { FieldName, IdType } from './fields.ts';
import type { FleetRows } from './fleet-rows.ts';
import { rowOf, scrambles, serialOf, withEidCheckDigits, withLuhnDigit } from './identifiers.ts';
import { hashOf } from '../random.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

const countries = [
  { code: 'SE', dialling: '46', mcc: '240' },
  { code: 'DE', dialling: '49', mcc: '262' },
  { code: 'FR', dialling: '33', mcc: '208' },
  { code: 'PL', dialling: '48', mcc: '260' },
  { code: 'BR', dialling: '55', mcc: '724' },
  { code: 'US', dialling: '1', mcc: '310' },
  { code: 'IN', dialling: '91', mcc: '404' },
  { code: 'TR', dialling: '90', mcc: '286' },
] as const;
const companies = ['Nordwind Logistics', 'Nordwind Cold Chain', 'Baltic Trailer Pool', 'Rhein Spedition'] as const;
const devices = ['Trailer tracker T4', 'Cab unit C2', 'Reefer sensor R1', 'Container lock L7', 'Gateway G3'] as const;
const packages = ['IOT-EU-50MB', 'IOT-EU-500MB', 'IOT-WORLD-10MB', 'IOT-WORLD-100MB'] as const;
const states = ['ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'PAUSE', 'DEACTIVATED'] as const;

/** Takes the ten scrambled digits from the end, because the beginning varies in length. */
const serialOfIdentifier: Record<IdType, (id: string) => string> = {
  iotSubscriptionId: (id) => id.slice(-10),
  iccid: (id) => id.slice(-11, -1),
  imsi: (id) => id.slice(-10),
  msisdn: (id) => id.slice(-10),
  eid: (id) => id.slice(-12, -2),
};
const scrambleOf = {
  iotSubscriptionId: scrambles.subscription,
  iccid: scrambles.iccid,
  imsi: scrambles.imsi,
  msisdn: scrambles.msisdn,
  eid: scrambles.eid,
} as const;

/** Domain of the fleet, and its first row among the rows of all domains, so that no identifier occurs twice. */
export interface FleetScope {
  readonly domainId: string;
  readonly firstRow: number;
}

export class GeneratedRows implements FleetRows {
  readonly size: number;
  readonly #scope: FleetScope;
  readonly #seed: number;
  readonly #startedAt: number;

  /** @param startedAt UTC epoch ms; no row has a later change at the start */
  constructor(seed: number, size: number, startedAt: number, scope: FleetScope) {
    this.#scope = scope;
    this.#seed = seed;
    this.size = size;
    this.#startedAt = startedAt;
  }

  modifiedAt(row: number): number {
    // The square makes most changes recent and a few of them up to a year old.
    const age = (this.#chance(row, 1) / 2 ** 32) ** 2;
    return Math.floor(this.#startedAt - age * YEAR_MS);
  }

  find(idType: IdType, id: string): number | null {
    const serial = serialOfIdentifier[idType](id);
    if (!/^\d{10}$/.test(serial)) return null;
    const row = rowOf(serial, scrambleOf[idType]) - this.#scope.firstRow;
    return row >= 0 && row < this.size && this.value(row, idType) === id ? row : null;
  }

  value(row: number, field: Exclude<FieldName, 'lastModifiedAt'>): string | null {
    switch (field) {
      case 'iotSubscriptionId':
        return `sub-${this.#serial(row, scrambles.subscription)}`;
      case 'subscriptionType':
        return this.#isEuicc(row) ? 'EUICC' : 'UICC';
      case 'domainId':
        return this.#chance(row, 3) % 4 === 0 ? `${this.#scope.domainId}.trailers` : this.#scope.domainId;
      case 'createdAt':
        return new Date(this.#startedAt - YEAR_MS - (this.#chance(row, 4) / 2 ** 32) * YEAR_MS).toISOString();
      case 'state':
        return this.#one(states, row, 5);
      case 'subscriptionPackage':
        return this.#one(packages, row, 6);
      case 'eid':
        if (!this.#isEuicc(row)) return null;
        // 89: telecommunications; 049032: country and issuer; then the issuer's own numbering.
        return withEidCheckDigits(`89049032000000000000${this.#serial(row, scrambles.eid)}`);
      case 'iccid':
        return withLuhnDigit(`89462000${this.#serial(row, scrambles.iccid)}`);
      case 'imsi':
        return `${this.#country(row).mcc}07${this.#serial(row, scrambles.imsi)}`;
      case 'msisdn':
        return `${this.#country(row).dialling}${this.#serial(row, scrambles.msisdn)}`;
      case 'imei':
        return withLuhnDigit(`3537${this.#serial(row, scrambles.imei)}`);
      case 'countryCode':
        return this.#country(row).code;
      case 'companyId':
        return `company-${1000 + (this.#chance(row, 8) % companies.length)}`;
      case 'companyName':
        return this.#one(companies, row, 8);
      case 'deviceModel':
        return this.#one(devices, row, 9);
      case 'label':
        return `${this.#one(devices, row, 9).split(' ')[0]}-${String(row + 1).padStart(6, '0')}`;
      default:
        return assertNever(field);
    }
  }

  #serial(row: number, scramble: (typeof scrambles)[keyof typeof scrambles]): string {
    return serialOf(this.#scope.firstRow + row, scramble);
  }

  #isEuicc(row: number): boolean {
    return this.#chance(row, 2) % 10 < 7;
  }

  #country(row: number) {
    return this.#one(countries, row, 7);
  }

  #chance(row: number, salt: number): number {
    return hashOf(this.#seed, this.#scope.firstRow + row, salt);
  }

  #one<const Items extends readonly [unknown, ...unknown[]]>(items: Items, row: number, salt: number): Items[number] {
    return items[this.#chance(row, salt) % items.length] ?? items[0];
  }
}
