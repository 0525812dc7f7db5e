/** Signs out or deletes a secret. If the profile is watched, asks first, because watching ends with it. */
import { useState } from 'react';
import type { ProfileEntry } from '../../../../src-shared/api/profiles.ts';
import { Button } from '../../../components/controls/Button.tsx';
import type { useSignIn } from './use-sign-in.ts';

interface SignOutButtonProps {
  readonly entry: ProfileEntry;
  readonly calls: ReturnType<typeof useSignIn>;
  readonly name: string;
}

export function SignOutButton({ entry, calls, name }: SignOutButtonProps) {
  const [isPressed, setPressed] = useState(false);
  const isRequested = isPressed && entry.watch !== null;
  function press(): void {
    if (entry.watch !== null && !isRequested) return setPressed(true);
    setPressed(false);
    calls.out(entry.id);
  }
  return (
    <>
      {isRequested && <span className="quiet">This also stops watching.</span>}
      {isRequested && <Button onClick={() => setPressed(false)}>Cancel</Button>}
      <Button disabled={calls.isRunning} onClick={press}>
        {name}
      </Button>
    </>
  );
}
