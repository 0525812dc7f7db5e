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
import { feed, procedure, router, trackedOutput } from '../api/procedures.ts';

export const profilesRouter = router({
  /** Emits the complete list, whatever the client had before. */
  feed: feed.output(trackedOutput(profileEntriesSchema)).subscription(async function* ({ ctx, signal }) {
    for await (const { revision, entries } of ctx.application.profiles.subscribe(signal))
      yield tracked(String(revision), entries);
  }),
  save: procedure
    .input(saveProfileInputSchema)
    .output(profileIdInputSchema)
    .mutation(async ({ ctx, input }) => ({ id: await ctx.application.profiles.save(input) })),
  remove: procedure
    .input(removeProfileInputSchema)
    .output(z.void())
    .mutation(({ ctx, input: { id, events } }) => ctx.application.profiles.remove(id, { events })),
  read: procedure
    .input(readProfileInputSchema)
    .output(connectionProfileSchema)
    .query(({ ctx, input }) => ctx.application.profiles.read(input.text)),
  fileText: procedure
    .input(profileIdInputSchema)
    .output(profileTextSchema)
    .query(({ ctx, input }) => ctx.application.profiles.text(input.id)),
  watch: procedure
    .input(profileIdInputSchema)
    .output(z.object({ watch: watchIdSchema }))
    .mutation(async ({ ctx, input }) => ({ watch: await ctx.application.profiles.watch(input.id) })),
  unwatch: procedure
    .input(profileIdInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.application.profiles.unwatch(input.id)),
});
