import { useEffect, useMemo, useRef, useState } from 'react';
import type { PackPreview, PackQuery, SavedPack } from '../../../src-shared/api/reports.ts';
import { type MaskedField, DEFAULT_PACK_MASKED_FIELDS } from '../../../src-shared/domain/event/masked-fields.ts';
import { asError } from '../../backend/backend-error.ts';
import { usePerson } from '../../stores/use-author.ts';
import { useAppearance, useStores, useWatch } from '../../stores/use-stores.ts';
import { ianaZone } from '../../time/zoned-time.ts';

export type PackPart = PackQuery['parts'][number];

/** Included by default; the user must add other parts. */
const DEFAULT_PARTS: readonly PackPart[] = ['report', 'raw', 'coverage', 'facts'];

export type PackSaveState =
  | { readonly kind: 'none' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved'; readonly file: SavedPack }
  | { readonly kind: 'failed'; readonly error: Error };

const NOT_LOADED = { preview: null, trouble: null };

export function usePack(initialSubject: PackQuery['of']) {
  const { backend } = useStores();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const isAnswering = useWatch(({ wire }) => wire.kind === 'open');
  const zone = useAppearance((state) => state.zone);
  const by = usePerson()?.name ?? '';
  const [mask, setMask] = useState<readonly MaskedField[]>(DEFAULT_PACK_MASKED_FIELDS);
  const [parts, setParts] = useState<readonly PackPart[]>(DEFAULT_PARTS);
  const [ticket, setTicket] = useState('');
  const [read, setRead] = useState<{ readonly preview: PackPreview | null; readonly trouble: Error | null }>(
    NOT_LOADED,
  );
  const [work, setWork] = useState<PackSaveState>({ kind: 'none' });
  // Fixed while the dialog is open; the caller may pass a new object in each render.
  const [subject] = useState(initialSubject);
  const query = useMemo<PackQuery | null>(
    () =>
      watch === null
        ? null
        : { watch, of: subject, mask: [...mask], parts: [...parts], ticket, zone: ianaZone(zone), by },
    [watch, subject, mask, parts, ticket, zone, by],
  );
  /** Previews take a while: requests are sent one at a time, and of those that wait only the last one is sent. */
  const pendingRequest = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    if (query === null || !isAnswering) return undefined;
    let isCurrent = true;
    const load = async (before: Promise<unknown>): Promise<void> => {
      await before;
      if (!isCurrent) return;
      try {
        const preview = await backend.packs.preview.query(query);
        if (isCurrent) setRead({ preview, trouble: null });
      } catch (error) {
        if (isCurrent) setRead((previous) => ({ ...previous, trouble: asError(error) }));
      }
    };
    pendingRequest.current = load(pendingRequest.current);
    return () => {
      isCurrent = false;
    };
  }, [backend, query, isAnswering]);

  return {
    ...read,
    mask,
    parts,
    ticket,
    work,
    isAnswering,
    setTicket,
    toggleMask: (one: MaskedField) => setMask(withToggled(mask, one)),
    togglePart: (one: PackPart) => setParts(withToggled(parts, one)),
    /** Returns the complete report as text; rejects if the request fails. */
    text: async () => (query === null ? '' : (await backend.packs.text.query(query)).text),
    async save(): Promise<boolean> {
      if (query === null || work.kind === 'saving') return false;
      setWork({ kind: 'saving' });
      try {
        setWork({ kind: 'saved', file: await backend.packs.save.mutate(query) });
        return true;
      } catch (error) {
        setWork({ kind: 'failed', error: asError(error) });
        return false;
      }
    },
  };
}

function withToggled<One>(all: readonly One[], one: One): readonly One[] {
  return all.includes(one) ? all.filter((other) => other !== one) : [...all, one];
}
