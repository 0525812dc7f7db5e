import { BackendError } from '../backend/backend-error.ts';
import { visibleText } from '../text/visible-text.ts';
import { failureWords } from '../words/error-words.ts';
import { EmptyState } from './EmptyState.tsx';

interface LoadErrorProps {
  readonly noun: 'case' | 'request';
  readonly error: Error;
  readonly retry: () => void;
  readonly close: () => void;
}

export function LoadError({ noun, error, retry, close }: LoadErrorProps) {
  const isMissing = error instanceof BackendError && error.data?.code === 'NO_CASE';
  return (
    <EmptyState
      urgent
      title={isMissing ? `No stored event belongs to this ${noun}.` : `This ${noun} could not be read.`}
      detail={
        isMissing
          ? `It may be older than the stored events, or belong to another profile. Look for its ${noun === 'case' ? 'EID' : 'id'} in the timeline, or close it.`
          : visibleText(failureWords(error))
      }
      button={isMissing ? { name: 'Close', run: close } : { name: 'Try again', run: retry }}
    />
  );
}
