/** All text of a request is untrusted and rendered as text. */
import { useRef } from 'react';
import type { CaseSummary, ChangeRequestDetail } from '../../../../src-shared/api/cases.ts';
import { type CaseKey, caseSubject } from '../../../../src-shared/domain/cases/case-keys.ts';
import { utcTime } from '../../../../src-shared/service/utc-time.ts';
import { requestCounts, requestTitle } from '../../../../src-shared/words/request-outcome-words.ts';
import { useReceivedTextFold } from '../../timeline/detail/use-received-text-fold.ts';
import { CopyButton } from '../../../components/controls/CopyButton.tsx';
import { LastReported } from '../../../components/LastReported.tsx';
import { LoadError } from '../../../components/LoadError.tsx';
import { OutcomeMark } from '../../../components/OutcomeMark.tsx';
import { casesTarget } from '../../../components/case-actions/action-target.ts';
import { CaseActionsBar } from '../../../components/case-actions/CaseActionsBar.tsx';
import { useCaseActions } from '../../../components/case-actions/use-case-actions.tsx';
import { useSupportPack } from '../../../components/pack/use-support-pack.tsx';
import { OwnLinks } from '../../../components/links/OwnLinks.tsx';
import { requestLinkRow } from '../../../components/links/link-rows.ts';
import { useProfileName } from '../../../components/links/use-own-links.ts';
import { DetailPane } from '../../../components/detail/DetailPane.tsx';
import { CloseDetailButton } from '../../../components/detail/PaneHead.tsx';
import { Tooltip } from '../../../components/overlay/Tooltip.tsx';
import { Time } from '../../../components/Time.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useCloseDetail } from '../../../components/detail/use-close-detail.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { RequestRaw } from './RequestRaw.tsx';
import styles from './RequestPane.module.css';
import { Resources } from './Resources.tsx';
import { useRequest } from './use-request.ts';
import { RequestOutcome } from './RequestOutcome.tsx';
import { RequestOrigin } from './RequestOrigin.tsx';
import { ActionLog } from '../../localizations/case/ActionLog.tsx';
import { RequestFailures } from './RequestFailures.tsx';

interface RequestPaneProps {
  readonly caseKey: CaseKey;
  readonly row: CaseSummary | null;
  readonly shown: string;
  readonly show: (shown: string) => void;
}

export function RequestPane({ caseKey, row, shown, show }: RequestPaneProps) {
  const { value, error, retry } = useRequest(caseKey);
  const [detail, requestDetail] = [value?.detail ?? null, value?.requestDetail ?? null];
  const summary = detail?.summary ?? row;
  const close = useCloseDetail();
  const profile = useProfileName();
  const scroller = useRef<HTMLElement>(null);
  const [isRaw, toggleRaw] = useReceivedTextFold('request.raw');
  const title = summary === null ? 'Request' : requestTitle(summary, requestCounts(summary));
  const owned = summary === null ? null : casesTarget([summary], title);
  const pack = useSupportPack(summary === null ? null : { kind: 'cases', keys: [summary.key] }, title, 'request.pack');
  const actions = useCaseActions(owned);

  return (
    <DetailPane label="Request in full" itemKey={caseKey} layout="cards" scroller={scroller}>
      <header className={styles['head']}>
        <div className="gap-2 flex items-start">
          <h2 className={styles['title']}>
            {summary !== null && <OutcomeMark outcome={summary.outcome} />}
            <span>{title}</span>
          </h2>
          <CloseDetailButton noun="Request" size="small" />
        </div>
        {summary !== null && <About summary={summary} requestDetail={requestDetail} />}
        {owned !== null && <CaseActionsBar target={owned} actions={actions} isPrimary={summary?.openedAt !== null} />}
        <OwnLinks row={summary === null ? null : requestLinkRow(summary, requestDetail, profile)} />
      </header>
      {summary !== null && requestDetail !== null ? (
        <>
          <RequestOutcome summary={summary} requestDetail={requestDetail} />
          <RequestFailures summary={summary} requestDetail={requestDetail} shown={shown} show={show} />
          <Resources summary={summary} requestDetail={requestDetail} shown={shown} show={show} pack={pack.prepare} />
          {detail !== null && detail.actions.length > 0 && <ActionLog detail={detail} />}
          <RequestOrigin summary={summary} requestDetail={requestDetail} />
          <RequestRaw seq={requestDetail.seq} isShown={isRaw} toggle={toggleRaw} scroller={scroller} />
        </>
      ) : error === null ? (
        <output className="meta after-a-moment">Reading the request …</output>
      ) : (
        <LoadError noun="request" error={error} retry={retry} close={close} />
      )}
      {pack.dialog}
    </DetailPane>
  );
}

function About({ summary, requestDetail }: { summary: CaseSummary; requestDetail: ChangeRequestDetail | null }) {
  const subject = caseSubject(summary.key);
  const { target = null, createdBy = null, createdAt = null } = summary.request ?? {};
  // The visible time is in seconds of the shown zone; the copied time is the provider's, in nanoseconds.
  const created = createdAt === null ? null : utcTime(createdAt);
  const targets = requestDetail?.targets.length ?? 0;
  return (
    <p className={styles['about']}>
      {target !== null ? (
        <span>
          to <Untrusted as="code" text={target} />
        </span>
      ) : (
        targets > 1 && <span>to {targets} targets</span>
      )}
      {created !== null && (
        <Tooltip label={() => `Created ${visibleText(createdAt ?? '')}`}>
          <span>
            <Time at={created} zoned />
          </span>
        </Tooltip>
      )}
      {createdBy !== null && (
        <span>
          by <Untrusted text={createdBy} />
        </span>
      )}
      {subject.kind === 'request' ? (
        <span>
          <Untrusted as="code" text={subject.requestId} />{' '}
          <CopyButton text={subject.requestId} label="Copy the request id" />
        </span>
      ) : (
        <span>without a request id</span>
      )}
      <LastReported newestAt={summary.lastAt} />
    </p>
  );
}
