/** The answer, the search behind it, the subscriptions, and what it does not prove. */
import { Download, Search } from 'lucide-react';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import { saveText } from '../../../components/controls/save-file.ts';
import type { ReactNode } from 'react';
import type { GapFindings } from '../../../../src-shared/api/searches.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { Button, ButtonLink } from '../../../components/controls/Button.tsx';
import { Time } from '../../../components/Time.tsx';
import { useIsHidden } from '../../../rules/use-page-rules.ts';
import type { CheckedGap } from './gap-check.ts';
import { gapResultWords, countsWords, fewerEventsWords, marginWords, NO_PROOF } from './gap-check-words.ts';
import { FindingsTable } from './FindingsTable.tsx';
import styles from './GapPane.module.css';
import { useFindings } from './use-gap-check.ts';

interface GapCheckResultProps {
  readonly gap: number;
  readonly found: CheckedGap;
  readonly recheckButton: ReactNode;
}

export function GapCheckResult({ gap, found, recheckButton }: GapCheckResultProps) {
  const state = useFindings(gap, found);
  const findings = state.kind === 'read' ? state.findings : null;
  return (
    <>
      <h3 className="strong section-size balanced">{gapResultWords(found)}</h3>
      {findings !== null && <CheckedQuery findings={findings} />}
      {state.kind === 'reading' && <p className="quiet after-a-moment">Reading the result …</p>}
      {state.kind === 'failed' && (
        <ErrorNote intro="The result cannot be read now." error={state.error}>
          <Button size="compact-xs" variant="subtle" onClick={state.retry}>
            Try again
          </Button>
        </ErrorNote>
      )}
      <div className={styles['actions']}>
        <ButtonLink href={hrefOf('subscriptions', { search: found.search })} icon={Search}>
          Open as search
        </ButtonLink>
        {findings !== null && <ExportMissed gap={gap} findings={findings} />}
        {recheckButton}
      </div>
      {findings !== null && (
        <>
          <FindingsTable findings={findings} />
          <FewerEventsNote found={found} findings={findings} />
        </>
      )}
      <p className="quiet pretty">{NO_PROOF}</p>
    </>
  );
}

function CheckedQuery({ findings: { askedAt, from, to, margin, clockDiffersMs, counts } }: { findings: GapFindings }) {
  return (
    <p className="quiet pretty">
      The inventory was checked at <Time at={askedAt} zoned /> for <code>lastModifiedAt</code> from <Time at={from} />{' '}
      to <Time at={to} /> ({marginWords(margin, clockDiffersMs)}). {countsWords(counts)}
    </p>
  );
}

/** Events and searches have different retention, so the counts can differ from those of the check. */
function FewerEventsNote({ found, findings }: { found: CheckedGap; findings: GapFindings }) {
  const words = fewerEventsWords((found.missed ?? 0) - findings.counts.missed);
  return words === null ? null : <p className="quiet pretty">{words}</p>;
}

function ExportMissed({ gap, findings: { missed, counts } }: { gap: number; findings: GapFindings }) {
  const isHidden = useIsHidden('export-subscriptions');
  const ids = missed.map(({ id }) => id).filter((id) => id !== null);
  if (isHidden || ids.length === 0) return null;
  return (
    <Button
      icon={Download}
      onClick={() => saveText(`gap-${gap}-possibly-missed.txt`, 'text/plain', `${ids.join('\n')}\n`)}
    >
      Export {ids.length < counts.missed && 'the first '}
      {numberText(ids.length)}
    </Button>
  );
}
