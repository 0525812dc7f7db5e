/** Defines the names of the screens and the address parameters of each. No other module knows these names. */
import { EVERYTHING, type Filter } from '../../src-shared/domain/filter/filter.ts';
import { parseFilter, printFilter } from '../../src-shared/domain/filter/filter-text.ts';
import { errorWords } from '../words/error-words.ts';
import type { AddressCodec, AddressParameter } from './address-codec.ts';

type WatchAddress = Readonly<Record<string, never>>;
const watchAddress: AddressCodec<WatchAddress> = {};

export interface LocalizationsAddress {
  /** `eid`: one row per eUICC; empty: one row per failure group. */
  readonly by: string;
  readonly group: string;
  readonly case: string;
  readonly find: string;
  /** `well`: scrolls to the recent successes, once. */
  readonly at: string;
}
export const localizationsAddress: AddressCodec<LocalizationsAddress> = {
  by: textParameter('by'),
  group: textParameter('group'),
  case: textParameter('case'),
  find: textParameter('find'),
  at: textParameter('at'),
};

export interface RequestsAddress {
  readonly find: string;
  readonly case: string;
  /** `DCP_ERROR/73`: the request's resources with this error; `all`: all resources; empty: the failed ones. */
  readonly resources: string;
}
export const requestsAddress: AddressCodec<RequestsAddress> = {
  find: textParameter('find'),
  case: textParameter('case'),
  resources: textParameter('resources'),
};

export interface ReportAddress {
  /** `8h` or `2026-11-21T05:58:00Z..2026-11-21T13:58:00Z`; empty: the last 8 hours. */
  readonly span: string;
}
export const reportAddress: AddressCodec<ReportAddress> = { span: textParameter('span') };

export interface TimelineAddress {
  readonly filter: Filter;
  /** `seq` of the open event. */
  readonly event: number | null;
  /** `seq` around which the list starts; `null`: the list starts with the newest event. */
  readonly around: number | null;
}
export const timelineAddress: AddressCodec<TimelineAddress> = {
  filter: {
    name: 'q',
    defaultValue: EVERYTHING,
    parse(text) {
      const parsed = parseFilter(text);
      if (parsed.kind === 'filter') return parsed.filter;
      const { at, length, problem } = parsed;
      throw new Error(errorWords({ code: 'BAD_FILTER', facts: { text, at, length, problem } }));
    },
    print: printFilter,
  },
  event: numberParameter('event', 'It must be the number of an event, such as 4712.'),
  around: numberParameter('around', 'It must be the number of an event, such as 4712.'),
};

export interface SubscriptionsAddress {
  /** Id of the search whose rows are shown; empty: the newest search. */
  readonly search: string;
  readonly row: number | null;
  readonly find: string;
  /** Order of the loaded rows, for example `state:desc`; empty: the service's order. */
  readonly sort: string;
  /** `ids`: the comparison with a list of ids; empty: the rows. */
  readonly part: string;
}
export const subscriptionsAddress: AddressCodec<SubscriptionsAddress> = {
  search: textParameter('search'),
  row: numberParameter('row', 'It must be the number of a row, such as 12.'),
  find: textParameter('find'),
  sort: textParameter('sort'),
  part: textParameter('part'),
};

export interface CoverageAddress {
  readonly gap: number | null;
}
export const coverageAddress: AddressCodec<CoverageAddress> = {
  gap: numberParameter('gap', 'It must be the number of a gap, such as 12.'),
};

type DataAddress = Readonly<Record<string, never>>;
const dataAddress: AddressCodec<DataAddress> = {};

export interface AccessAddress {
  /** The right to check, for example `euiccs:localize`; empty: none. */
  readonly can: string;
}
export const accessAddress: AddressCodec<AccessAddress> = { can: textParameter('can') };

export interface SettingsAddress {
  /** Id of a profile, or `new`; empty: the profile that is shown. */
  readonly profile: string;
  /** `appearance`, `alarms`, `desktop` or `about`; empty: profiles. */
  readonly part: string;
  /** `sign-in` or `test`: where the focus goes when the screen opens. Does not start the sign-in or the test. */
  readonly at: string;
}
export const settingsAddress: AddressCodec<SettingsAddress> = {
  profile: textParameter('profile'),
  part: textParameter('part'),
  at: textParameter('at'),
};

export interface ScreenAddresses {
  readonly watch: WatchAddress;
  readonly timeline: TimelineAddress;
  readonly localizations: LocalizationsAddress;
  readonly requests: RequestsAddress;
  readonly subscriptions: SubscriptionsAddress;
  readonly coverage: CoverageAddress;
  readonly report: ReportAddress;
  readonly data: DataAddress;
  readonly access: AccessAddress;
  readonly settings: SettingsAddress;
}
export type ScreenName = keyof ScreenAddresses;

export const screenAddresses: { readonly [Name in ScreenName]: AddressCodec<ScreenAddresses[Name]> } = {
  watch: watchAddress,
  timeline: timelineAddress,
  localizations: localizationsAddress,
  requests: requestsAddress,
  subscriptions: subscriptionsAddress,
  coverage: coverageAddress,
  report: reportAddress,
  data: dataAddress,
  access: accessAddress,
  settings: settingsAddress,
};

export function isScreenName(name: string): name is ScreenName {
  return Object.hasOwn(screenAddresses, name);
}

function textParameter(name: string): AddressParameter<string> {
  return { name, defaultValue: '', parse: (text) => text, print: (value) => value };
}

/** A positive integer up to `Number.MAX_SAFE_INTEGER`, which is the number of the open gap. */
function numberParameter(name: string, problem: string): AddressParameter<number | null> {
  return {
    name,
    defaultValue: null,
    parse(text) {
      const number = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
      if (!Number.isSafeInteger(number)) throw new Error(problem);
      return number;
    },
    print: (value) => (value === null ? '' : String(value)),
  };
}
