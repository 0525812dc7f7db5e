import type { ExportDialogState } from '../../../stores/exports-store.ts';
import { useExports } from '../../../stores/use-stores.ts';
import { NewSearchExport } from '../../subscriptions/export/NewSearchExport.tsx';
import { ExportProgress } from './ExportProgress.tsx';
import { NewExport } from './NewExport.tsx';

export interface ExportDialogsViewProps {
  readonly dialog: ExportDialogState;
  readonly close: () => void;
}

export function ExportDialogsView({ dialog, close }: ExportDialogsViewProps) {
  const jobs = useExports((state) => state.jobs) ?? [];
  if (dialog.kind === 'new') return <NewExport filter={dialog.filter} close={close} />;
  if (dialog.kind === 'new-search') return <NewSearchExport request={dialog} close={close} />;
  const job = jobs.find(({ id }) => id === dialog.id);
  return job === undefined ? null : (
    <ExportProgress key={job.id} job={job} downloads={dialog.isNew === true} close={close} />
  );
}
