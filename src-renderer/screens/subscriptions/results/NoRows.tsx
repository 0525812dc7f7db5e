import type { ReactNode } from 'react';
import type { SearchSummary } from '../../../../src-shared/api/searches.ts';
import { Button } from '../../../components/Button.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { errorWords, failureWords } from '../../../words/error-words.ts';
import { rowsText } from '../../../words/results-words.ts';
import { useTimeLeft } from './TimeLeft.tsx';
import type { ResultActions } from './use-result-actions.ts';

export function SearchesLoadError({ trouble }: { trouble: Error }) {
  const { subscriptions } = useStores();
  return (
    <EmptyState
      urgent
      title="The searches that are kept here could not be read."
      detail={visibleText(failureWords(trouble))}
      action={
        <Button variant="default" onClick={() => subscriptions.resubscribe()}>
          Try again
        </Button>
      }
    />
  );
}

export function NoSearch(props: {
  search: SearchSummary | null;
  /** Body of the query above; null if it cannot be sent. */
  draft: string | null;
  actions: ResultActions;
}) {
  const { search, draft, actions } = props;
  if (search === null)
    return (
      <EmptyState
        title={
          actions.unavailable === null ? 'Nothing was searched yet.' : `Nothing is stored yet. ${actions.unavailable}.`
        }
        detail="A search asks the service’s inventory of subscriptions. What it answers is kept here and stays readable offline, with its age."
        action={
          actions.unavailable === null &&
          draft !== null && (
            <Button variant="default" onClick={() => actions.startSearch(draft)}>
              Search with the query above
            </Button>
          )
        }
      />
    );
  const again = (
    <Button variant="default" onClick={actions.startOver}>
      Ask again
    </Button>
  );
  if (search.state.kind === 'asking') {
    const cancel = (
      <Button variant="default" onClick={() => actions.cancel(search.id)}>
        Cancel
      </Button>
    );
    if (search.state.waitsUntil !== null) return <RateLimitNote until={search.state.waitsUntil} action={cancel} />;
    return (
      <div className="after-a-moment">
        <EmptyState title="Asking the service …" action={cancel} />
      </div>
    );
  }
  if (search.state.kind === 'failed')
    return (
      <EmptyState
        urgent
        title="The search brought nothing."
        detail={visibleText(errorWords(search.state.error))}
        action={again}
      />
    );
  return <EmptyState title="The search was given up before it was answered." action={again} />;
}

function RateLimitNote({ until, action }: { until: number; action: ReactNode }) {
  return (
    <EmptyState
      title={`The service asks to wait: ${useTimeLeft(until)}`}
      detail="It said so with its last answer (Retry-After). The query is asked again by itself."
      action={action}
    />
  );
}

export function NoRows(props: {
  search: SearchSummary;
  find: string;
  error: Error | null;
  isReading: boolean;
  showAll: () => void;
  retry: () => void;
}) {
  const { search, find, error, isReading } = props;
  if (error !== null)
    return (
      <EmptyState
        urgent
        title="The rows that are kept here could not be read."
        detail={visibleText(failureWords(error))}
        action={
          <Button variant="default" onClick={props.retry}>
            Try again
          </Button>
        }
      />
    );
  if (isReading)
    return (
      <div className="after-a-moment">
        <EmptyState title="Reading the rows …" />
      </div>
    );
  if (find !== '' && search.rows > 0)
    return (
      <EmptyState
        title={`None of the ${rowsText(search.rows)} here holds “${visibleText(find)}”.`}
        detail="Only what is loaded was looked through, not what the service has."
        action={
          <Button variant="default" onClick={props.showAll}>
            Show all rows
          </Button>
        }
      />
    );
  return (
    <EmptyState
      title="No subscription matches."
      detail="The service answered, and its list is empty. A wider query above may have some."
    />
  );
}
