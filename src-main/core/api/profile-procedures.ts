import * as z from 'zod';
import {
  profileIdInputSchema,
  profileEntriesSchema,
  profileTextSchema,
  readProfileInputSchema,
  removeProfileInputSchema,
  saveProfileInputSchema,
} from '../../../src-shared/api/profiles.ts';
import { watchIdSchema } from '../../../src-shared/domain/identity.ts';
import { connectionProfileSchema } from '../../../src-shared/domain/profile/profile.ts';
import { command, procedure, router } from './procedures.ts';
import { backendStates } from './state-procedures.ts';

export const profilesRouter = router({
  /** Emits the complete list, whatever the client had before. */
  feed: backendStates(profileEntriesSchema, (backend, signal) => backend.profiles.subscribe(signal)),
  save: procedure
    .input(saveProfileInputSchema)
    .output(profileIdInputSchema)
    .mutation(async ({ ctx, input }) => ({ id: await ctx.backend.profiles.save(input) })),
  remove: command
    .input(removeProfileInputSchema)
    .mutation(({ ctx, input }) => ctx.backend.profiles.remove(input.id, input)),
  read: procedure
    .input(readProfileInputSchema)
    .output(connectionProfileSchema)
    .query(({ ctx, input }) => ctx.backend.profiles.read(input.text)),
  fileText: procedure
    .input(profileIdInputSchema)
    .output(profileTextSchema)
    .query(({ ctx, input }) => ctx.backend.profiles.text(input.id)),
  watch: procedure
    .input(profileIdInputSchema)
    .output(z.object({ watch: watchIdSchema }))
    .mutation(async ({ ctx, input }) => ({ watch: await ctx.backend.profiles.watch(input.id) })),
  takeOver: procedure
    .input(profileIdInputSchema)
    .output(z.object({ watch: watchIdSchema }))
    .mutation(async ({ ctx, input }) => ({ watch: await ctx.backend.profiles.takeOver(input.id) })),
  watchCopy: command.mutation(({ ctx }) => ctx.backend.profiles.watchCopy()),
  unwatch: command.input(profileIdInputSchema).mutation(({ ctx, input }) => ctx.backend.profiles.unwatch(input.id)),
});
