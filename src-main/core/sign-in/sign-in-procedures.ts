/** Calls about the sign-in of a kept profile. Secrets go in and never come out. */
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
  /** Answers when the issuer's page can be opened; how it ends, the feed of profiles tells. */
  begin: procedure
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
  giveSecret: procedure
    .input(giveSecretInputSchema)
    .output(z.void())
    .mutation(async ({ ctx, input: { id, secret, keep } }) => {
      const { profiles, signIns } = ctx.application;
      await signIns.giveSecret(await profiles.get(id), secret, keep);
    }),
  /** Asks the place of the secret anew, such as a keychain that was unlocked meanwhile. */
  look: procedure
    .input(profileIdInputSchema)
    .output(z.void())
    .mutation(async ({ ctx, input }) => {
      const { profiles, signIns } = ctx.application;
      await signIns.refresh(await profiles.get(input.id));
    }),
  out: procedure
    .input(profileIdInputSchema)
    .output(signOutResultSchema)
    .mutation(async ({ ctx, input }) => {
      const { profiles, signIns } = ctx.application;
      return signIns.signOut(await profiles.get(input.id));
    }),
});
