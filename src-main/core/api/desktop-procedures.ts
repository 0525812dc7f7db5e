/** Calls and feed of the desktop. On a host without a desktop, each of them fails with UNSUPPORTED. */
import * as z from 'zod';
import { desktopStateSchema } from '../../../src-shared/api/desktop.ts';
import { appError } from '../../../src-shared/api/errors.ts';
import { command, router } from './procedures.ts';
import { backendStates } from './state-procedures.ts';
import type { Backend } from '../backend.ts';
import type { Desktop } from '../ports/desktop.ts';

const withDesktop = ({ desktop }: Backend): { readonly desktop: Desktop } => {
  if (desktop === null) throw appError('UNSUPPORTED', { what: 'desktop' });
  return { desktop };
};

const desktopCommand = command.use(({ ctx, next }) => next({ ctx: withDesktop(ctx.backend) }));
const switchCommand = desktopCommand.input(z.object({ on: z.boolean() }));

export const desktopRouter = router({
  feed: backendStates(desktopStateSchema, (backend, signal) => withDesktop(backend).desktop.subscribe(signal)),
  openFolder: desktopCommand
    .input(z.object({ folder: z.enum(['data', 'logs']) }))
    .mutation(({ ctx, input }) => ctx.desktop.openFolder(input.folder)),
  startAtLogin: switchCommand.mutation(({ ctx, input }) => ctx.desktop.startAtLogin(input.on)),
  stayWhenClosed: switchCommand.mutation(({ ctx, input }) => ctx.desktop.stayWhenClosed(input.on)),
  keepAwake: switchCommand.mutation(({ ctx, input }) => ctx.desktop.keepAwake(input.on)),
  checkForUpdate: desktopCommand.mutation(({ ctx }) => ctx.desktop.checkForUpdate()),
  downloadUpdate: desktopCommand.mutation(({ ctx }) => ctx.desktop.loadUpdate()),
  installUpdate: desktopCommand.mutation(({ ctx }) => ctx.desktop.installUpdate()),
});
