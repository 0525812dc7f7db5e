/**
 * Cases, reports and packs of a watch, in memory. The test emits boards with `emit` and provides lists and details. No
 * code here decides what a failure means.
 */
import type { Watch } from '../../src-main/core/watch.ts';
import type {
  Board,
  CaseDetail,
  CaseList,
  CaseListQuery,
  CaseValuesQuery,
  GroupCourse,
  ValueCount,
  CaseSummary,
  ChangeRequestDetail,
  RequestResource,
  Undone,
} from '../../src-shared/api/cases.ts';
import type {
  TextFile,
  PackPreview,
  PackQuery,
  SavedPack,
  ReportQuery,
  ReportTextQuery,
  ShiftReport,
  ReportCaseList,
  ReportCasesQuery,
} from '../../src-shared/api/reports.ts';
import type { CausePast, CountedAttempts, Figures } from '../../src-shared/api/quality/figures.ts';
import { qualityLines } from '../../src-shared/domain/quality/quality-lines.ts';
import type { ShiftHandOver } from '../../src-shared/api/shift.ts';
import { appError } from '../../src-shared/api/errors.ts';
import type { CaseKey } from '../../src-shared/domain/cases/case-keys.ts';
import { outcomes as outcomeNames } from '../../src-shared/domain/event/outcomes.ts';
import { PageFeed } from './page-feed.ts';
import { PagePart, type Served } from './routed-client.ts';
import { aBoard } from './board.ts';
import { WATCH } from './page-watch.ts';
import { aShiftReport } from './shift-report.ts';

export class PageCases extends PagePart {
  board: Board = aBoard();
  storedCases: CaseSummary[] = [];
  readonly details = new Map<CaseKey, CaseDetail>();
  readonly requests = new Map<CaseKey, ChangeRequestDetail>();
  /** Resources of each request, in the order of the event. */
  readonly resources = new Map<CaseKey, RequestResource[]>();
  course: GroupCourse = { from: 0, stepMs: 60_000, counts: [], episodes: [] };
  values: (query: Omit<CaseValuesQuery, 'watch'>) => ValueCount[] = () => [];
  report: (query: ReportQuery) => ShiftReport = (query) => aShiftReport(query);
  listCases: (query: ReportCasesQuery) => ReportCaseList = () => ({ cases: [], more: 0 });
  text: (query: ReportTextQuery) => TextFile = ({ format }) => ({ fileName: `shift-report.${format}`, text: format });
  preview: (query: PackQuery) => PackPreview = () => EMPTY_PACK;
  saved: (query: PackQuery) => SavedPack = () => ({
    fileName: 'support-pack.zip',
    path: '/home/o/support-pack.zip',
    href: null,
    bytes: 2_048,
  });
  /** Recorded actions, without those that failed. */
  readonly actions: Parameters<Watch['cases']['act']>[0][] = [];
  /** Ids of undone actions; `action-1` is the first of `actions`. */
  readonly undone: string[] = [];
  takenBack: Undone = { kind: 'undone' };
  readonly feed = new PageFeed(() => this.board);
  handOvers: ShiftHandOver[] = [];
  readonly handOversFeed = new PageFeed(() => this.handOvers);

  emit(board: Board): void {
    this.board = board;
    this.feed.emit(board);
  }
  /** Ends the feed, with an error like a backend that failed. */
  endFeed(error: Error | null): void {
    this.feed.end(error);
  }

  past: CausePast = {
    times: 0,
    isMore: false,
    last: null,
    recovery: { halfMs: null, mostMs: null, of: 0 },
    retries: [],
    notes: [],
  };
  figures: (query: Parameters<Watch['quality']['figures']>[0]) => Figures = ({ from, to }) => ({
    ...NO_FIGURES,
    from,
    to,
  });

  attempts: (query: Parameters<Watch['quality']['attempts']>[0]) => CountedAttempts = () => ({
    attempts: [],
    next: null,
    total: 0,
    removed: 0,
  });

  readonly served = {
    cases: {
      list: async (query) => this.#listed({ watch: WATCH, ...query }),
      values: async (query) => this.values(query),
      course: async () => this.course,
      detail: async (key) => found(this.details.get(key), key),
      requestDetail: async (key) => found(this.requests.get(key), key),
      resources: async ({ key, failed, cause, from, limit }) => {
        const all = (this.resources.get(key) ?? []).filter(
          (one) => (!failed || one.failed) && (cause === null || (one.type === cause.type && one.code === cause.code)),
        );
        return { resources: all.slice(from, from + limit), total: all.length };
      },
      act: async (action) => ({ actions: [`action-${this.actions.push(action)}`] }),
      undo: async ({ actions }) => {
        this.undone.push(...actions);
        return this.takenBack;
      },
    },
    reports: {
      report: async (query) => this.report({ watch: WATCH, ...query }),
      listCases: async (query) => this.listCases({ watch: WATCH, ...query }),
      text: async (query) => this.text({ watch: WATCH, ...query }),
    },
    quality: {
      figures: async (query) => this.figures(query),
      past: async () => this.past,
      attempts: async (query) => this.attempts(query),
    },
    packs: {
      preview: async (query) => this.preview({ watch: WATCH, ...query }),
      text: async () => ({ text: 'Support pack' }),
      save: async (query) => this.saved({ watch: WATCH, ...query }),
    },
  } satisfies Served<Watch>;

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
}

const NO_FIGURES: Figures = {
  from: 0,
  to: 0,
  total: qualityLines([], 'localization', []).total,
  lines: [],
  retries: { recovered: [], open: [] },
  watched: { watchedMs: 0, reconnectMs: 0, notWatched: [], unknownMs: 0 },
  notWatched: 0,
  unknownDays: [],
  keptDays: 0,
  days: [],
  isBehind: false,
};

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
  if (thing === undefined) throw appError('NO_CASE', { key });
  return thing;
}
