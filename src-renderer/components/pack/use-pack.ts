import { useMemo, useState } from 'react';
import { useHost } from '../../stores/queries/use-query.ts';
import { useRequest } from '../../stores/queries/use-request.ts';
import { useWatchQuery } from '../../stores/queries/use-watch-query.ts';
import type { PackQuery, SavedPack } from '../../../src-shared/api/reports.ts';
import { type MaskedField, DEFAULT_PACK_MASKED_FIELDS } from '../../../src-shared/domain/event/masked-fields.ts';
import { useMayExport, useRequiredMasks, withRequired } from '../../stores/queries/use-managed.ts';
import { usePerson } from '../../stores/use-author.ts';
import { useAppearance, useStores, useWatch } from '../../stores/use-stores.ts';
import { ianaZone } from '../../time/zoned-time.ts';
import { download } from '../controls/save-file.ts';

export type PackPart = PackQuery['parts'][number];

/** Included by default; the user must add other parts. */
const DEFAULT_PARTS: readonly PackPart[] = ['report', 'raw', 'coverage', 'actions'];

export function usePack(initialSubject: PackQuery['of']) {
  const { backend } = useStores();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const isAnswering = useWatch(({ wire }) => wire.kind === 'open');
  const zone = useAppearance((state) => state.zone);
  const isDesktop = useHost()?.capabilities.desktop === true;
  const person = usePerson();
  const [name, setName] = useState('');
  const by = person?.name ?? name.trim();
  const [chosen, setMask] = useState<readonly MaskedField[]>(DEFAULT_PACK_MASKED_FIELDS);
  const required = useRequiredMasks();
  const mayExport = useMayExport();
  const mask = useMemo(() => withRequired(chosen, required), [chosen, required]);
  const [parts, setParts] = useState<readonly PackPart[]>(DEFAULT_PARTS);
  const [ticket, setTicket] = useState('');
  const saving = useRequest();
  const [file, setFile] = useState<SavedPack | null>(null);
  // Fixed while the dialog is open; the caller may pass a new object in each render.
  const [subject] = useState(initialSubject);
  const query = useMemo<PackQuery | null>(
    () => (watch === null ? null : { watch, of: subject, mask, parts: [...parts], ticket, zone: ianaZone(zone), by }),
    [watch, subject, mask, parts, ticket, zone, by],
  );
  // Previews take a while: with a constant key, they are loaded one at a time, and the last one stays until the next.
  const { value: preview, error: previewError } = useWatchQuery(
    query === null ? null : 'pack',
    async () => query && backend.packs.preview.query(query),
    { revision: query },
  );

  return {
    preview,
    previewError,
    mask,
    parts,
    ticket,
    saving,
    file,
    isAnswering: isAnswering && mayExport,
    required,
    /** The typed name of the user; null if it is known. */
    name: person === null ? name : null,
    setName,
    setTicket,
    toggleMask: (one: MaskedField) => setMask(withToggled(mask, one)),
    togglePart: (one: PackPart) => setParts(withToggled(parts, one)),
    /** Returns the complete report as text; rejects if the request fails. */
    text: async () => (query === null ? '' : (await backend.packs.text.query(query)).text),
    save: async () =>
      query !== null &&
      !saving.isRunning &&
      saving.run(async () => {
        const saved = await backend.packs.save.mutate(query);
        setFile(saved);
        // The user of a browser may not reach the folder in which the backend saves.
        if (saved.href !== null && !isDesktop) download(saved.href, saved.fileName);
      }),
  };
}

function withToggled<One>(all: readonly One[], one: One): readonly One[] {
  return all.includes(one) ? all.filter((other) => other !== one) : [...all, one];
}
