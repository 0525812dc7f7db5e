import { Untrusted } from '../../../components/Untrusted.tsx';
import { useExports, useStores } from '../../../stores/use-stores.ts';
import { exportStateWords } from '../../../words/export-words.ts';
import styles from './Export.module.css';

/** Newest first; the files of older ones are in their folder. */
const MAX_LISTED = 8;

export function OtherExports({ shown }: { shown: string }) {
  const { exports } = useStores();
  const jobs = useExports((state) => state.jobs) ?? [];
  const others = jobs.filter(({ id }) => id !== shown).slice(0, MAX_LISTED);
  if (others.length === 0) return null;
  return (
    <section>
      <h3 className="meta">Other exports</h3>
      <ul className="unmarked">
        {others.map((job) => (
          <li key={job.id}>
            <button type="button" className={styles['other']} onClick={() => exports.show({ kind: 'job', id: job.id })}>
              <Untrusted className="mono ellipsis shrinks" text={job.fileName} truncate="end" />
              <span className={job.state.kind === 'failed' ? 'small failed' : 'meta'}>{exportStateWords(job)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
