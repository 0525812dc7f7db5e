import {
  startSignInInputSchema,
  startedSignInSchema,
  giveSecretInputSchema,
  profileIdInputSchema,
  signOutResultSchema,
} from '../../../src-shared/api/profiles.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import { command, procedure, router } from './procedures.ts';
import type { Backend } from '../backend.ts';

const stored = ({ profiles }: Backend, { id }: { readonly id: ProfileId }) => profiles.get(id);

export const signInRouter = router({
  /** Returns when the issuer's page can be opened. The feed of profiles reports how the attempt ends. */
  start: procedure
    .input(startSignInInputSchema)
    .output(startedSignInSchema)
    .mutation(async ({ ctx: { backend }, input }) => {
      const { keep } = input;
      const { address, opened } = await backend.signIns.begin(await stored(backend, input), {
        keep,
        orMemory: true,
        openBrowser: true,
      });
      return { address, opened };
    }),
  cancel: command.input(profileIdInputSchema).mutation(({ ctx, input }) => ctx.backend.signIns.cancel(input)),
  setSecret: command.input(giveSecretInputSchema).mutation(async ({ ctx: { backend }, input }) => {
    await backend.signIns.giveSecret(await stored(backend, input), input.secret, input.keep);
  }),
  check: command.input(profileIdInputSchema).mutation(async ({ ctx: { backend }, input }) => {
    await backend.signIns.refresh(await stored(backend, input));
  }),
  signOut: procedure
    .input(profileIdInputSchema)
    .output(signOutResultSchema)
    .mutation(async ({ ctx: { backend }, input }) => backend.signIns.signOut(await stored(backend, input))),
});
