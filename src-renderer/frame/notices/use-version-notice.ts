import { useState } from 'react';
import { useHost } from '../../stores/queries/use-query.ts';
import { useStores } from '../../stores/use-stores.ts';
import type { Notice } from './notices.ts';

interface Seen {
  readonly version: string;
  readonly at: number;
}

export function useVersionNotice(): Notice | null {
  const stores = useStores();
  const version = useHost()?.version ?? null;
  const [first, setFirst] = useState<Seen | null>(null);
  const [last, setLast] = useState<Seen | null>(null);
  if (version !== null && version !== last?.version) {
    const seen = { version, at: stores.now() };
    setLast(seen);
    if (first === null) setFirst(seen);
  }
  if (first === null || last === null || first.version === last.version) return null;
  return {
    kind: 'other-version',
    tone: 'partial',
    title: `Watchfloor now runs version ${last.version}`,
    at: last.at,
    words: `This page is of version ${first.version}. Reload it when nothing is left unsaved.`,
  };
}
