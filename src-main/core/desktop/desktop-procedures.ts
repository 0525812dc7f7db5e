/** Calls and feed of the desktop. On a host without a desktop, each of them fails with UNSUPPORTED. */
import { tracked } from '@trpc/server';
import * as z from 'zod';
import { desktopStateSchema, desktopSwitchInputSchema } from '../../../src-shared/api/desktop.ts';
import { appError } from '../../../src-shared/api/errors.ts';
import { feed, procedure, router, trackedOutput } from '../api/procedures.ts';
import type { Desktop } from '../ports/desktop.ts';

/** @throws AppError UNSUPPORTED */
function present(desktop: Desktop | null): Desktop {
  if (desktop === null) throw appError('UNSUPPORTED', { what: 'desktop' });
  return desktop;
}

export const desktopRouter = router({
  feed: feed.output(trackedOutput(desktopStateSchema)).subscription(async function* ({ ctx, signal }) {
    for await (const { revision, state } of present(ctx.application.desktop).subscribe(signal))
      yield tracked(String(revision), state);
  }),
  openLogs: procedure.output(z.void()).mutation(({ ctx }) => present(ctx.application.desktop).openLogs()),
  startAtLogin: procedure
    .input(desktopSwitchInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => present(ctx.application.desktop).startAtLogin(input.on)),
  stayWhenClosed: procedure
    .input(desktopSwitchInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => present(ctx.application.desktop).stayWhenClosed(input.on)),
  keepAwake: procedure
    .input(desktopSwitchInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => present(ctx.application.desktop).keepAwake(input.on)),
  checkForUpdate: procedure.output(z.void()).mutation(({ ctx }) => present(ctx.application.desktop).checkForUpdate()),
  downloadUpdate: procedure.output(z.void()).mutation(({ ctx }) => present(ctx.application.desktop).loadUpdate()),
  installUpdate: procedure.output(z.void()).mutation(({ ctx }) => present(ctx.application.desktop).installUpdate()),
});
