/**
 * Every call and feed between backend and page. No procedure returns a secret (`test/architecture` checks this). Feeds
 * yield `tracked` ids so that a client can resume after it lost its connection.
 */
import { backendStates } from './state-procedures.ts';
import * as z from 'zod';
import { coverageInputSchema } from '../../../src-shared/api/timeline.ts';
import { backendSnapshotSchema, hostDescriptionSchema, practiceScenarioSchema } from '../../../src-shared/api/watch.ts';
import { coverageSchema } from '../../../src-shared/domain/coverage/coverage.ts';
import { statusPageReportSchema } from '../../../src-shared/domain/coverage/provider-incident.ts';
import { watchIdSchema } from '../../../src-shared/domain/identity.ts';
import { readStatusPage } from '../status-page/stored-status-page.ts';
import { accessRouter } from './access-procedures.ts';
import { alarmsRouter } from './alarm-procedures.ts';
import { casesRouter, packsRouter, qualityRouter, reportsRouter } from './case-procedures.ts';
import { idsRouter } from './id-procedures.ts';
import { linksRouter } from './link-procedures.ts';
import { connectionTestRouter } from './connection-test-procedures.ts';
import { desktopRouter } from './desktop-procedures.ts';
import { exportsRouter } from './export-procedures.ts';
import { storeRouter } from './store-procedures.ts';
import { outletsRouter } from './outlet-procedures.ts';
import { profilesRouter } from './profile-procedures.ts';
import { signInRouter } from './sign-in-procedures.ts';
import { timelineRouter } from './timeline-procedures.ts';
import { subscriptionsRouter } from './subscription-procedures.ts';
import { teamRouter } from './team-procedures.ts';
import { viewsRouter } from './view-procedures.ts';
import { ofWatchSchema, procedure, router, watchCommand, watchQuery } from './procedures.ts';

export const appRouter = router({
  host: router({
    describe: procedure.output(hostDescriptionSchema).query(({ ctx }) => ctx.backend.description),
  }),

  watches: router({
    /** The current snapshot first, then transitions at once, other changes at most twice a second, and one every 4 s. */
    feed: backendStates(backendSnapshotSchema, (backend, signal) => backend.snapshots(signal)),
    /** During an attempt, skips the wait after it. Does nothing while watching. */
    retryNow: watchCommand(ofWatchSchema, (watch) => watch.retryNow()),
  }),

  practice: router({
    scenarios: procedure.output(z.array(practiceScenarioSchema)).query(({ ctx }) => [...ctx.backend.practiceScenarios]),
    start: procedure
      .input(z.object({ scenario: z.string() }))
      .output(z.object({ watch: watchIdSchema }))
      .mutation(async ({ ctx, input }) => ({ watch: await ctx.backend.startPractice(input.scenario) })),
  }),

  profiles: profilesRouter,

  signIn: signInRouter,

  connectionTest: connectionTestRouter,

  access: accessRouter,

  timeline: timelineRouter,

  views: viewsRouter,

  links: linksRouter,

  ids: idsRouter,

  subscriptions: subscriptionsRouter,

  cases: casesRouter,

  alarms: alarmsRouter,

  outlets: outletsRouter,

  team: teamRouter,

  reports: reportsRouter,

  quality: qualityRouter,

  packs: packsRouter,

  exports: exportsRouter,

  storage: storeRouter,

  desktop: desktopRouter,

  coverage: router({
    span: watchQuery(coverageInputSchema, coverageSchema, (watch, input) => watch.reader().coverage(input)),
    /** Null if the profile names no status page, or it was not asked yet. */
    statusPage: watchQuery(coverageInputSchema, statusPageReportSchema.nullable(), (watch, input) =>
      readStatusPage(watch.reader(), input),
    ),
  }),
});

export type AppRouter = typeof appRouter;
