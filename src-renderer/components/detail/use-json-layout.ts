import { useLayoutEffect, useState } from 'react';
import { runInSlices, pageSliceScheduler } from '../../text/run-in-slices.ts';
import { type JsonLayout, layOutJson } from '../../text/json-layout.ts';

export function useJsonLayout(raw: string): JsonLayout | null | 'working' {
  const [made, setMade] = useState<{ raw: string; layout: JsonLayout | null } | null>(null);
  useLayoutEffect(() => runInSlices(layOutJson(raw), pageSliceScheduler, (layout) => setMade({ raw, layout })), [raw]);
  return made?.raw === raw ? made.layout : 'working';
}
