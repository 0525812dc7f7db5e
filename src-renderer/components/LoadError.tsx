/** Shown instead of a case or request that is not stored or could not be read. */
import { BackendError } from '../backend/backend-error.ts';
import { visibleText } from '../text/visible-text.ts';
import { failureWords } from '../words/error-words.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

interface LoadErrorProps {
  readonly what: 'case' | 'request';
  readonly error: Error;
  readonly retry: () => void;
  readonly close: () => void;
}

export function LoadError({ what, error, retry, close }: LoadErrorProps) {
  const isGone = error instanceof BackendError && error.data?.code === 'NO_CASE';
  return (
    <EmptyState
      urgent
      title={isGone ? `No stored event knows this ${what}.` : `This ${what} could not be read.`}
      detail={
        isGone
          ? `It may lie before what is kept, or belong to another profile. Look for its ${what === 'case' ? 'EID' : 'id'} in the timeline, or close it.`
          : visibleText(failureWords(error))
      }
      action={
        <Button variant="default" onClick={isGone ? close : retry}>
          {isGone ? 'Close' : 'Try again'}
        </Button>
      }
    />
  );
}
