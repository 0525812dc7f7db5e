import { useRef } from 'react';
import type { CaseDetail, FailureGroup } from '../../../../src-shared/api/cases.ts';
import { type CaseKey, parseCauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import type { WatchId } from '../../../../src-shared/domain/identity.ts';
import { lastAttemptWords, stepOfCode } from '../../../../src-shared/words/case-words.ts';
import { LoadError } from '../../../components/LoadError.tsx';
import { casesTarget } from '../../../components/case-actions/action-target.ts';
import { OwnLinks } from '../../../components/links/OwnLinks.tsx';
import { caseLinkRow } from '../../../components/links/link-rows.ts';
import { useProfileName } from '../../../components/links/use-own-links.ts';
import { DetailPane } from '../../../components/detail/DetailPane.tsx';
import { useCaseActions } from '../../../components/case-actions/use-case-actions.tsx';
import { useSupportPack } from '../../../components/pack/use-support-pack.tsx';
import { useAsOf, useBoard, useStores } from '../../../stores/use-stores.ts';
import { useWatchQuery } from '../../../stores/queries/use-watch-query.ts';
import { Advice } from './Advice.tsx';
import { AlsoAffected } from './AlsoAffected.tsx';
import { Attempts } from './Attempts.tsx';
import { CaseHead, type CasePosition, caseTitle } from './CaseHead.tsx';
import styles from './CasePane.module.css';
import { CausePast } from './CausePast.tsx';
import { ConsequenceCard } from './ConsequenceCard.tsx';
import { CopyForCustomer } from './CopyForCustomer.tsx';
import { ActionLog } from './ActionLog.tsx';
import { Ladder } from './Ladder.tsx';
import { RawEvents } from './RawEvents.tsx';

interface CasePaneProps {
  readonly caseKey: CaseKey;
  readonly position: CasePosition | null;
  readonly groupOf: (detail: CaseDetail) => FailureGroup | null;
  readonly close: () => void;
}

export function CasePane({ caseKey, position, groupOf, close }: CasePaneProps) {
  const { backend } = useStores();
  const board = useBoard((state) => state.board);
  const load = ({ watch }: { readonly watch: WatchId }) => backend.cases.detail.query({ watch, key: caseKey });
  const { value, error, retry } = useWatchQuery(caseKey, load, { revision: board });
  if (value !== null) return <CaseContent detail={value} position={position} group={groupOf(value)} close={close} />;
  if (error === null) return <output className="block quiet pad-4 after-a-moment">Reading the case …</output>;
  return <LoadError noun="case" error={error} retry={retry} close={close} />;
}

interface CaseContentProps extends Pick<CasePaneProps, 'position' | 'close'> {
  readonly detail: CaseDetail;
  readonly group: FailureGroup | null;
}

function CaseContent({ detail, position, group, close }: CaseContentProps) {
  const { summary, attempts, provider } = detail;
  const scroller = useRef<HTMLElement>(null);
  const asOf = useAsOf();
  const profile = useProfileName();
  const target = casesTarget([summary], caseTitle(summary));
  const actions = useCaseActions(target);
  const pack = useSupportPack({ kind: 'cases', keys: [summary.key] }, caseTitle(summary));
  const cause = summary.cause === null ? null : parseCauseKey(summary.cause);
  const [newest] = attempts;
  // A later attempt may have changed nothing, so show the attempt that the cause belongs to.
  const failing =
    attempts.find(({ operation, errorCode }) => operation === cause?.operation && errorCode === cause.code) ??
    attempts.find(({ outcome }) => outcome === 'failed' || outcome === 'unknown') ??
    newest;
  const outcome = failing?.outcome === 'unknown' ? 'unknown' : 'failed';
  const steps = failing?.steps ?? summary.steps;
  const isUnknown = cause !== null && stepOfCode(cause.code) === null;
  const seqs = attempts.flatMap((attempt) => attempt.seqs.toReversed());
  return (
    <DetailPane label="Case in full" itemKey={summary.key} layout="case" isStale={asOf !== null} scroller={scroller}>
      {target !== null && (
        <CaseHead summary={summary} position={position} actions={actions} target={target} close={close} />
      )}
      <OwnLinks row={caseLinkRow(summary, profile)} />
      {cause !== null && summary.ended !== 'well' && (
        <ConsequenceCard
          cause={cause}
          outcome={outcome}
          steps={steps}
          provider={provider}
          action={
            <CopyForCustomer
              failed={{
                eid: summary.eid,
                iccid: failing?.iccid ?? null,
                cause,
                outcome,
                steps,
                at: failing?.to ?? summary.lastAt,
                isOpen: summary.openedAt !== null,
                isRetried: newest !== failing && newest?.outcome === 'in-progress',
              }}
            />
          }
          note={newest === undefined || newest === failing ? null : lastAttemptWords(cause, newest)}
          {...(group !== null && group.open > 1 ? { also: <AlsoAffected group={group} /> } : {})}
        >
          <Advice detail={detail} pack={pack.prepare} />
        </ConsequenceCard>
      )}
      {newest !== undefined && <Ladder attempt={newest} />}
      <div className={styles['two']}>
        <Attempts attempts={attempts} count={summary.attempt} />
        <ActionLog detail={detail} />
      </div>
      {summary.cause !== null && <CausePast cause={summary.cause} />}
      {seqs.length > 0 && (
        <RawEvents key={summary.key} summary={summary} seqs={seqs} isUndocumented={isUnknown} scroller={scroller} />
      )}
      {pack.dialog}
    </DetailPane>
  );
}
