/** The provider's sentences in a received text, without holding the page up. */
import { useEffect, useMemo, useState } from 'react';
import { type ProviderSentence, providerSentences } from '../../../../src-shared/service/provider-sentences.ts';
import { pageSliceScheduler } from '../../../text/run-in-slices.ts';

/** Parsed within a millisecond or two: nothing need appear later. */
const MAX_SYNC_CHARS = 50_000;
const NONE: readonly ProviderSentence[] = [];

/** Of a long text they come a moment later, in a task of their own. */
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
