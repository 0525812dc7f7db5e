/** The layout of a received text, made without holding the page up. */
import { useLayoutEffect, useState } from 'react';
import { runInSlices, pageSliceScheduler } from '../../text/run-in-slices.ts';
import { type JsonLayout, layOutJson } from '../../text/json-layout.ts';

/** `working` for as long as it takes; `null`: it is no JSON. */
export function useJsonLayout(raw: string): JsonLayout | null | 'working' {
  const [made, setMade] = useState<{ of: string; layout: JsonLayout | null } | null>(null);
  useLayoutEffect(
    () => runInSlices(layOutJson(raw), pageSliceScheduler, (layout) => setMade({ of: raw, layout })),
    [raw],
  );
  return made?.of === raw ? made.layout : 'working';
}
