import { TriangleAlert } from 'lucide-react';
import type { SearchSummary } from '../../../../src-shared/api/searches.ts';
import { FAILURE_DAYS, parseRowsFind, WITH_FAILURES } from '../../../../src-shared/domain/rows-find.ts';
import { MINUTE_MS } from '../../../../src-shared/lib/durations.ts';
import { numberText, rowsText } from '../../../../src-shared/words/store-words.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Tooltip } from '../../../components/overlay/Tooltip.tsx';
import { useWatchQuery } from '../../../stores/queries/use-watch-query.ts';
import { useNow, useStores } from '../../../stores/use-stores.ts';

/** Counting reads all rows: 0.04 s for 10,000 and 0.4 s for 100,000, after 0.5 s for 30,000 failed events. */
const MAX_COUNTED_ROWS = 1_000_000;
const MAX_RECOUNTED_ROWS = 100_000;

interface WithFailuresProps {
  readonly search: SearchSummary;
  readonly find: string;
  readonly change: (find: string) => void;
}

/** Counted again each minute, but not while rows are being loaded, and not for very many rows. */
export function WithFailures({ search, find, change }: WithFailuresProps) {
  const { backend } = useStores();
  const now = useNow(MINUTE_MS);
  const { id, rows, state } = search;
  const isLoading = state.kind === 'asking' || (state.kind === 'loading' && !state.isPaused);
  const failuresAt = Math.ceil(now / MINUTE_MS) * MINUTE_MS;
  const { value, error } = useWatchQuery<number>(
    isLoading || rows > MAX_COUNTED_ROWS ? null : JSON.stringify([id, rows]),
    async ({ watch, signal }) => {
      const view = { find: WITH_FAILURES, sort: null, upTo: rows, failuresAt };
      const page = await backend.subscriptions.rows.query(
        { watch, id, view, from: 0, limit: 1, columns: [] },
        { signal },
      );
      return page.total;
    },
    { revision: rows > MAX_RECOUNTED_ROWS ? 0 : failuresAt },
  );
  const { text, failuresAbove } = parseRowsFind(find);
  const isOn = failuresAbove !== null;
  const isAll = state.kind === 'ended' || (state.kind === 'stored' && state.end !== null);
  const count = value === null || error !== null ? '' : `(${numberText(value)}${isAll ? '' : ' so far'})`;
  const label = isAll ? '' : `Only the ${rowsText(rows)} loaded so far. `;
  return (
    <Tooltip
      label={`${label}Subscriptions that a stored failed or partial event of the last ${FAILURE_DAYS} days names.`}
    >
      <Button
        icon={TriangleAlert}
        aria-pressed={isOn}
        onClick={() => change(isOn ? text : `${text} ${WITH_FAILURES}`.trim())}
      >
        {`With failures ${count}`.trim()}
      </Button>
    </Tooltip>
  );
}
