import { EmptyState, FailedState } from '../../../components/EmptyState.tsx';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import type { OpenedEvent } from './use-event.ts';

interface EventStateProps {
  readonly opened: OpenedEvent;
  readonly retry: () => void;
  readonly hasRow: boolean;
  /** Null if more than the event is open. */
  readonly close: (() => void) | null;
}

export function EventState({ opened, retry, hasRow, close }: EventStateProps) {
  switch (opened.kind) {
    case 'ready':
      return null;
    case 'loading':
      return <output className="quiet after-a-moment">{hasRow ? 'Reading the rest …' : 'Reading the event …'}</output>;
    case 'missing':
      return (
        <EmptyState
          urgent
          title="This event is not stored, or no longer stored."
          button={close === null ? null : { name: 'Close', run: close }}
        />
      );
    case 'unreachable':
      return (
        <EmptyState
          urgent
          title="This event cannot be read now: Watchfloor does not answer."
          {...(opened.retriesAutomatically
            ? { detail: 'The rest appears here when Watchfloor answers again.' }
            : { button: { name: 'Try again', run: retry } })}
        />
      );
    case 'failed':
      return <FailedState title="This event could not be read." error={opened.error} retry={retry} />;
    default:
      return assertNever(opened);
  }
}
