/** Lists the incidents of the provider's status page in a span, or says that they are not known. */
import { ExternalLink } from 'lucide-react';
import { openableAddress } from '../../../src-shared/lib/openable-address.ts';
import { PROVIDER_WORDS, statusPageWords } from '../../../src-shared/words/provider/incident-words.ts';
import { useAppearance, useKnownNow } from '../../stores/use-stores.ts';
import { ianaZone } from '../../time/zoned-time.ts';
import { ScrollRegion } from '../ScrollRegion.tsx';
import { TitledPanel } from '../TitledPanel.tsx';
import { Untrusted } from '../Untrusted.tsx';
import styles from './ProviderWordsView.module.css';
import { useStatusPage } from './use-status-page.ts';

const STEP_MS = 60_000;

/** @param props the span, UTC epoch ms. Its end may move, which alone causes no load. */
export function ProviderWordsView({ spanKey, from, to }: { spanKey: string; from: number; to: number }) {
  const page = useStatusPage(spanKey, { from, to });
  const now = useKnownNow(STEP_MS);
  const zone = useAppearance((state) => state.zone);
  if (page === null) return null;
  const { incidents, known } = statusPageWords(page, now, ianaZone(zone));
  const newestFirst = incidents.map((words, index) => ({ ...words, ...linkOf(page.incidents[index]) })).toReversed();
  return (
    <TitledPanel title="Is it only us?" note={PROVIDER_WORDS}>
      <ScrollRegion label="Provider’s status page" className={styles['body']}>
        {newestFirst.length > 0 && (
          <ul className="grid gap-2 unmarked" aria-label="Incidents on the provider’s status page">
            {newestFirst.map(({ id, title, when, words, remark, link }) => (
              <li key={id} className="pretty">
                <Untrusted text={title} as="b" />, {when}. <Untrusted text={words} />{' '}
                <Untrusted text={remark} className="meta" />
                {link !== null && (
                  <>
                    {' '}
                    <a className="inline-row gap-1" href={link} target="_blank" rel="noopener noreferrer">
                      <ExternalLink size={12} aria-hidden="true" />
                      Open it
                    </a>
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
        <Untrusted text={known} as="p" className="quiet" />
      </ScrollRegion>
    </TitledPanel>
  );
}

function linkOf(incident: { readonly id: string; readonly link: string | null } | undefined) {
  const { id = '', link = null } = incident ?? {};
  return { id, link: link === null ? null : (openableAddress(link)?.href ?? null) };
}
