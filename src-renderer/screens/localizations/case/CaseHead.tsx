import { ChevronDown, ChevronUp } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CaseSummary } from '../../../../src-shared/api/cases.ts';
import { parseCauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import { causeWords } from '../../../../src-shared/words/case-words.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { CloseButton } from '../../../components/controls/CloseButton.tsx';
import { CopyButton } from '../../../components/controls/CopyButton.tsx';
import { OutcomeMark } from '../../../components/OutcomeMark.tsx';
import { Tooltip } from '../../../components/overlay/Tooltip.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useMediaQuery } from '../../../theme/use-media-query.ts';
import { countryName } from '../../../../src-shared/words/country-words.ts';
import styles from './CaseHead.module.css';

export interface CasePosition {
  readonly at: number;
  readonly total: number;
  readonly step: (by: 1 | -1) => void;
}

interface CaseHeadProps {
  readonly summary: CaseSummary;
  readonly position: CasePosition | null;
  readonly actions: ReactNode;
  readonly close: () => void;
}

/** Examples: "Allocation failed", "Recovered". */
export function caseTitle({ cause, consequence, outcome, openedAt, ended, operation }: CaseSummary): string {
  const failed = cause === null ? null : parseCauseKey(cause);
  const isOpen = outcome === 'in-progress' || (outcome === 'unknown' && consequence !== 'not-known');
  if (openedAt !== null && failed !== null) return causeWords(failed, isOpen ? 'failed' : outcome);
  if (ended === 'well') return 'Recovered';
  if (ended === 'done' && failed !== null) return `${causeWords(failed)}, done`;
  return causeWords({ kind: 'localization', operation }, outcome);
}

export function CaseHead({ summary, position, actions, close }: CaseHeadProps) {
  const covers = useMediaQuery('(max-width: 1100px)');
  const { eid, iccid, countryCode, outcome } = summary;
  return (
    <header className={styles['head']}>
      <div className={styles['line']}>
        <h2 className={styles['title']}>
          <OutcomeMark outcome={outcome} />
          {caseTitle(summary)}
        </h2>
        {actions}
        {covers && <CloseButton close={close} />}
      </div>
      <div className={styles['about']}>
        {eid === null ? (
          <span>No EID given</span>
        ) : (
          <span>
            EID{' '}
            <code>
              <Untrusted text={eid} />
            </code>{' '}
            <CopyButton text={eid} label="Copy EID" />
          </span>
        )}
        <span>
          {iccid === null ? (
            summary.operation === 'DOWNLOADED' ? (
              'no profile: download failed'
            ) : (
              'no ICCID given'
            )
          ) : (
            <>
              ICCID{' '}
              <code>
                <Untrusted text={iccid} />
              </code>
            </>
          )}
        </span>
        {countryCode !== null && (
          <span className={styles['country']}>{countryName(countryCode) ?? <Untrusted text={countryCode} />}</span>
        )}
        {position !== null && <Stepper position={position} />}
      </div>
    </header>
  );
}

function Stepper({ position: { at, total, step } }: { position: CasePosition }) {
  return (
    <span className={styles['steps']}>
      {numberText(at)} of {numberText(total)}
      <Tooltip label="Case above" command="case.previous">
        <button
          type="button"
          className="icon-button"
          aria-label="Case above"
          disabled={at <= 1}
          onClick={() => step(-1)}
        >
          <ChevronUp size={16} aria-hidden="true" />
        </button>
      </Tooltip>
      <Tooltip label="Case below" command="case.next">
        <button
          type="button"
          className="icon-button"
          aria-label="Case below"
          disabled={at >= total}
          onClick={() => step(1)}
        >
          <ChevronDown size={16} aria-hidden="true" />
        </button>
      </Tooltip>
    </span>
  );
}
