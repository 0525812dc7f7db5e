import { useState } from 'react';
import { useHost } from '../../../stores/queries/use-query.ts';
import { useRequest } from '../../../stores/queries/use-request.ts';
import { signInView, type SignInPanelProps } from './sign-in-view.ts';
import type { ProfileEntry, SignOutResult } from '../../../../src-shared/api/profiles.ts';
import type { ProfileId } from '../../../../src-shared/domain/identity.ts';
import type { StreamStatus } from '../../../../src-shared/api/stream/stream-status.ts';
import { useStores, useWatch } from '../../../stores/use-stores.ts';

export function useSignIn({ entry, flow, isDirty, save, onProvided }: SignInPanelProps) {
  const { backend } = useStores();
  const vault = useHost()?.capabilities.vault ?? 'keychain';
  const { run, isRunning, error } = useRequest();
  /** Result of the last request if it was a sign-out. */
  const [signedOut, setSignedOut] = useState<SignOutResult['atIssuer'] | null>(null);
  const saveFirst = isDirty || entry === null;

  function request(call: () => Promise<unknown>): void {
    setSignedOut(null);
    void run(call);
  }
  return {
    vault,
    view: signInView(entry, flow, useStreamKind(entry)),
    saveFirst,
    isRunning,
    error,
    signedOut,
    /** Saves unsaved changes first. */
    provide: (call: (id: ProfileId) => Promise<unknown>) =>
      request(async () => {
        const id = saveFirst ? await save() : entry.id;
        if (id === null) return;
        await call(id);
        onProvided(id);
      }),
    cancel: (id: ProfileId) => request(() => backend.signIn.cancel.mutate({ id })),
    look: (id: ProfileId) => request(() => backend.signIn.check.mutate({ id })),
    out: (id: ProfileId) => request(async () => setSignedOut((await backend.signIn.signOut.mutate({ id })).atIssuer)),
  };
}

function useStreamKind(entry: ProfileEntry | null): StreamStatus['kind'] | null {
  const watch = entry?.watch ?? null;
  return useWatch(
    ({ received }) => received?.snapshot.watches.find((open) => open.watch === watch)?.stream.kind ?? null,
  );
}
