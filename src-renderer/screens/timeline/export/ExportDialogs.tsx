import { Download } from 'lucide-react';
import { useCommand } from '../../../commands/use-commands.ts';
import { LaterDialog, laterPart } from '../../../components/later-part.tsx';
import { useExports, useStores } from '../../../stores/use-stores.ts';
import type { ExportDialogsViewProps } from './ExportDialogsView.tsx';

const { Part, provide } = laterPart<ExportDialogsViewProps>();

export const provideExportDialogs = provide;

export function ExportDialogs() {
  const { exports } = useStores();
  const dialog = useExports((state) => state.dialog);
  const newest = useExports((state) => state.jobs?.[0]);
  const close = () => exports.show(null);
  useCommand({
    id: 'exports.list',
    title: 'Show the exports',
    group: 'Filter',
    icon: Download,
    unavailable: newest === undefined ? 'Nothing was exported since Watchfloor started.' : null,
    run: () => newest !== undefined && exports.show({ kind: 'job', id: newest.id }),
  });
  if (dialog === null) return null;
  return <Part dialog={dialog} close={close} otherwise={<LaterDialog label="Export" close={close} />} />;
}
