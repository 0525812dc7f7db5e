/** Menu of the documented parts of a query, which it inserts at the right place of the JSON. */
import { ChevronDown } from 'lucide-react';
import { DAY_MS } from '../../../../src-shared/lib/durations.ts';
import { documentedFields, FIELD_PREFIX, type SearchParts } from '../../../../src-shared/service/search-body.ts';
import { DropDown } from '../../../components/overlay/DropDown.tsx';
import { useStores } from '../../../stores/use-stores.ts';
import type { SearchChange } from '../../../stores/subscriptions/search-draft-store.ts';
import { SORTABLE } from './field-names.ts';

interface Structure {
  readonly name: string;
  readonly meaning: string;
  readonly change: (now: number) => SearchChange;
  /** True if the part exists; it is never replaced. */
  readonly isThere: (parts: SearchParts) => boolean;
}

const structures: readonly Structure[] = [
  {
    name: 'filters: between',
    meaning: 'last modified in the last 24 hours',
    change: (now) => ({
      changed: { min: new Date(now - DAY_MS).toISOString(), max: new Date(now).toISOString() },
    }),
    isThere: ({ changed }) => changed !== null,
  },
  {
    name: 'sortBy',
    meaning: 'ascending by iotSubscriptionId',
    change: () => ({ sortBy: [{ field: SORTABLE, direction: 'asc' }] }),
    isThere: ({ sortBy }) => sortBy.length > 0,
  },
  { name: 'limit', meaning: 'rows per page', change: () => ({ limit: 100 }), isThere: ({ limit }) => limit !== null },
  {
    name: 'returnFields',
    meaning: 'the four documented fields only',
    change: () => ({ returnFields: documentedFields.map((name) => `${FIELD_PREFIX}${name}`) }),
    isThere: ({ returnFields }) => returnFields !== null,
  },
];

export function InsertMenu({ parts }: { parts: SearchParts | null }) {
  const stores = useStores();
  return (
    <DropDown
      padding="var(--space-1)"
      button={
        <button type="button" className="quiet-button" data-size="small" disabled={parts === null}>
          Insert <ChevronDown size={12} aria-hidden="true" />
        </button>
      }
    >
      {(close) =>
        structures.map(({ name, meaning, change, isThere }) => (
          <button
            type="button"
            key={name}
            className="menu-item"
            disabled={parts === null || isThere(parts)}
            onClick={() => {
              stores.searchDraft.change(change(stores.now()));
              close();
            }}
          >
            <span className="mono">{name}</span>
            <span className="meta">{parts !== null && isThere(parts) ? 'is already there' : meaning}</span>
          </button>
        ))
      }
    </DropDown>
  );
}
