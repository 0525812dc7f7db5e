import { Download } from 'lucide-react';
import { useCommand } from '../../../commands/use-commands.ts';
import { useExports, useStores } from '../../../stores/use-stores.ts';
import { NewSearchExport } from '../../subscriptions/export/NewSearchExport.tsx';
import { ExportProgress } from './ExportProgress.tsx';
import { NewExport } from './NewExport.tsx';

export function ExportDialogs() {
  const { exports } = useStores();
  const dialog = useExports((state) => state.dialog);
  const jobs = useExports((state) => state.jobs) ?? [];
  const close = () => exports.show(null);
  const [newest] = jobs;
  useCommand({
    id: 'exports.list',
    title: 'Show the exports',
    group: 'Filter',
    icon: Download,
    unavailable: newest === undefined ? 'Nothing was exported since Watchfloor started.' : null,
    run: () => newest !== undefined && exports.show({ kind: 'job', id: newest.id }),
  });
  if (dialog === null) return null;
  if (dialog.kind === 'new') return <NewExport filter={dialog.filter} close={close} />;
  if (dialog.kind === 'new-search') return <NewSearchExport request={dialog} close={close} />;
  const job = jobs.find(({ id }) => id === dialog.id);
  return job === undefined ? null : (
    <ExportProgress key={job.id} job={job} downloads={dialog.isNew === true} close={close} />
  );
}
