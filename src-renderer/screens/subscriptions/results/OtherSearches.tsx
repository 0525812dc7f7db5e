import { Check, ChevronDown, History, Trash2 } from 'lucide-react';
import type { SearchSummary } from '../../../../src-shared/api/searches.ts';
import { parseSearchBody } from '../../../../src-shared/service/search-body.ts';
import { numberText, rowsText } from '../../../../src-shared/words/store-words.ts';
import { OverflowMenu } from '../../../components/overlay/OverflowMenu.tsx';
import { useAppearance, useStores, useSubscriptions } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { shortTimeText, type Zone, zoneText } from '../../../time/time-text.ts';
import { orderWords } from '../../../words/results-words.ts';
import styles from './Band.module.css';

/** Fits a low window; Ctrl+K finds the older ones. */
const MAX_LISTED = 12;

interface OtherSearchesProps {
  readonly shown: SearchSummary;
  readonly choose: (id: string) => void;
  readonly remove: () => void;
}

export function OtherSearches({ shown, choose, remove }: OtherSearchesProps) {
  const stores = useStores();
  const zone = useAppearance((state) => state.zone);
  const searches = useSubscriptions((state) => state.searches) ?? [];
  const others = searches.filter(({ id, askedAt }) => id !== shown.id && askedAt !== null);
  if (others.length === 0) return null;
  const listed = [shown, ...others].toSorted((one, other) => other.begunAt - one.begunAt).slice(0, MAX_LISTED);
  return (
    <OverflowMenu
      buttonClass={styles['menu']}
      buttonLabel={`Other searches, ${others.length}`}
      actions={[
        ...listed.map((search) => ({
          id: `search ${search.id}`,
          name: searchTitle(search, stores.now(), zone),
          ...(search.id === shown.id ? { icon: Check } : {}),
          unavailable: null,
          run: () => choose(search.id),
        })),
        { id: 'remove', name: 'Remove this search with its rows', icon: Trash2, unavailable: null, run: remove },
      ]}
    >
      <History size={14} aria-hidden="true" />
      <b>Other searches</b> <span>{numberText(others.length)}</span>
      <ChevronDown size={12} aria-hidden="true" />
    </OverflowMenu>
  );
}

/** Contains no hidden characters. */
function searchTitle(search: SearchSummary, now: number, zone: Zone): string {
  const { askedAt, begunAt, rows, body } = search;
  const at = askedAt ?? begunAt;
  const read = parseSearchBody(body);
  const changed = read.kind === 'body' ? read.parts.changed : null;
  const title =
    read.kind === 'mistake'
      ? 'another query'
      : changed !== null
        ? `changed ${changed.min} to ${changed.max}`
        : read.parts.otherFilters > 0
          ? 'filtered'
          : orderWords(null, read.parts.sortBy);
  return visibleText(`${shortTimeText(at, now, zone)} ${zoneText(at, zone)} · ${rowsText(rows)} · ${title}`);
}
