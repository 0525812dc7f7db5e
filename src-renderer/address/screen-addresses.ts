/** What the address can say of each screen. The only place that knows the names of screens and parameters. */
import { EVERYTHING, type Filter } from '../../src-shared/domain/filter.ts';
import { parseFilter, printFilter } from '../../src-shared/domain/filter-text.ts';
import { errorWords } from '../words/error-words.ts';
import type { AddressCodec, AddressParameter } from './address-codec.ts';

/** Nothing: it always shows how things are now. */
type WatchAddress = Readonly<Record<string, never>>;
const watchAddress: AddressCodec<WatchAddress> = {};

export interface LocalizationsAddress {
  /** `eid`: one row for each eUICC; empty: by failure. */
  readonly by: string;
  /** `CauseKey` of the group that is open. */
  readonly group: string;
  /** `CaseKey` of the case that is open. */
  readonly case: string;
  readonly find: string;
  /** `well`: what ended well is brought into view, once. */
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
  /** `CaseKey` of the request that is open. */
  readonly case: string;
  /** Of its resources those of one error, `DCP_ERROR/73`; `all`: all of them; empty: those that failed. */
  readonly resources: string;
}
export const requestsAddress: AddressCodec<RequestsAddress> = {
  find: textParameter('find'),
  case: textParameter('case'),
  resources: textParameter('resources'),
};

export interface ReportAddress {
  /** `8h`, or `2026-11-21T05:58:00Z..2026-11-21T13:58:00Z`; empty: the last 8 hours. */
  readonly span: string;
}
export const reportAddress: AddressCodec<ReportAddress> = { span: textParameter('span') };

export interface TimelineAddress {
  readonly filter: Filter;
  /** `seq` of the event that is open. */
  readonly event: number | null;
  /** `seq` around which the list begins; `null`: with the newest. */
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
  event: numberParameter('event', 'An event is named by its number, such as 4712.'),
  around: numberParameter('around', 'An event is named by its number, such as 4712.'),
};

export interface SubscriptionsAddress {
  /** Id of the search whose rows are shown; empty: the newest. */
  readonly search: string;
  /** Ordinal of the row that is open. */
  readonly row: number | null;
  /** Looked for in the rows that are loaded. */
  readonly find: string;
  /** Order of the rows that are loaded, `state:desc`; empty: the service's. */
  readonly sort: string;
  /** `ids`: the list of ids is compared; empty: the rows. */
  readonly part: string;
}
export const subscriptionsAddress: AddressCodec<SubscriptionsAddress> = {
  search: textParameter('search'),
  row: numberParameter('row', 'A row is named by its number, such as 12.'),
  find: textParameter('find'),
  sort: textParameter('sort'),
  part: textParameter('part'),
};

export interface CoverageAddress {
  readonly gap: number | null;
}
export const coverageAddress: AddressCodec<CoverageAddress> = {
  gap: numberParameter('gap', 'A gap is named by its number, such as 12.'),
};

type DataAddress = Readonly<Record<string, never>>;
const dataAddress: AddressCodec<DataAddress> = {};

export interface AccessAddress {
  /** What is asked: `euiccs:localize`; empty: nothing yet. */
  readonly can: string;
}
export const accessAddress: AddressCodec<AccessAddress> = { can: textParameter('can') };

export interface SettingsAddress {
  /** Id of a profile, `new`, or empty: the one that is shown. */
  readonly profile: string;
  /** `appearance`, `alarms`, `desktop`, `about`; empty: profiles. */
  readonly part: string;
  /** `sign-in` or `test`: where the cursor goes when it opens. It does nothing there by itself. */
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

/** A number of the store: from 1 to the largest that can be counted with, which is the gap that is still open. */
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
