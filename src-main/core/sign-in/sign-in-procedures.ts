/** Calls about the sign-in of a kept profile. Secrets go in and never come out. */
import * as z from 'zod';
import {
  beginSignInInputSchema,
  begunSignInSchema,
  giveSecretInputSchema,
  ofProfileInputSchema,
  signedOutSchema,
} from '../../../src-shared/api/profiles.ts';
import { procedure, router } from '../api/procedures.ts';

export const signInRouter = router({
  /** Answers when the issuer's page can be opened; how it ends, the feed of profiles tells. */
  begin: procedure
    .input(beginSignInInputSchema)
    .output(begunSignInSchema)
    .mutation(async ({ ctx, input: { id, keep } }) => {
      const { profiles, signIns } = ctx.application;
      const { address, opened } = await signIns.begin(await profiles.kept(id), { keep, openBrowser: true });
      return { address, opened };
    }),
  cancel: procedure
    .input(ofProfileInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.application.signIns.cancel(input)),
  giveSecret: procedure
    .input(giveSecretInputSchema)
    .output(z.void())
    .mutation(async ({ ctx, input: { id, secret, keep } }) => {
      const { profiles, signIns } = ctx.application;
      await signIns.giveSecret(await profiles.kept(id), secret, keep);
    }),
  /** Asks the place of the secret anew, such as a keychain that was unlocked meanwhile. */
  look: procedure
    .input(ofProfileInputSchema)
    .output(z.void())
    .mutation(async ({ ctx, input }) => {
      const { profiles, signIns } = ctx.application;
      await signIns.look(await profiles.kept(input.id));
    }),
  out: procedure
    .input(ofProfileInputSchema)
    .output(signedOutSchema)
    .mutation(async ({ ctx, input }) => {
      const { profiles, signIns } = ctx.application;
      return signIns.signOut(await profiles.kept(input.id));
    }),
});
