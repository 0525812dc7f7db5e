/** What is made of a received text: the provider's sentences and the layout, without holding the page up. */
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { type ProviderSentence, providerSentences } from '../../../../src-shared/service/provider-sentences.ts';
import { inSlices, pageSlices } from '../../../text/in-slices.ts';
import { type JsonLayout, layOutJson } from '../../../text/json-layout.ts';

/** Parsed within a millisecond or two: nothing need appear later. */
const SHORT_CHARS = 50_000;
const NONE: readonly ProviderSentence[] = [];

/** Of a long text they come a moment later, in a task of their own. */
export function useProviderSentences(raw: string): readonly ProviderSentence[] {
  const isShort = raw.length <= SHORT_CHARS;
  const short = useMemo(() => (isShort ? providerSentences(raw) : NONE), [raw, isShort]);
  const [long, setLong] = useState({ of: '', sentences: NONE });
  useEffect(
    () => (isShort ? undefined : pageSlices.later(() => setLong({ of: raw, sentences: providerSentences(raw) }))),
    [raw, isShort],
  );
  if (isShort) return short;
  return long.of === raw ? long.sentences : NONE;
}

/** `working` for as long as it takes; `null`: it is no JSON. */
export function useJsonLayout(raw: string): JsonLayout | null | 'working' {
  const [made, setMade] = useState<{ of: string; layout: JsonLayout | null } | null>(null);
  useLayoutEffect(() => inSlices(layOutJson(raw), pageSlices, (layout) => setMade({ of: raw, layout })), [raw]);
  return made?.of === raw ? made.layout : 'working';
}
