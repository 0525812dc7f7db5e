import type { ReactNode } from 'react';
import type { RowsView, SearchSummary } from '../../../../src-shared/api/searches.ts';
import type { SearchParts } from '../../../../src-shared/service/search-body.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { numberText, rowsText } from '../../../../src-shared/words/store-words.ts';
import { Time } from '../../../components/Time.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { orderWords } from '../../../words/results-words.ts';
import { ActionButton } from './ActionButton.tsx';
import styles from './Pager.module.css';
import type { NextPage } from './paging.ts';
import { Ring, TokenClock } from './TokenRing.tsx';
import type { ResultActions } from './use-result-actions.ts';

interface PagerProps {
  readonly search: SearchSummary;
  readonly view: RowsView;
  readonly parts: SearchParts | null;
  readonly matching: number | null;
  readonly pendingCount: number;
  readonly showPending: () => void;
  readonly page: NextPage;
  readonly actions: ResultActions;
  readonly exportButton: ReactNode;
}

export function Pager({
  search,
  view,
  parts,
  matching,
  pendingCount,
  showPending,
  page,
  actions,
  exportButton,
}: PagerProps) {
  const { rows, totalHits } = search;
  const isStored = search.state.kind === 'stored';
  return (
    <section className={`${styles['pager']} screen-only`} aria-label="Pages">
      <span className={styles['counts']}>
        <strong>{numberText(matching ?? rows)}</strong>{' '}
        <span className="quiet">
          {matching !== null
            ? `of ${rowsText(rows)} loaded`
            : isStored
              ? 'stored'
              : totalHits === null
                ? 'loaded, the service gave no total'
                : `of ${numberText(totalHits)}`}
        </span>
        {pendingCount > 0 && (
          <button type="button" className={styles['act']} onClick={showPending}>
            {numberText(pendingCount)} more loaded · show {pendingCount === 1 ? 'it' : 'them'}
          </button>
        )}
        <span className={`quiet ${styles['dot']}`}>·</span>
        <span className={styles['order']}>
          <Untrusted text={orderWords(view.sort, parts?.sortBy ?? [])} truncate="end" />
        </span>
      </span>
      <span className={styles['acts']}>
        <NextPageControl search={search} page={page} actions={actions} />
        {page.kind !== 'loading' && page.kind !== 'none' && !isStored && <LoadAll search={search} actions={actions} />}
        {exportButton}
      </span>
    </section>
  );
}

function NextPageControl({ search, page, actions }: Pick<PagerProps, 'search' | 'page' | 'actions'>) {
  const next = { run: actions.next, unavailable: actions.unavailable, keycap: 'N' };
  switch (page.kind) {
    case 'ready':
      return (
        <>
          <TokenClock validUntil={page.validUntil} />
          <ActionButton {...next} name={search.state.kind === 'failed' ? 'Try again' : 'Next page'} />
        </>
      );
    case 'asking':
      return (
        <>
          <Ring share={1} />
          <output className="quiet after-a-moment">loading …</output>
          <ActionButton name="Cancel" run={() => actions.cancel(search.id)} />
        </>
      );
    case 'loading':
      return page.isPaused && page.validUntil !== null ? (
        <TokenClock validUntil={page.validUntil} />
      ) : (
        <span className="inline-row gap-2">
          <Ring share={1} />
          <span className={`quiet ${styles['available']}`}>each page renews the token; Pause keeps it valid</span>
        </span>
      );
    case 'restart':
      if (page.reason === 'stored')
        return (
          search.keptUntil !== null && (
            <span className="quiet">
              stored until <Time at={search.keptUntil} date="always" precision="minute" />
            </span>
          )
        );
      return (
        <>
          <Ring share={null} />
          <span className="quiet">{page.reason === 'lapsed' ? 'token lapsed' : 'no token'}</span>
          <ActionButton {...next} name={search.rows === 0 ? 'Try again' : `Continue from ${numberText(search.rows)}`} />
        </>
      );
    case 'none':
      return null;
    default:
      return assertNever(page);
  }
}

function LoadAll({ search, actions }: Pick<PagerProps, 'search' | 'actions'>) {
  if (actions.isLoadHidden) return null;
  return (
    <ActionButton
      name={
        search.totalHits === null || search.rows >= search.totalHits
          ? 'Load all'
          : `Load all (${numberText(search.totalHits)})`
      }
      run={actions.loadAll}
      unavailable={actions.unavailable}
    />
  );
}
