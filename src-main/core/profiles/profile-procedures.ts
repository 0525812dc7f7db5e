import { tracked } from '@trpc/server';
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
import { command, feed, procedure, router, trackedOutput } from '../api/procedures.ts';

export const profilesRouter = router({
  /** Emits the complete list, whatever the client had before. */
  feed: feed.output(trackedOutput(profileEntriesSchema)).subscription(async function* ({ ctx, signal }) {
    for await (const { revision, entries } of ctx.backend.profiles.subscribe(signal))
      yield tracked(String(revision), entries);
  }),
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
  unwatch: command.input(profileIdInputSchema).mutation(({ ctx, input }) => ctx.backend.profiles.unwatch(input.id)),
});
