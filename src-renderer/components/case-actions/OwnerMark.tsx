/** Initials in a disc, or a dashed ring if unassigned. */
import type { Author } from '../../../src-shared/domain/cases/action.ts';
import { initials, ownerWords } from '../../../src-shared/words/ownership-words.ts';
import { usePerson } from '../../stores/use-author.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Untrusted } from '../Untrusted.tsx';
import styles from './OwnerMark.module.css';

export function OwnerMark({ owner, word = false }: { owner: Pick<Author, 'id' | 'name'> | null; word?: boolean }) {
  const me = usePerson();
  return (
    <span className="inline-row shrinks gap-narrow nowrap">
      <span className={styles['disc']} data-nobody={owner === null} aria-hidden="true">
        {owner === null ? '' : visibleText(initials(owner.name))}
      </span>
      <Untrusted className={word ? styles['name'] : 'visually-hidden'} text={ownerWords(owner, me)} />
    </span>
  );
}
