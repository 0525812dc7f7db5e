/** Failures of the last 24 hours by country, step, code of the provider or company. Each bar opens exactly its events. */
import { useState } from 'react';
import { HOUR_MS } from '../../../src-shared/lib/durations.ts';
import { LOCALIZATION_ERROR_CODES } from '../../../src-shared/service/event-vocabulary.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../address/use-address.ts';
import { ValueBars } from '../../components/bars/ValueBars.tsx';
import { choices } from '../../components/controls/choices.ts';
import { SegmentedControl } from '../../components/controls/SegmentedControl.tsx';
import { TitledPanel } from '../../components/TitledPanel.tsx';
import { useWatchQuery } from '../../stores/queries/use-watch-query.ts';
import { dayEdges } from '../../stores/timeline/day-store.ts';
import { EMPTY_FACETS, type FacetSums, summed, withFacets } from '../../stores/timeline/tally-sums.ts';
import { useNow, useStores } from '../../stores/use-stores.ts';
import { valueName } from '../../words/value-words.ts';
import {
  barFilter,
  failuresIn,
  type ResultSpan,
  timesText,
  whereBars,
  type WhereField,
  whereFields,
} from './where-bars.ts';

const TITLES: Readonly<Record<WhereField, string>> = {
  country: 'Country',
  operation: 'Step',
  code: 'Provider code',
  company: 'Company',
};
const WEEK_MS = 168 * HOUR_MS;
/** Counting reads the events of a day. */
const REFRESH_MS = 15_000;
const MAX_BARS = 5;

export function WherePanel() {
  const [field, setField] = useState<WhereField>('country');
  const now = useNow(REFRESH_MS);
  const from = dayEdges(now)[0] ?? now;
  const before = useFailures({ from: from - WEEK_MS, to: from - 1 }).last;
  const today = useFailures({ from, to: now });
  const hour = useFailures({ from: Math.max(from, now - HOUR_MS), to: now });
  // Counts of other times would not be those that the links open.
  const shown = today.last;
  if (shown === null || hour.last === null || before === null) return null;
  const counts = { today: shown.sums, hour: hour.last.sums, before: before.sums };
  const { bars, rest } = whereBars(counts, field, (value) => field === 'code' && LOCALIZATION_ERROR_CODES.has(value));
  return (
    <TitledPanel title="Where, 24 h" label="Where" note="+ last hour">
      <div className="pad-2-3">
        <SegmentedControl label="Failures by" options={choices(TITLES)} value={field} choose={setField} />
      </div>
      <ValueBars
        label={`Failures by ${TITLES[field].toLowerCase()}`}
        max={MAX_BARS}
        bars={bars.map(({ value, count, lastHour, times }) => ({
          key: value,
          name: valueName(field, value) ?? value,
          count,
          href: hrefOf('timeline', { filter: barFilter(shown.span, field, value) }),
          note: [timesText(times), lastHour === 0 ? '' : `+${numberText(lastHour)}`]
            .filter((text) => text !== '')
            .join(' · '),
        }))}
      />
      {bars.length === 0 && <p className="pad-2-3 quiet">No failure in 24 h.</p>}
      {rest > 0 && <p className="pad-2-3 meta">{`${numberText(rest)} without a ${TITLES[field].toLowerCase()}`}</p>}
    </TitledPanel>
  );
}

function useFailures(span: ResultSpan) {
  const { timeline } = useStores().backend;
  return useWatchQuery<{ readonly span: ResultSpan; readonly sums: FacetSums }>(
    JSON.stringify(span),
    async ({ watch, signal }) => {
      const fields = [...whereFields, 'outcome' as const];
      const query = { watch, filter: failuresIn(span), at: span.to, after: 0, fields };
      let sums = EMPTY_FACETS;
      const read = (to: number | null) => timeline.facets.query({ ...query, to });
      for await (const { value } of summed(read, EMPTY_FACETS, withFacets)) {
        if (signal.aborted) return null;
        sums = value;
      }
      return { span, sums };
    },
  );
}
