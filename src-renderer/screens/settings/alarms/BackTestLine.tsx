/** The effect of edited alarm settings on the last 90 days. Read when a user asks for it, and again after each change. */
import type * as z from 'zod';
import { useState } from 'react';
import type { BackTest, backTestInputSchema } from '../../../../src-shared/api/quality/back-test.ts';
import {
  backTestLimits,
  backTestWords,
  changedEffectWords,
} from '../../../../src-shared/words/alarms/back-test-words.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import { useWatchQuery, type WatchQuery } from '../../../stores/queries/use-watch-query.ts';
import { useStores } from '../../../stores/use-stores.ts';
import { useTimeText } from '../../../stores/use-time-text.ts';
import { visibleText } from '../../../text/visible-text.ts';

export type AlarmConfiguration = Pick<z.infer<typeof backTestInputSchema>, 'settings' | 'views'>;

const SPAN_MS = 90 * 86_400_000;
/** A back-test reads for seconds. */
const PAUSE_MS = 700;

/** Reads nothing while `configuration` is null. */
export function useBackTest(configuration: AlarmConfiguration | null, withLoad: boolean): WatchQuery<BackTest> {
  const stores = useStores();
  return useWatchQuery<BackTest>(
    configuration && JSON.stringify([configuration, withLoad]),
    async ({ watch, signal }) => {
      if (configuration === null) return null;
      const { settings, views } = configuration;
      const from = stores.now() - SPAN_MS;
      return stores.backend.alarms.backTest.query({ watch, settings, views, from, withLoad }, { signal });
    },
    { pauseMs: PAUSE_MS },
  );
}

/** `settings`, `views`: as edited, saved or not. Compares them with what they were when it appeared. */
export function BackTestLine({ saved, settings, views }: AlarmConfiguration & { readonly saved?: AlarmConfiguration }) {
  const [isAsked, setAsked] = useState(false);
  const [first] = useState(saved ?? { settings, views });
  const edited = { settings, views };
  const isChanged = JSON.stringify(edited) !== JSON.stringify(first);
  const before = useBackTest(isAsked ? first : null, false);
  const after = useBackTest(isAsked && isChanged ? edited : null, false);
  const timeText = useTimeText();
  if (!isAsked)
    return (
      <p className="row wraps gap-1-2">
        <Button onClick={() => setAsked(true)}>Back-test</Button>
        <span className="meta">what these rules would have done in the last 90 days</span>
      </p>
    );
  const { value, error } = isChanged ? after : before;
  return (
    <div className="stack gap-1">
      <output>{value === null ? error === null && 'Reading the last 90 days …' : backTestWords(value)}</output>
      {isChanged && value !== null && before.value !== null && (
        <p>With your changes: {changedEffectWords(before.value.effect, value.effect)}</p>
      )}
      {value !== null && <p className="meta">{visibleText(backTestLimits(value, timeText).join(' '))}</p>}
      <ErrorNote intro="The rules could not be back-tested." error={error} />
    </div>
  );
}
