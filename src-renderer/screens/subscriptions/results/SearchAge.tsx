import type { SearchSummary } from '../../../../src-shared/api/searches.ts';
import { Answered } from '../../../components/LastReported.tsx';
import { useTimeText } from '../../../stores/use-time-text.ts';
import { mixedAgeWords } from '../../../words/results-words.ts';

/** Ends with a space, because sentences follow. */
export function SearchAge({ search }: { search: SearchSummary }) {
  return (
    search.askedAt !== null && (
      <>
        <Answered newestAt={search.askedAt} />. <MixedAge search={search} />
      </>
    )
  );
}

export function MixedAge({ search }: { search: SearchSummary }) {
  const words = mixedAgeWords(search, useTimeText({ zoned: true }));
  return words !== '' && `${words} `;
}
