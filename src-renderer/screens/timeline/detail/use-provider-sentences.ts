import { useEffect, useMemo, useState } from 'react';
import { type ProviderSentence, providerSentences } from '../../../../src-shared/service/provider-sentences.ts';
import { pageSliceScheduler } from '../../../text/run-in-slices.ts';

/** Short enough to parse within 1 to 2 ms. */
const MAX_SYNC_CHARS = 50_000;
const NONE: readonly ProviderSentence[] = [];

/** A long text is parsed in a later task. */
export function useProviderSentences(raw: string): readonly ProviderSentence[] {
  const isShort = raw.length <= MAX_SYNC_CHARS;
  const short = useMemo(() => (isShort ? providerSentences(raw) : NONE), [raw, isShort]);
  const [long, setLong] = useState({ of: '', sentences: NONE });
  useEffect(
    () =>
      isShort ? undefined : pageSliceScheduler.later(() => setLong({ of: raw, sentences: providerSentences(raw) })),
    [raw, isShort],
  );
  if (isShort) return short;
  return long.of === raw ? long.sentences : NONE;
}
