/** The provider's own sentences. Every entry is available: the first ones immediately, the rest on request. */
import type { ProviderSentence } from '../../../../src-shared/service/provider-sentences.ts';
import { Untrusted } from '../../../components/Untrusted.tsx';
import pane from '../../../components/detail/DetailPane.module.css';
import styles from './EventPane.module.css';
import { FirstFew } from './FirstFew.tsx';

export function ProviderText({ sentences }: { sentences: readonly ProviderSentence[] }) {
  if (sentences.length === 0) return null;
  return (
    <div className={styles['card']}>
      <h3 className={pane['heading']}>Provider says</h3>
      <FirstFew
        items={sentences}
        first={3}
        className={styles['sentences']}
        renderItem={(entry) => <ProviderSentenceLine entry={entry} />}
      />
    </div>
  );
}

function ProviderSentenceLine({ entry: { sentence, code, type, count } }: { entry: ProviderSentence }) {
  const source = [type, code].filter((part) => part !== null).join(' ');
  return (
    <>
      {sentence !== null && (
        <p>
          “<Untrusted text={sentence} />”
        </p>
      )}
      {(source !== '' || count > 1) && (
        <p className="mono quiet">
          <Untrusted text={source} />
          {count > 1 && ` × ${count}`}
        </p>
      )}
    </>
  );
}
