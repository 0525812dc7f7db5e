import { Download } from 'lucide-react';
import { Tooltip } from '../components/overlay/Tooltip.tsx';
import { shownInBar } from '../stores/exports-store.ts';
import { useExports, useStores } from '../stores/use-stores.ts';
import { visibleText } from '../text/visible-text.ts';
import { exportShare, exportStateWords } from '../words/export-words.ts';
import styles from './ExportsButton.module.css';

export function ExportsButton() {
  const { exports } = useStores();
  const job = useExports(shownInBar);
  if (job === null) return null;
  const words = exportStateWords(job);
  return (
    <Tooltip label={`Export of ${visibleText(job.fileName)}: ${words}`}>
      <button
        type="button"
        className={styles['button']}
        data-failed={job.state.kind === 'failed'}
        aria-label={`Export ${words}`}
        onClick={() => exports.show({ kind: 'job', id: job.id })}
      >
        <Download size={14} aria-hidden="true" />
        <span className="to-end nowrap">{words}</span>
        {job.state.kind === 'running' && (
          <progress className={styles['progress']} max={1} value={exportShare(job) ?? undefined} aria-hidden="true" />
        )}
      </button>
    </Tooltip>
  );
}
