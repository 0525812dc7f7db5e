/** Defines the names of the screens and the address parameters of each. No other module knows these names. */
import { EVERYTHING, type Filter } from '../../src-shared/domain/filter/filter.ts';
import { parseFilter, printFilter } from '../../src-shared/domain/filter/filter-text.ts';
import { CASE_KEY_PATTERN, CAUSE_KEY_PATTERN } from '../../src-shared/domain/cases/case-keys.ts';
import { errorWords } from '../../src-shared/words/error-words.ts';
import { listedColumns, type ReportCases } from '../../src-shared/domain/report-cases.ts';
import { DEFAULT_SPAN, parseAnySpan, printAnySpan, type ReportSpan, type ServiceDays } from '../time/report-span.ts';
import type { AddressCodec, AddressParameter } from './address-codec.ts';

const GROUP_PARAMETER = textParameter(
  'group',
  CAUSE_KEY_PATTERN,
  'It must be the key of a failure group, as in a copied link.',
);
const GAP_PARAMETER = numberParameter('gap', 'It must be the number of a gap, such as 12.');
const CASE_PROBLEM = 'It must be the key of a case or request, as in a copied link.';

type WatchAddress = Readonly<Record<string, never>>;
const watchAddress: AddressCodec<WatchAddress> = {};

export interface LocalizationsAddress {
  /** `eid`: one row per eUICC; empty: one row per failure group. */
  readonly by: '' | 'eid';
  readonly group: string;
  readonly case: string;
  readonly find: string;
}
export const localizationsAddress: AddressCodec<LocalizationsAddress> = {
  by: choiceParameter('by', ['eid']),
  group: GROUP_PARAMETER,
  case: textParameter('case', CASE_KEY_PATTERN, CASE_PROBLEM),
  find: textParameter('find'),
};

export interface RequestsAddress {
  readonly find: string;
  /** Key of a failure group: lists its open requests only. */
  readonly group: string;
  readonly case: string;
  /** `DCP_ERROR/73`: the request's resources with this error; `all`: all resources; empty: the failed ones. */
  readonly resources: string;
}
export const requestsAddress: AddressCodec<RequestsAddress> = {
  find: textParameter('find'),
  group: GROUP_PARAMETER,
  case: textParameter('case', CASE_KEY_PATTERN, CASE_PROBLEM),
  resources: textParameter('resources'),
};

export interface ReportAddress {
  readonly span: ReportSpan | ServiceDays;
  /** The number whose cases are listed; null: none. */
  readonly cases: ReportCases | null;
}
export const reportAddress: AddressCodec<ReportAddress> = {
  span: { name: 'span', defaultValue: DEFAULT_SPAN, parse: parseAnySpan, print: printAnySpan },
  cases: {
    name: 'cases',
    defaultValue: null,
    parse(text) {
      const [name = '', ...rest] = text.split('/');
      const column = listedColumns.find((each) => each === name);
      const of = rest.join('/');
      if (column === undefined || !isReportSubject(of))
        throw new Error('It must be a column and a cause, as in a copied link.');
      return { column, of };
    },
    print: (cases) => (cases === null ? '' : `${cases.column}/${cases.of}`),
  },
};

function isReportSubject(text: string): text is ReportCases['of'] {
  return text === 'localization' || text === 'request' || CAUSE_KEY_PATTERN.test(text);
}

export interface TimelineAddress {
  readonly filter: Filter;
  /** `seq` of the open event. */
  readonly event: number | null;
  /** Id of the open gap. An open event has precedence. */
  readonly gap: number | null;
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
      throw new Error(errorWords({ code: 'BAD_FILTER', facts: { text, at, length, problem } }, 'page'));
    },
    print: printFilter,
  },
  event: numberParameter('event', 'It must be the number of an event, such as 4712.'),
  gap: GAP_PARAMETER,
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
  readonly part: '' | 'ids';
}
export const subscriptionsAddress: AddressCodec<SubscriptionsAddress> = {
  search: textParameter('search'),
  row: numberParameter('row', 'It must be the number of a row, such as 12.'),
  find: textParameter('find'),
  sort: textParameter('sort', /^.+:(?:asc|desc)$/, 'It must be a field and a direction, such as state:desc.'),
  part: choiceParameter('part', ['ids']),
};

