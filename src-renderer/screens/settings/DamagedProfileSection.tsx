/**
 * Shows a profile whose file cannot be parsed and the error. The file stays unchanged until the user repairs or deletes
 * it.
 */
import type { ProfileEntry } from '../../../src-shared/api/profiles.ts';
import { errorWords } from '../../words/error-words.ts';
import { visibleText } from '../../text/visible-text.ts';
import { DeleteAction } from './DeleteAction.tsx';
import styles from './Settings.module.css';

export function DamagedProfileSection({ entry }: { entry: ProfileEntry }) {
  return (
    <section className={styles['plain']} aria-label="Damaged profile">
      <h2 className={styles['title']}>{visibleText(entry.name)}</h2>
      <p className={styles['refusal']} role="alert">
        {entry.problem === null ? 'This profile cannot be read.' : visibleText(errorWords(entry.problem))}
      </p>
      <p className={styles['intro']}>
        Nothing was overwritten. Repair the file and reload this page, or delete the profile and set it up again; its
        stored events can stay.
      </p>
      <DeleteAction entry={entry} />
    </section>
  );
}
