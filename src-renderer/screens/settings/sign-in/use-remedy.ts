/** Runs the action that the loud bar offers. If it fails, shows why until the signal changes. */
import { useRef, useState } from 'react';
import type { ProfileEntry } from '../../../../src-shared/api/profiles.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { goTo, hrefOf } from '../../../address/use-address.ts';
import { asError, BackendError } from '../../../backend/backend-error.ts';
import { startSignIn } from './start-sign-in.ts';
import type { Signal } from '../../../signal.ts';
import { useSignal, useStores } from '../../../stores/use-stores.ts';
import { isUnanswered, failureWords } from '../../../words/error-words.ts';
import type { SignInRemedy } from './sign-in-remedy.ts';

interface Refusal {
  readonly words: string;
  readonly code: string | null;
  /** Shown first: whether the action was done anyway. */
  readonly intro: string;
}

export interface Remedy {
  readonly name: string;
  /** @param press `detail` counts the clicks; only the first click of a double click counts */
  readonly run: (press: { readonly detail: number }) => void;
  readonly refusal: Refusal | null;
}

type RemedyAction = SignInRemedy | 'open-team' | 'watch-copy' | 'take-over-here';

/** For the last two the bar shows a command to copy. */
export type BarAction = RemedyAction | 'copy-start-command' | 'print-link' | null;

const remedyNames: Record<RemedyAction, string> = {
  'watch-copy': 'Watch with this copy',
  'take-over-here': 'Take over here',
  'sign-in': 'Sign in',
  'show-sign-in': 'Show the sign-in',
  'enter-secret': 'Enter the client secret',
  look: 'Check again',
  'check-profile': 'Check the profile',
  'open-team': 'Show the team',
  retry: 'Try now',
};

export function useRemedy(action: BarAction, entry: ProfileEntry | null): Remedy | null {
  const { backend, watch, signal: store } = useStores();
  const signal = useSignal();
  const [refused, setRefused] = useState<(Refusal & { readonly during: Signal }) | null>(null);
  /** A second sign-in would end the first one, whose page is open. */
  const isActing = useRef(false);
  if (action === null || action === 'copy-start-command' || action === 'print-link') return null;

  async function act(remedy: RemedyAction): Promise<void> {
    if (remedy === 'watch-copy') return backend.profiles.watchCopy.mutate();
    if (remedy === 'open-team') return goTo(hrefOf('settings', { part: 'team' }));
    if (entry === null || remedy === 'retry') return watch.retryNow();
    const { id } = entry;
    switch (remedy) {
      case 'take-over-here':
        return watch.show((await backend.profiles.takeOver.mutate({ id })).watch);
      case 'sign-in':
        // If no page was opened, the editor shows its address.
        if (!(await startSignIn(backend, id, 'store'))) goTo(hrefOf('settings', { profile: id, at: 'sign-in' }));
        return undefined;
      case 'look':
        return backend.signIn.check.mutate({ id });
      case 'show-sign-in':
      case 'enter-secret':
        return goTo(hrefOf('settings', { profile: id, at: 'sign-in' }));
      case 'check-profile':
        return goTo(hrefOf('settings', { profile: id }));
      default:
        return assertNever(remedy);
    }
  }
  return {
    name: remedyNames[action],
    refusal: refused !== null && refused.during === signal ? refused : null,
    run: ({ detail }) => {
      if (isActing.current || detail > 1) return;
      isActing.current = true;
      setRefused(null);
      act(action)
        .catch((thrown: unknown) => {
          const error = asError(thrown);
          const intro = introText(action, isUnanswered(error));
          const code = error instanceof BackendError ? (error.data?.code ?? null) : null;
          setRefused({ words: failureWords(error), code, intro, during: store.getState() });
        })
        .finally(() => {
          isActing.current = false;
        });
    },
  };
}

function introText(action: RemedyAction, isUnknown: boolean): string {
  if (action === 'retry') return isUnknown ? 'Unknown whether Watchfloor tried.' : 'Watchfloor did not try.';
  return isUnknown ? 'Unknown whether it was done.' : '';
}
