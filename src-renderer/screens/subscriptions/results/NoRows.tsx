import { FAILURE_DAYS, parseRowsFind } from '../../../../src-shared/domain/rows-find.ts';
import { counted, rowsText } from '../../../../src-shared/words/store-words.ts';
import type { ReactNode } from 'react';
import type { SearchSummary } from '../../../../src-shared/api/searches.ts';
import { EmptyState, FailedState } from '../../../components/EmptyState.tsx';
import { useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { errorWords } from '../../../words/error-words.ts';
import { searchedWords } from '../../../words/searched-words.ts';
import { ActionButton } from './ActionButton.tsx';
import { useTimeLeft } from './TimeLeft.tsx';
import type { ResultActions } from './use-result-actions.ts';

export function SearchesLoadError({ trouble }: { trouble: Error }) {
  const { subscriptions } = useStores();
  return (
    <FailedState
      title="The stored searches could not be read."
      error={trouble}
      retry={() => subscriptions.resubscribe()}
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
        title={actions.unavailable === null ? 'No search yet.' : `Nothing is stored yet. ${actions.unavailable}.`}
        detail="A search reads the service’s inventory of subscriptions. The results are stored here and can be read offline, with their age."
        action={
          actions.unavailable === null &&
          draft !== null && <ActionButton name="Search with the query above" run={() => actions.startSearch(draft)} />
        }
      />
    );
  const again = <ActionButton name="Search again" run={actions.startOver} />;
  if (search.state.kind === 'asking') {
    const cancel = <ActionButton name="Cancel" run={() => actions.cancel(search.id)} />;
    if (search.state.waitsUntil !== null) return <RateLimitNote until={search.state.waitsUntil} action={cancel} />;
    return (
      <div className="after-a-moment">
        <EmptyState title="Searching …" action={cancel} />
      </div>
    );
  }
  if (search.state.kind === 'failed')
    return (
      <EmptyState
        urgent
        title="The search failed."
        detail={visibleText(errorWords(search.state.error))}
        action={again}
      />
    );
  return <EmptyState title="The search was cancelled before the service answered." action={again} />;
}

function RateLimitNote({ until, action }: { until: number; action: ReactNode }) {
  return (
    <EmptyState
      title={`The service asks to wait: ${useTimeLeft(until)}`}
      detail="Its last answer said so (Retry-After). The search is sent again by itself."
      action={action}
    />
  );
}

function notFoundWords(find: string): string {
  const { text, failuresAbove } = parseRowsFind(find);
  if (failuresAbove === null) return `contains “${visibleText(text)}”`;
  const more = failuresAbove === 0 ? 'a stored failure' : `more than ${counted(failuresAbove, 'stored failure')}`;
  const failures = `has ${more} of the last ${FAILURE_DAYS} days`;
  return text === '' ? failures : `contains “${visibleText(text)}” and ${failures}`;
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
    return <FailedState title="The stored rows could not be read." error={error} retry={props.retry} />;
  if (isReading)
    return (
      <div className="after-a-moment">
        <EmptyState title="Reading the rows …" />
      </div>
    );
  if (find !== '' && search.rows > 0)
    return (
      <EmptyState
        title={`None of the ${rowsText(search.rows)} here ${notFoundWords(find)}.`}
        detail={`${searchedWords(find, 'text')} Only the loaded rows were searched, not the inventory of the service.`}
        action={<ActionButton name="Show all rows" run={props.showAll} />}
      />
    );
  return (
    <EmptyState
      title="No subscription matches."
      detail="The service returned an empty list. Try a wider query above."
    />
  );
}
