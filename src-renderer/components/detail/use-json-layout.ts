/** The layout of a received text, made without holding the page up. */
import { useLayoutEffect, useState } from 'react';
import { inSlices, pageSlices } from '../../text/in-slices.ts';
import { type JsonLayout, layOutJson } from '../../text/json-layout.ts';

/** `working` for as long as it takes; `null`: it is no JSON. */
export function useJsonLayout(raw: string): JsonLayout | null | 'working' {
  const [made, setMade] = useState<{ of: string; layout: JsonLayout | null } | null>(null);
  useLayoutEffect(() => inSlices(layOutJson(raw), pageSlices, (layout) => setMade({ of: raw, layout })), [raw]);
  return made?.of === raw ? made.layout : 'working';
}
