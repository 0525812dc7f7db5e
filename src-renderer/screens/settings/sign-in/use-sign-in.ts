/** Requests about the sign-in of one profile, with the result of the last one. */
import { useState } from 'react';
import type { ProfileEntry, SignOutResult } from '../../../../src-shared/api/profiles.ts';
import type { ProfileId } from '../../../../src-shared/domain/identity.ts';
import type { StreamStatus } from '../../../../src-shared/domain/stream-status.ts';
import { asError } from '../../../backend/backend-error.ts';
import { useStores, useWatch } from '../../../stores/use-stores.ts';

type SignInCallState =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'refused'; readonly error: Error }
  | { readonly kind: 'signed-out'; readonly atIssuer: SignOutResult['atIssuer'] };

export function useSignIn() {
  const { backend } = useStores();
  const [asked, setAsked] = useState<SignInCallState>({ kind: 'nothing' });

  function ask(call: () => Promise<SignInCallState | void>): void {
    setAsked({ kind: 'asking' });
    call().then(
      (outcome) => setAsked(outcome ?? { kind: 'nothing' }),
      (error: unknown) => setAsked({ kind: 'refused', error: asError(error) }),
    );
  }
  return {
    asked,
    ask,
    cancel: (id: ProfileId) => ask(() => backend.signIn.cancel(id)),
    look: (id: ProfileId) => ask(() => backend.signIn.check(id)),
    out: (id: ProfileId) =>
      ask(async () => ({ kind: 'signed-out', atIssuer: (await backend.signIn.signOut(id)).atIssuer })),
  };
}

/** Returns the stream status of the entry's open watch; null if none is open. */
export function useStreamOf(entry: ProfileEntry | null): StreamStatus['kind'] | null {
  const watch = entry?.watch ?? null;
  return useWatch(
    ({ received }) => received?.snapshot.watches.find((open) => open.watch === watch)?.stream.kind ?? null,
  );
}
