import { useEffect } from 'react';
import { Progress } from '../../../components/Progress.tsx';
import type { SearchSummary } from '../../../../src-shared/api/searches.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { numberText, percentText } from '../../../../src-shared/words/store-words.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { EmptyState, FailedState } from '../../../components/EmptyState.tsx';
import { useIsHidden } from '../../../rules/use-page-rules.ts';
import type { ComparedIds, ComparisonScope } from '../../../stores/subscriptions/id-list-store.ts';
import { useAppearance, useIdList, useNow, useStores, useWatch } from '../../../stores/use-stores.ts';
import type { IdList } from '../../../text/id-list.ts';
import { comparedTitle, comparisonScopeWords, incompleteSearchWords } from '../../../words/id-list-words.ts';
import styles from './CompareIds.module.css';
import { ComparedTabs } from './ComparedTabs.tsx';
import { isLoading } from './comparable-searches.ts';

interface ComparedResultProps {
  readonly searches: readonly SearchSummary[];
  readonly scope: ComparisonScope;
  readonly choose: (search: string) => void;
}

export function ComparedResult({ searches, scope, choose }: ComparedResultProps) {
  const { idList } = useStores();
  const list = useIdList((state) => state.list);
  const isReading = useIdList((state) => state.isReading);
  const comparison = useIdList((state) => state.comparison);
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');
  const coming = searches.find(isLoading);
  const isReady = !isReading && !isLost && searches.length > 0 && coming === undefined;
  const { search, rows, askedAt } = scope;
  useEffect(() => {
    if (isReady && list !== null) void idList.compare({ search, rows, askedAt });
  }, [idList, isReady, list, search, rows, askedAt]);

  if (searches.length === 0)
    return <EmptyState title="No stored rows to search" detail="Search, and load all rows that may have the ids." />;
  if (isReading) return <EmptyState title="Reading the list …" />;
  if (list === null)
    return <EmptyState title="Which of your ids are stored?" detail="Paste or drop a list at the left." />;
  if (list.ids.length === 0)
    return (
      <EmptyState title="No ids were found in the list" detail="An id has a digit and at least four characters." />
    );
  if (coming !== undefined) return <LoadingNote search={coming} />;
  switch (comparison.kind) {
    case 'none':
      return isLost ? <EmptyState title="Watchfloor does not answer" /> : null;
    case 'comparing':
      return (
        <div className="stack gap-2 items-start pad-4">
          <p className="apart full-width gap-4 baseline">
            <span>
              <strong>Comparing</strong>
              <span className="quiet">
                {' '}
                {numberText(list.ids.length)} ids with {numberText(comparison.scope.rows)} rows
              </span>
            </span>
            <strong>{percentText(comparison.share)}</strong>
          </p>
          <Progress share={comparison.share} label="Compared" />
          <Button onClick={() => idList.cancel()}>Cancel</Button>
        </div>
      );
    case 'given-up':
      return (
        <EmptyState
          title="Comparing was cancelled"
          action={<Button onClick={() => void idList.compareAgain()}>Compare again</Button>}
        />
      );
    case 'failed':
      return (
        <FailedState
          title="The ids could not be compared"
          error={comparison.error}
          retry={() => void idList.compareAgain()}
        />
      );
    case 'compared':
      return <Compared list={list} compared={comparison} searches={searches} choose={choose} />;
    default:
      return assertNever(comparison);
  }
}

function LoadingNote({ search: { rows, totalHits } }: { search: SearchSummary }) {
  return (
    <div className="stack gap-2 items-start pad-4">
      <p className="apart full-width gap-4 baseline">
        <span>
          <strong>{numberText(rows)}</strong>
          {totalHits !== null && ` of ${numberText(totalHits)}`}{' '}
          <span className="quiet">rows loaded; the ids are compared when loading pauses</span>
        </span>
      </p>
      <Progress share={totalHits === null || totalHits === 0 ? null : Math.min(1, rows / totalHits)} label="Loaded" />
    </div>
  );
}

interface ComparedProps extends Pick<ComparedResultProps, 'searches' | 'choose'> {
  readonly list: IdList;
  readonly compared: ComparedIds;
}

function Compared({ list, compared, searches, choose }: ComparedProps) {
  const { subscriptions } = useStores();
  const zone = useAppearance((state) => state.zone);
  const now = useNow(60_000);
  const mayLoad = !useIsHidden('load-all');
  const [search] = searches;
  const incompleteText = search === undefined || searches.length > 1 ? null : incompleteSearchWords(search);

  async function load(again: SearchSummary): Promise<void> {
    const id = incompleteText === null ? await subscriptions.start(again.body) : again.id;
    if (id === null) return;
    choose(id);
    await subscriptions.load(id, 'go');
  }
  return (
    <>
      <div className={styles['answer']}>
        <h3 className="strong tight-letters title-size">{comparedTitle(compared.missing.length, list.ids.length)}</h3>
        <p className={styles['compared']}>
          {comparisonScopeWords(compared.scope, searches, now, zone)}
          {incompleteText !== null && ` ${incompleteText}`}
          {search !== undefined && searches.length === 1 && mayLoad && (
            <>
              {' '}
              <button type="button" className={styles['link']} onClick={() => void load(search)}>
                {incompleteText === null ? 'Load again' : 'Load all'}
              </button>
            </>
          )}
        </p>
      </div>
      <ComparedTabs list={list} compared={compared} />
    </>
  );
}
