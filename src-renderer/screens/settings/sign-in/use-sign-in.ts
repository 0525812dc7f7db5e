import { useState } from 'react';
import type { ProfileEntry, SignOutResult } from '../../../../src-shared/api/profiles.ts';
import type { ProfileId } from '../../../../src-shared/domain/identity.ts';
import type { StreamStatus } from '../../../../src-shared/domain/coverage/stream-status.ts';
import { asError } from '../../../backend/backend-error.ts';
import { useStores, useWatch } from '../../../stores/use-stores.ts';

type SignInCallState =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'refused'; readonly error: Error }
  | { readonly kind: 'signed-out'; readonly atIssuer: SignOutResult['atIssuer'] };

export function useSignIn() {
  const { backend } = useStores();
  const [callState, setCallState] = useState<SignInCallState>({ kind: 'nothing' });

  function request(call: () => Promise<SignInCallState | void>): void {
    setCallState({ kind: 'asking' });
    call().then(
      (outcome) => setCallState(outcome ?? { kind: 'nothing' }),
      (error: unknown) => setCallState({ kind: 'refused', error: asError(error) }),
    );
  }
  return {
    asked: callState,
    ask: request,
    cancel: (id: ProfileId) => request(() => backend.signIn.cancel.mutate({ id })),
    look: (id: ProfileId) => request(() => backend.signIn.check.mutate({ id })),
    out: (id: ProfileId) =>
      request(async () => ({ kind: 'signed-out', atIssuer: (await backend.signIn.signOut.mutate({ id })).atIssuer })),
  };
}

export function useStreamKind(entry: ProfileEntry | null): StreamStatus['kind'] | null {
  const watch = entry?.watch ?? null;
  return useWatch(
    ({ received }) => received?.snapshot.watches.find((open) => open.watch === watch)?.stream.kind ?? null,
  );
}
