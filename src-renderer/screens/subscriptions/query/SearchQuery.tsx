/**
 * What is asked of the service: one body in three views, and what can be done with it. It writes the draft and asks for
 * nothing by itself: whoever draws it is told when a person does.
 */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SearchSummary, SubscriptionsState } from '../../../../src-shared/api/searches.ts';
import { Choice } from '../../../components/Choice.tsx';
import { type SearchView, searchViews } from '../../../stores/search-draft-store.ts';
import { useSearchDraft, useStores } from '../../../stores/use-stores.ts';

export interface SearchQueryProps {
  /** As the feed told it last; `null` until then. */
  readonly state: Pick<SubscriptionsState, 'notAccepted' | 'requests'> | null;
  /** The search that was asked for last, also where its rows are not (yet) those that are shown: its answer or refusal is
   * told here. `null`: none was. */
  readonly asked: SearchSummary | null;
  /** Why nothing can be asked now, in few words, on the button: "Search needs the service"; `null`: it can. */
  readonly unavailable: string | null;
  readonly onSearch: (body: string) => void;
  /** The list of ids is compared, in the place of the rows; pressed again, it is not. */
  readonly isComparing: boolean;
  readonly onCompare: () => void;
  /** The inspector of requests is open at the bottom. */
  readonly isInspecting: boolean;
  readonly onRequests: () => void;
  /** The button that opens the chooser of columns. */
  readonly columnChooser: ReactNode;
}

const names: { readonly [View in SearchView]: string } = { form: 'Form', chips: 'Chips', json: 'JSON' };

export function SearchQuery({ unavailable, onSearch }: SearchQueryProps) {
  const { searchDraft } = useStores();
  const { text, view, read } = useSearchDraft((draft) => draft);
  return (
    <search aria-label="Search of the inventory">
      <Choice
        label="How the query is shown"
        options={searchViews.map((value) => ({ value, name: names[value] }))}
        value={view}
        choose={(next) => searchDraft.show(next)}
      />
      <textarea
        aria-label="The query as JSON"
        value={text}
        onChange={({ currentTarget }) => searchDraft.take(currentTarget.value)}
      />
      <Button disabled={unavailable !== null || read.kind === 'mistake'} onClick={() => onSearch(text)}>
        {unavailable ?? 'Search'}
      </Button>
    </search>
  );
}
