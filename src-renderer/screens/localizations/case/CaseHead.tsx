import type { CaseSummary } from '../../../../src-shared/api/cases.ts';
import { parseCauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import { causeWords } from '../../../../src-shared/words/case-words.ts';
import { ownerWords } from '../../../../src-shared/words/ownership-words.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { CopyButton } from '../../../components/controls/CopyButton.tsx';
import { LastReported } from '../../../components/LastReported.tsx';
import type { ActionTarget } from '../../../stores/action-prompt-store.ts';
import type { CaseActions } from '../../../components/case-actions/use-case-actions.tsx';
import { StepButtons } from '../../../components/detail/PaneHead.tsx';
import { Time } from '../../../components/Time.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { countryLabel } from '../../../../src-shared/words/country-words.ts';
import { usePerson } from '../../../stores/use-author.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { CaseHeading } from './CaseHeading.tsx';
import styles from './CaseHeading.module.css';

export interface CasePosition {
  readonly at: number;
  readonly total: number;
  readonly step: (by: 1 | -1) => void;
}

interface CaseHeadProps {
  readonly summary: CaseSummary;
  readonly position: CasePosition | null;
  readonly actions: CaseActions;
  readonly target: ActionTarget;
  readonly close: () => void;
}

export function caseTitle({ cause, consequence, outcome, openedAt, ended, operation }: CaseSummary): string {
  const failed = cause === null ? null : parseCauseKey(cause);
  const isOpen = outcome === 'in-progress' || (outcome === 'unknown' && consequence !== 'not-known');
  if (openedAt !== null && failed !== null) return causeWords(failed, isOpen ? 'failed' : outcome);
  if (ended === 'well') return 'Recovered';
  if (ended === 'done' && failed !== null) return `${causeWords(failed)}, done`;
  return causeWords({ kind: 'localization', operation }, outcome);
}

export function CaseHead({ summary, position, actions, target, close }: CaseHeadProps) {
  const { eid, iccid, countryCode, outcome, owner, ended, endedAt, endedBy } = summary;
  const me = usePerson();
  return (
    <CaseHeading
      outcome={outcome}
      title={caseTitle(summary)}
      target={target}
      actions={actions}
      isPrimary={owner === null && summary.consequence === 'not-known'}
      close={close}
    >
      {eid === null ? (
        <span>No EID given</span>
      ) : (
        <span>
          EID <Untrusted as="code" text={eid} /> <CopyButton text={eid} label="Copy EID" />
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
            ICCID <Untrusted as="code" text={iccid} /> <CopyButton text={iccid} label="Copy ICCID" />
          </>
        )}
      </span>
      {countryCode !== null && (
        <span className={styles['country']}>{countryLabel(countryCode) ?? <Untrusted text={countryCode} />}</span>
      )}
      {endedAt !== null && ended === 'done' && (
        <span>
          {`done by ${visibleText(ownerWords(endedBy, me))}, `}
          <Time at={endedAt} zoned />
        </span>
      )}
      <LastReported newestAt={summary.lastAt} />
      {position !== null && <Stepper position={position} />}
    </CaseHeading>
  );
}

function Stepper({ position: { at, total, step } }: { position: CasePosition }) {
  return (
    <span className={styles['steps']}>
      {numberText(at)} of {numberText(total)}
      <StepButtons noun="Case" commands="case" isFirst={at <= 1} isLast={at >= total} step={step} />
    </span>
  );
}