export const coverageSpanNames = ['today', '24h', '7d', '30d'] as const;
export type CoverageSpanName = (typeof coverageSpanNames)[number];
export interface CoverageAddress {
  readonly span: CoverageSpanName;
  readonly gap: number | null;
  /** Time for which the screen answers whether it was watched, UTC epoch ms. */
  readonly at: number | null;
}
export const coverageAddress: AddressCodec<CoverageAddress> = {
  span: {
    name: 'span',
    defaultValue: '24h',
    parse(text) {
      const found = coverageSpanNames.find((name) => name === text);
      if (found === undefined) throw new Error('It must be today, 24h, 7d or 30d.');
      return found;
    },
    print: (value) => value,
  },
  gap: GAP_PARAMETER,
  at: timeParameter('at'),
};

export interface QualityAddress {
  /** Empty: 30 days. */
  readonly span: '' | '7d' | '90d' | '400d';
  /** Empty: localizations. */
  readonly of: '' | 'requests';
  /** The figure whose attempts are listed: `ENDING`, or `ENDING/FIELD/VALUE`. Without a value: named by no event. */
  readonly rows: string;
}
export const qualityAddress: AddressCodec<QualityAddress> = {
  span: choiceParameter('span', ['7d', '90d', '400d']),
  of: choiceParameter('of', ['requests']),
  rows: textParameter('rows', /^(?:[a-z]+(?:\/[a-z]+(?:\/[^]*)?)?)?$/, 'It must name a figure.'),
};

export interface SubjectAddress {
  /** The complete identifier; empty: none. */
  readonly id: string;
  /** Span of the question whether it was all right, UTC epoch ms. */
  readonly since: number | null;
  readonly until: number | null;
}
export const subjectAddress: AddressCodec<SubjectAddress> = {
  id: textParameter('id'),
  since: timeParameter('since'),
  until: timeParameter('until'),
};

type DataAddress = Readonly<Record<string, never>>;
const dataAddress: AddressCodec<DataAddress> = {};

export interface AccessAddress {
  readonly can: string;
}
export const accessAddress: AddressCodec<AccessAddress> = { can: textParameter('can') };

const SETTINGS_PARTS = ['alarms', 'outlets', 'team', 'links', 'appearance', 'desktop', 'documents', 'about'] as const;

export interface SettingsAddress {
  /** Id of a profile, or `new`; empty: the profile that is shown. */
  readonly profile: string;
  /** Empty: profiles. */
  readonly part: '' | (typeof SETTINGS_PARTS)[number];
  /** Moves the focus there when the screen opens. Does not start the sign-in or the test. */
  readonly at: '' | 'sign-in' | 'test';
  /** A document of users, with or without a heading: `filter#times`. */
  readonly doc: string;
}
export const settingsAddress: AddressCodec<SettingsAddress> = {
  profile: textParameter('profile'),
  part: choiceParameter('part', SETTINGS_PARTS),
  at: choiceParameter('at', ['sign-in', 'test']),
  doc: textParameter('doc'),
};

export interface ScreenAddresses {
  readonly watch: WatchAddress;
  readonly timeline: TimelineAddress;
  readonly localizations: LocalizationsAddress;
  readonly requests: RequestsAddress;
  readonly subscriptions: SubscriptionsAddress;
  readonly coverage: CoverageAddress;
  readonly quality: QualityAddress;
  readonly report: ReportAddress;
  readonly subject: SubjectAddress;
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
  quality: qualityAddress,
  report: reportAddress,
  subject: subjectAddress,
  data: dataAddress,
  access: accessAddress,
  settings: settingsAddress,
};

export function isScreenName(name: string): name is ScreenName {
  return Object.hasOwn(screenAddresses, name);
}

function textParameter(name: string, pattern = /^/, problem = ''): AddressParameter<string> {
  return {
    name,
    defaultValue: '',
    parse(text) {
      if (text !== '' && !pattern.test(text)) throw new Error(problem);
      return text;
    },
    print: (value) => value,
  };
}

function choiceParameter<Choice extends string>(
  name: string,
  choices: readonly Choice[],
): AddressParameter<'' | Choice> {
  return {
    name,
    defaultValue: '',
    parse(text) {
      const choice = choices.find((each) => each === text);
      if (choice === undefined && text !== '') throw new Error(`It must be ${choices.join(', ')}, or nothing.`);
      return choice ?? '';
    },
    print: (value) => value,
  };
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

function timeParameter(name: string): AddressParameter<number | null> {
  return {
    name,
    defaultValue: null,
    parse(text) {
      const at = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? Date.parse(text) : Number.NaN;
      if (Number.isNaN(at)) throw new Error('It must be a time in UTC, such as 2026-11-21T04:10:00Z.');
      return at;
    },
    print: (value) => (value === null ? '' : new Date(value).toISOString().replace('.000Z', 'Z')),
  };
}
