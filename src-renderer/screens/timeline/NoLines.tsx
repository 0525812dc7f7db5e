import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import { hrefOf } from '../../address/use-address.ts';
import { ButtonLink } from '../../components/controls/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { useSignal, useTimeline } from '../../stores/use-stores.ts';
import { emptyWords } from '../../words/empty-words.ts';
import { NoMatches } from './nothing/NoMatches.tsx';

interface NoLinesProps {
  readonly filter: Filter;
  readonly change: (filter: Filter) => void;
}

export function NoLines({ filter, change }: NoLinesProps) {
  const emptiness = useTimeline(({ phase, window, request, pageError }) => {
    if (phase.kind === 'failed') return 'failed';
    if (phase.kind !== 'ready') return 'reading';
    const isSearching = (window.hasAfter || window.hasBefore) && (request !== null || pageError === null);
    return isSearching ? 'reading' : pageError === null ? 'nothing' : 'failed';
  });
  const words = emptyWords(emptiness, filter.terms.length > 0, useSignal());
  if (words.action === 'remove-filter') return <NoMatches filter={filter} change={change} />;
  return (
    <EmptyState
      title={words.title}
      detail={words.detail ?? undefined}
      action={words.action === 'see-coverage' && <ButtonLink href={hrefOf('coverage')}>See when we watched</ButtonLink>}
    />
  );
}
