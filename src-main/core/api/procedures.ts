/**
 * Defines the context, the error format and the base procedures of all routers. Of an expected `AppError`, the client
 * gets the code and facts. Any other error is a bug: the client gets INTERNAL with an incident id, under which the log
 * has the stack.
 */
import { initTRPC, type TrackedEnvelope, tracked, TRPCError } from '@trpc/server';
import * as z from 'zod';
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import type {
  SeqRanges,
  TimelineFeedQuery,
  TimelineUpdate,
  TimelinePage,
  TimelinePageQuery,
} from '../../../src-shared/api/timeline.ts';
import type { BackendSnapshot, HostDescription, PracticeScenario } from '../../../src-shared/api/watch.ts';
import type { PageNotification, ShowTarget } from '../../../src-shared/api/alarms.ts';
import type { ConnectionReport, connectionTestInputSchema } from '../../../src-shared/api/connection-test.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import type { ProfileId, WatchId } from '../../../src-shared/domain/identity.ts';
import type { Access } from '../access/access.ts';
import type { Alarms } from '../alarms/alarms.ts';
import type { Cases } from '../cases/cases.ts';
import type { ExportJobs } from '../exports/export-jobs.ts';
import type { StoreMaintenance } from '../maintenance/store-maintenance.ts';
import type { Desktop } from '../ports/desktop.ts';
import type { EventReader } from '../ports/event-store.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Reports } from '../reports/reports.ts';
import type { SupportPacks } from '../support-packs/support-packs.ts';
import type { SignIns } from '../sign-in/sign-ins.ts';
import type { SavedView } from '../../../src-shared/domain/saved-view.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import type { ProfileList } from '../views/profile-list.ts';

/**
 * Methods that the router calls; the backend implements them. A method that takes a watch throws AppError WATCH_CLOSED
 * if that watch is not open.
 */
export interface Application {
  describe(): HostDescription;
  snapshots(signal: AbortSignal | undefined): AsyncIterable<{ revision: number; snapshot: BackendSnapshot }>;
  retryNow(watch: WatchId): void;
  practiceScenarios(): readonly PracticeScenario[];
  /** @throws AppError NO_SCENARIO, UNSUPPORTED, STORE_… */
  startPractice(scenario: string): Promise<WatchId>;
  page(query: TimelinePageQuery, signal: AbortSignal | undefined): Promise<TimelinePage>;
  timelineFeed(query: TimelineFeedQuery, signal: AbortSignal | undefined): AsyncIterable<TimelineUpdate>;
  /** Returns a reader that does not delay pages if `filter` has to search texts. */
  reader(watch: WatchId, filter?: Filter): EventReader;
  /** @throws AppError STORE_UNWRITABLE if the store is read-only */
  markSeen(watch: WatchId, ranges: SeqRanges, seen: boolean): Promise<void>;
  views(watch: WatchId): ProfileList<SavedView>;
  subscriptions(watch: WatchId): Subscriptions;
  cases(watch: WatchId): Cases;
  alarms(watch: WatchId): Alarms;
  pageNotices(
    signal: AbortSignal | undefined,
  ): AsyncIterable<{ readonly revision: number; readonly notice: PageNotification }>;
  openAlarm(alarm: string): Promise<void>;
  /**
   * Navigates a page to the target of an external link. A null `profile` means the one that the page shows. @throws
   * AppError NO_PROFILE
   */
  show(target: ShowTarget, profile: ProfileId | null): void;
  reports(watch: WatchId): Reports;
  packs(watch: WatchId): SupportPacks;
  readonly exports: ExportJobs;
  readonly desktop: Desktop | null;
  maintenance(watch: WatchId): Pick<StoreMaintenance, 'report' | 'removable' | 'backUp' | 'acknowledge'>;
  readonly profiles: Profiles;
  readonly signIns: SignIns;
  access(watch: WatchId): Access;
  /** @throws AppError NO_PROFILE */
  testConnection(
    input: z.output<typeof connectionTestInputSchema>,
    signal: AbortSignal | undefined,
  ): AsyncIterable<ConnectionReport>;
  reportIncident(error: unknown, path: string): string;
}

export interface ApiContext {
  readonly application: Application;
  readonly connection: { feeds: number };
}

/** A page opens a handful of feeds. More on one connection is a bug or an attack, and each costs memory. */
const MAX_FEEDS = 32;

const t = initTRPC.context<ApiContext>().create({
  isServer: true,
  errorFormatter({ shape, error, ctx, path }) {
    if (error.cause instanceof AppError) {
      const { code, facts } = error.cause.data;
      return { ...shape, message: code, data: { code: shape.data.code, appCode: code, facts } };
    }
    if (
      error.code === 'BAD_REQUEST' ||
      error.code === 'PARSE_ERROR' ||
      error.code === 'NOT_FOUND' ||
      error.code === 'METHOD_NOT_SUPPORTED'
    )
      return { ...shape, data: { code: shape.data.code, appCode: 'BAD_REQUEST' as const } };
    const incident = ctx?.application.reportIncident(error.cause ?? error, path ?? '') ?? 'unlogged';
    return {
      ...shape,
      message: 'INTERNAL',
      data: { code: shape.data.code, appCode: 'INTERNAL' as const, incident },
    };
  },
});

export const router = t.router;

/** Keeps the cause of an expected failure, so that the error formatter can read it. */
export const procedure = t.procedure.use(async ({ next }) => {
  const result = await next();
  if (!result.ok && result.error.cause instanceof AppError)
    throw new TRPCError({ code: 'PRECONDITION_FAILED', message: result.error.message, cause: result.error.cause });
  return result;
});

export const feed = procedure.use(async ({ ctx, next, signal }) => {
  if (ctx.connection.feeds >= MAX_FEEDS) throw tooMany();
  ctx.connection.feeds += 1;
  let open = true;
  const release = () => {
    if (open) ctx.connection.feeds -= 1;
    open = false;
  };
  // A feed that is never iterated never runs its `finally`, so its signal releases it.
  signal?.addEventListener('abort', release, { once: true });
  const result = await next();
  if (!result.ok) release();
  else if (isIterable(result.data)) return { ...result, data: releasing(result.data, release) };
  return result;
});

function tooMany(): TRPCError {
  const cause = appError('TOO_MANY_FEEDS', { limit: MAX_FEEDS });
  return new TRPCError({ code: 'TOO_MANY_REQUESTS', message: cause.message, cause });
}

async function* releasing<Item>(
  items: AsyncIterable<Item>,
  release: () => void,
): AsyncGenerator<Item, void, undefined> {
  try {
    yield* items;
  } finally {
    release();
  }
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

export function trackedOutput<T extends z.ZodType>(schema: T) {
  return z
    .custom<AsyncIterable<TrackedEnvelope<z.input<T>>>>(isIterable)
    .transform(async function* (items): AsyncGenerator<TrackedEnvelope<z.output<T>>, void, undefined> {
      for await (const [id, data] of items) yield tracked(id, schema.parse(data));
    });
}
