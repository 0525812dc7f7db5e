/** Who has taken something: initials in a disc, a dashed ring where nobody has. Their name stands beside it, or is read out. */
import type { Author } from '../../../src-shared/domain/action.ts';
import { initials, ownerWords } from '../../../src-shared/words/ownership-words.ts';
import { usePerson } from '../../stores/use-author.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Untrusted } from '../Untrusted.tsx';
import styles from './OwnerMark.module.css';

/** @param word beside the mark; without it, for a screen reader alone */
export function OwnerMark({ owner, word = false }: { owner: Pick<Author, 'id' | 'name'> | null; word?: boolean }) {
  const me = usePerson();
  return (
    <span className={styles['owner']}>
      <span className={styles['disc']} data-nobody={owner === null} aria-hidden="true">
        {owner === null ? '' : visibleText(initials(owner.name))}
      </span>
      <span className={word ? styles['name'] : 'visually-hidden'}>
        <Untrusted text={ownerWords(owner, me)} />
      </span>
    </span>
  );
}
