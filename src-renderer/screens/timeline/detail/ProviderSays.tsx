/** The provider's own words of what failed, under ours. Every entry is there: the first ones at once, the rest on demand. */
import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { ProviderSentence } from '../../../../src-shared/service/provider-sentences.ts';
import { Untrusted } from '../../../components/Untrusted.tsx';
import styles from './EventPane.module.css';

const FIRST = 3;
/** With each press: no event is so bad that its page should stand still. */
const MORE = 50;

export function ProviderSays({ sentences }: { sentences: readonly ProviderSentence[] }) {
  const [shown, setShown] = useState(FIRST);
  if (sentences.length === 0) return null;
  const hidden = sentences.length - shown;
  return (
    <div className={styles['card']}>
      <h3 className={styles['heading']}>Provider says</h3>
      <ul className={styles['sentences']}>
        {sentences.slice(0, shown).map((said, index) => (
          <li key={index}>
            <Said said={said} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <UnstyledButton className={styles['more']} onClick={() => setShown(shown + MORE)}>
          +{hidden} more
        </UnstyledButton>
      )}
    </div>
  );
}

function Said({ said: { sentence, code, type, count } }: { said: ProviderSentence }) {
  const source = [type, code].filter((part) => part !== null).join(' ');
  return (
    <>
      {sentence !== null && (
        <p>
          “<Untrusted text={sentence} />”
        </p>
      )}
      {(source !== '' || count > 1) && (
        <p className={styles['source']}>
          <Untrusted text={source} />
          {count > 1 && ` × ${count}`}
        </p>
      )}
    </>
  );
}
