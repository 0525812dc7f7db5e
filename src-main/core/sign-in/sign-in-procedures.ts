import * as z from 'zod';
import {
  startSignInInputSchema,
  startedSignInSchema,
  giveSecretInputSchema,
  profileIdInputSchema,
  signOutResultSchema,
} from '../../../src-shared/api/profiles.ts';
import { procedure, router } from '../api/procedures.ts';

export const signInRouter = router({
  /** Returns when the issuer's page can be opened. The feed of profiles reports how the attempt ends. */
  start: procedure
    .input(startSignInInputSchema)
    .output(startedSignInSchema)
    .mutation(async ({ ctx, input: { id, keep } }) => {
      const { profiles, signIns } = ctx.application;
      const { address, opened } = await signIns.begin(await profiles.get(id), { keep, openBrowser: true });
      return { address, opened };
    }),
  cancel: procedure
    .input(profileIdInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.application.signIns.cancel(input)),
  setSecret: procedure
    .input(giveSecretInputSchema)
    .output(z.void())
    .mutation(async ({ ctx, input: { id, secret, keep } }) => {
      const { profiles, signIns } = ctx.application;
      await signIns.giveSecret(await profiles.get(id), secret, keep);
    }),
  check: procedure
    .input(profileIdInputSchema)
    .output(z.void())
    .mutation(async ({ ctx, input }) => {
      const { profiles, signIns } = ctx.application;
      await signIns.refresh(await profiles.get(input.id));
    }),
  signOut: procedure
    .input(profileIdInputSchema)
    .output(signOutResultSchema)
    .mutation(async ({ ctx, input }) => {
      const { profiles, signIns } = ctx.application;
      return signIns.signOut(await profiles.get(input.id));
    }),
});
