import type { RefObject } from 'react';
import { useCommands } from '../../../commands/use-commands.ts';
import { useStores } from '../../../stores/use-stores.ts';
import { searchViews, type SearchView } from '../../../stores/subscriptions/search-draft-store.ts';

export const viewNames: { readonly [View in SearchView]: string } = { form: 'Form', chips: 'Chips', json: 'JSON' };

interface QueryCommands {
  readonly region: RefObject<HTMLElement | null>;
  readonly unavailable: string | null;
  readonly search: () => void;
  readonly compare: () => void;
  readonly isInspecting: boolean;
  readonly inspect: () => void;
}

export function useQueryCommands(query: QueryCommands): void {
  const { searchDraft } = useStores();
  useCommands([
    {
      id: 'search.run',
      title: 'Search the inventory',
      group: 'Filter',
      keys: ['Ctrl+Enter'],
      whileTyping: true,
      unavailable: query.unavailable,
      run: query.search,
    },
    {
      id: 'search.write',
      title: 'Write the query',
      group: 'Filter',
      keys: ['/'],
      run: () => query.region.current?.querySelector<HTMLElement>('[data-query] :is(input, textarea)')?.focus(),
    },
    ...searchViews.map((view, index) => ({
      id: `search.${view}`,
      title: `Show the query as ${viewNames[view]}`,
      group: 'View' as const,
      keys: [`Ctrl+${index + 1}`],
      whileTyping: true,
      run: () => searchDraft.show(view),
    })),
    {
      id: 'search.compare',
      title: 'Compare a list of ids',
      group: 'List',
      run: query.compare,
    },
    {
      id: 'search.requests',
      title: query.isInspecting ? 'Close the requests' : 'Show the last requests',
      group: 'View',
      keys: ['Shift+R'],
      run: query.inspect,
    },
  ]);
}
