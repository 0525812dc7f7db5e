/** Does the one thing that the loud bar offers, and says why that came to nothing: until the signal says something newer. */
import { useRef, useState } from 'react';
import type { ProfileEntry } from '../../src-shared/api/profiles.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { goTo, hrefOf } from '../address/use-address.ts';
import { asError } from '../backend/backend-error.ts';
import { startSignIn } from '../screens/settings/sign-in/start-sign-in.ts';
import type { Signal } from '../signal.ts';
import { useSignal, useStores } from '../stores/use-stores.ts';
import { isUnanswered, failureWords } from '../words/error-words.ts';
import type { BarAction } from './bar-state.ts';
import type { SignInRemedy } from './sign-in-remedy.ts';

interface Refusal {
  readonly words: string;
  /** Before it: whether it was done all the same. */
  readonly lead: string;
}

/** What is pressed; `null` where nothing is to be done by pressing. */
export interface Remedy {
  readonly name: string;
  /** @param press of a double click only the first one counts: `detail` is how many there were */
  readonly run: (press: { readonly detail: number }) => void;
  readonly refusal: Refusal | null;
}

const remedyNames: Record<SignInRemedy, string> = {
  'sign-in': 'Sign in',
  'show-sign-in': 'Show the sign-in',
  'enter-secret': 'Enter the client secret',
  look: 'Look again',
  'check-profile': 'Check the profile',
  retry: 'Try now',
};

export function useRemedy(action: BarAction, entry: ProfileEntry | null): Remedy | null {
  const { backend, watch, signal: store } = useStores();
  const signal = useSignal();
  const [refused, setRefused] = useState<(Refusal & { readonly during: Signal }) | null>(null);
  /** A second sign-in would end the one whose page is open. */
  const isActing = useRef(false);
  if (action === null || action === 'copy-start-command') return null;

  async function act(remedy: SignInRemedy): Promise<void> {
    if (entry === null || remedy === 'retry') return watch.retryNow();
    const { id } = entry;
    switch (remedy) {
      case 'sign-in':
        // Where no page was opened, the editor has its address.
        if (!(await startSignIn(backend, id, 'store'))) goTo(hrefOf('settings', { profile: id, at: 'sign-in' }));
        return undefined;
      case 'look':
        return backend.signIn.check(id);
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
          const lead = leadOf(action, isUnanswered(error));
          setRefused({ words: failureWords(error), lead, during: store.getState() });
        })
        .finally(() => {
          isActing.current = false;
        });
    },
  };
}

function leadOf(action: SignInRemedy, isUnknown: boolean): string {
  if (action === 'retry') return isUnknown ? 'It is not known whether Watchfloor tried.' : 'Watchfloor did not try.';
  return isUnknown ? 'It is not known whether it was done.' : '';
}
