import { EmptyState } from '../../../components/EmptyState.tsx';
import { useCloseDetail } from '../../../frame/use-close-detail.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { visibleText } from '../../../text/visible-text.ts';
import { failureWords } from '../../../words/error-words.ts';
import type { OpenedEvent } from './use-event.ts';

export function EventState(props: { opened: OpenedEvent; retry: () => void; hasRow: boolean }) {
  const { opened, retry, hasRow } = props;
  const close = useCloseDetail();
  const again = (
    <Button variant="default" onClick={retry}>
      Try again
    </Button>
  );
  switch (opened.kind) {
    case 'ready':
      return null;
    case 'loading':
      return (
        <output className={`quiet after-a-moment`}>{hasRow ? 'Reading the rest …' : 'Reading the event …'}</output>
      );
    case 'missing':
      return (
        <EmptyState
          urgent
          title="This event is not stored, or no longer stored."
          action={
            <Button variant="default" onClick={close}>
              Close
            </Button>
          }
        />
      );
    case 'unreachable':
      return (
        <EmptyState
          urgent
          title="This event cannot be read now: Watchfloor does not answer."
          {...(opened.retriesAutomatically
            ? { detail: 'The rest appears here when Watchfloor answers again.' }
            : { action: again })}
        />
      );
    case 'failed':
      return (
        <EmptyState
          urgent
          title="This event could not be read."
          detail={visibleText(failureWords(opened.error))}
          action={again}
        />
      );
    default:
      return assertNever(opened);
  }
}
