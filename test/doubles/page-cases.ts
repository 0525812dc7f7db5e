/**
 * Cases, reports and packs for the page, in memory. The test emits boards with `emit` and provides lists and details.
 * All requests and actions are recorded. No code here decides what a failure means.
 */
import type { BackendClient } from '../../src-renderer/backend/client.ts';
import type {
  ActionRequest,
  Board,
  CaseDetail,
  CaseList,
  CaseListQuery,
  CaseSummary,
  ChangeRequestDetail,
  RequestResource,
  ResourcesQuery,
} from '../../src-shared/api/cases.ts';
import type {
  TextFile,
  PackPreview,
  PackQuery,
  SavedPack,
  ReportQuery,
  ReportTextQuery,
  ShiftReport,
} from '../../src-shared/api/reports.ts';
import type { CaseKey } from '../../src-shared/domain/cases/case-keys.ts';
import { outcomes as outcomeNames } from '../../src-shared/domain/event/outcomes.ts';
import { mutateCall, PageFeed, queryCall } from './page-calls.ts';
import { aBoard } from './board.ts';
import { aShiftReport } from './shift-report.ts';

export class PageCases {
  board: Board = aBoard();
  storedCases: CaseSummary[] = [];
  readonly details = new Map<CaseKey, CaseDetail>();
  readonly requests = new Map<CaseKey, ChangeRequestDetail>();
  /** Resources of each request, in the order of the event. */
  readonly resources = new Map<CaseKey, RequestResource[]>();
  report: (query: ReportQuery) => ShiftReport = (query) => aShiftReport(query);
  masked: (report: ShiftReport) => ShiftReport = (report) => report;
  text: (query: ReportTextQuery) => TextFile = ({ format }) => ({ fileName: `shift-report.${format}`, text: format });
  preview: (query: PackQuery) => PackPreview = () => EMPTY_PACK;
  saved: (query: PackQuery) => SavedPack = () => ({
    fileName: 'support-pack.zip',
    path: '/home/o/support-pack.zip',
    href: null,
    bytes: 2_048,
  });
  failure: Error | null = null;
  readonly actions: ActionRequest[] = [];
  readonly listQueries: CaseListQuery[] = [];
  readonly resourceQueries: ResourcesQuery[] = [];
  readonly reportQueries: ReportQuery[] = [];
  readonly packQueries: { readonly call: 'preview' | 'text' | 'save'; readonly query: PackQuery }[] = [];
  readonly #feed = new PageFeed(() => this.board);

  get openFeeds(): number {
    return this.#feed.listeners.size;
  }
  emit(board: Board): void {
    this.board = board;
    this.#feed.emit(board);
  }
  /** Ends the feed, with an error like a backend that failed. */
  endFeed(error: Error | null): void {
    this.#feed.end(error);
  }

  readonly cases: BackendClient['cases'] = {
    feed: this.#feed,
    list: queryCall(async (query) => {
      this.listQueries.push(query);
      return this.#respond(() => this.#listed(query));
    }),
    detail: queryCall(async ({ key }) => this.#respond(() => found(this.details.get(key), key))),
    changeRequestDetail: queryCall(async ({ key }) => this.#respond(() => found(this.requests.get(key), key))),
    resources: queryCall(async (query) => {
      this.resourceQueries.push(query);
      return this.#respond(() => {
        const { key, failed, cause, from, limit } = query;
        const all = (this.resources.get(key) ?? []).filter(
          (one) => (!failed || one.failed) && (cause === null || (one.type === cause.type && one.code === cause.code)),
        );
        return { resources: all.slice(from, from + limit), total: all.length };
      });
    }),
    recordAction: mutateCall(async (act) => {
      if (this.failure !== null) throw this.failure;
      this.actions.push(act);
    }),
  };
  readonly reports: BackendClient['reports'] = {
    report: queryCall(async (query) => {
      this.reportQueries.push(query);
      return this.#respond(() => {
        const report = this.report(query);
        return { report, masked: this.masked(report) };
      });
    }),
    text: queryCall(async (query) => this.#respond(() => this.text(query))),
  };
  readonly packs: BackendClient['packs'] = {
    preview: queryCall(async (query) => this.#packed('preview', query, this.preview)),
    text: queryCall(async (query) => ({ text: this.#packed('text', query, () => 'Support pack') })),
    save: mutateCall(async (query) => this.#packed('save', query, this.saved)),
  };

  #packed<T>(call: 'preview' | 'text' | 'save', query: PackQuery, respond: (query: PackQuery) => T): T {
    this.packQueries.push({ call, query });
    return this.#respond(() => respond(query));
  }
  #listed({ kind, of, cause, find, after, limit }: CaseListQuery): CaseList {
    const terms = find.toLowerCase().split(/\s+/).filter(Boolean);
    const outcome = terms.find((term) => term.startsWith('outcome:'))?.slice('outcome:'.length);
    const words = terms.filter((term) => !term.startsWith('outcome:'));
    const ofAnyOutcome = this.storedCases.filter(
      (one) =>
        one.kind === kind &&
        isOf(one, of) &&
        (cause === null || one.cause === cause) &&
        words.every((word) => JSON.stringify(one).toLowerCase().includes(word)),
    );
    const all = ofAnyOutcome.filter((one) => outcome === undefined || one.outcome === outcome);
    const counts = Object.groupBy(ofAnyOutcome, (one) => one.outcome);
    const from = Number(after ?? 0);
    const outcomes =
      kind === 'localization'
        ? null
        : outcomeNames.map((name) => ({ outcome: name, count: counts[name]?.length ?? 0 }));
    const next = from + limit < all.length ? String(from + limit) : null;
    return { cases: all.slice(from, from + limit), next, total: all.length, outcomes };
  }
  #respond<T>(respond: () => T): T {
    if (this.failure !== null) throw this.failure;
    return respond();
  }
}

const EMPTY_PACK: PackPreview = {
  title: [{ text: 'Support pack', masked: false }],
  madeBy: [],
  blocks: [],
  isWhole: true,
  masks: [],
  parts: [],
  files: [],
  bytes: 0,
  fileName: 'support-pack.zip',
  withheld: 0,
  cases: 1,
};

function isOf(one: CaseSummary, of: CaseListQuery['of']): boolean {
  if (of === 'all') return true;
  return of === 'open' ? one.openedAt !== null : one.ended === of;
}

function found<T>(thing: T | undefined, key: CaseKey): T {
  if (thing === undefined) throw new Error(`No test put ${key} there.`);
  return thing;
}
