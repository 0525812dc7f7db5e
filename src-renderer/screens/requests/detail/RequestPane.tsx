/**
 * Shows one request in full: its result, the causes of failures, its resources, its origin and its owner. All of its
 * text is untrusted and rendered as text.
 */
import { useRef, useState } from 'react';
import { X } from 'lucide-react';
import type { CaseDetail, CaseSummary, ChangeRequestDetail } from '../../../../src-shared/api/cases.ts';
import { type CaseKey, caseSubject } from '../../../../src-shared/domain/case-keys.ts';
import { utcTime } from '../../../../src-shared/service/utc-time.ts';
import { requestCounts, requestTitle } from '../../../../src-shared/words/request-outcome-words.ts';
import { useCommands } from '../../../commands/use-commands.ts';
import { CopyButton } from '../../../components/CopyButton.tsx';
import { LoadError } from '../../../components/LoadError.tsx';
import { OutcomeMark } from '../../../components/OutcomeMark.tsx';
import { casesTarget } from '../../../components/case-actions/action-target.ts';
import { CaseActionsBar } from '../../../components/case-actions/CaseActionsBar.tsx';
import { useCaseActions } from '../../../components/case-actions/use-case-actions.tsx';
import { SupportPackDialog } from '../../../components/pack/SupportPackDialog.tsx';
import { Tooltip } from '../../../components/Tooltip.tsx';
import { Time } from '../../../components/Time.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useCloseDetail } from '../../../frame/use-close-detail.ts';
import { useIsHidden } from '../../../rules/use-page-rules.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { RequestRaw } from './RequestRaw.tsx';
import styles from './RequestPane.module.css';
import { Resources } from './Resources.tsx';
import { useRequest } from './use-request.ts';
import { RequestOutcome } from './RequestOutcome.tsx';
import { RequestOrigin, RequestActionLog } from './RequestOrigin.tsx';
import { RequestFailures } from './RequestFailures.tsx';

interface RequestPaneProps {
  readonly caseKey: CaseKey;
  /** Summary from the list; null if the list does not contain the request. */
  readonly row: CaseSummary | null;
  /** Filter of the resources, in the format of the address. */
  readonly shown: string;
  readonly show: (shown: string) => void;
  readonly onRead: (row: CaseSummary) => void;
}

export function RequestPane({ caseKey, row, shown, show, onRead }: RequestPaneProps) {
  const { value, error, retry } = useRequest(caseKey, onRead);
  const [detail, facts] = [value?.detail ?? null, value?.facts ?? null];
  const summary = detail?.summary ?? row;
  const scroller = useRef<HTMLElement>(null);
  const [isRaw, setRaw] = useState(false);
  const [packs, setPacks] = useState(false);
  const hidesPacks = useIsHidden('support-packs');
  const owned = summary === null ? null : casesTarget([summary], requestTitle(summary, requestCounts(summary)));
  const actions = useCaseActions(owned);
  useCommands([
    {
      id: 'request.raw',
      title: isRaw ? 'Hide the received text' : 'Show the received text',
      group: 'Case',
      keys: ['V'],
      run: () => setRaw(!isRaw),
    },
    ...(hidesPacks
      ? []
      : [
          {
            id: 'request.pack',
            title: 'Prepare a support pack',
            group: 'Case',
            keys: ['P'],
            unavailable: summary === null ? 'The request is not there yet.' : null,
            run: () => setPacks(true),
          } as const,
        ]),
  ]);

  return (
    <section
      ref={scroller}
      className={styles['pane']}
      aria-label="Request in full"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without focus, arrow keys could not scroll it
      tabIndex={0}
    >
      {/* The scroll container has a single child, whose height is measured. */}
      <div className={styles['content']}>
        <header className={styles['head']}>
          <div className={styles['title-line']}>
            <h2 className={styles['title']}>
              {summary !== null && <OutcomeMark outcome={summary.outcome} />}
              <span>{summary === null ? 'Request' : requestTitle(summary, requestCounts(summary))}</span>
            </h2>
            <Closing />
          </div>
          {summary !== null && <About summary={summary} facts={facts} />}
          {owned !== null && <CaseActionsBar target={owned} actions={actions} isPrimary={summary?.openedAt !== null} />}
        </header>
        <Body opened={{ summary, facts, detail }} error={error} retry={retry}>
          {(known) => (
            <>
              <RequestOutcome {...known} />
              <RequestFailures {...known} shown={shown} show={show} />
              <Resources {...known} shown={shown} show={show} pack={hidesPacks ? null : () => setPacks(true)} />
              {detail !== null && <RequestActionLog detail={detail} />}
              <RequestOrigin {...known} />
              <RequestRaw seq={known.facts.seq} isShown={isRaw} show={setRaw} scroller={scroller} />
            </>
          )}
        </Body>
      </div>
      {packs && summary !== null && (
        <SupportPackDialog
          subject={{ kind: 'cases', keys: [summary.key] }}
          about={requestTitle(summary, requestCounts(summary))}
          close={() => setPacks(false)}
        />
      )}
    </section>
  );
}

function Closing() {
  const close = useCloseDetail();
  return (
    <Tooltip label="Close" command="detail.close">
      <button type="button" className={styles['close']} aria-label="Close the request" onClick={close}>
        <X size={16} aria-hidden="true" />
      </button>
    </Tooltip>
  );
}

function About({ summary, facts }: { summary: CaseSummary; facts: ChangeRequestDetail | null }) {
  const subject = caseSubject(summary.key);
  const { target = null, createdBy = null, createdAt = null } = summary.request ?? {};
  // The visible time is in seconds of the shown zone; the copied time is the provider's, in nanoseconds.
  const created = createdAt === null ? null : utcTime(createdAt);
  const targets = facts?.targets.length ?? 0;
  return (
    <p className={styles['about']}>
      {target !== null ? (
        <span>
          to{' '}
          <code>
            <Untrusted text={target} />
          </code>
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
          <code>
            <Untrusted text={subject.requestId} />
          </code>{' '}
          <CopyButton text={subject.requestId} label="Copy the request id" />
        </span>
      ) : (
        <span>without a request id</span>
      )}
    </p>
  );
}

interface BodyProps {
  readonly opened: {
    readonly summary: CaseSummary | null;
    readonly facts: ChangeRequestDetail | null;
    readonly detail: CaseDetail | null;
  };
  readonly error: Error | null;
  readonly retry: () => void;
  readonly children: (known: { readonly summary: CaseSummary; readonly facts: ChangeRequestDetail }) => React.ReactNode;
}

function Body({ opened: { summary, facts }, error, retry, children }: BodyProps) {
  const close = useCloseDetail();
  if (summary !== null && facts !== null) return children({ summary, facts });
  if (error === null) return <output className={`${styles['quiet']} after-a-moment`}>Reading the request …</output>;
  return <LoadError what="request" error={error} retry={retry} close={close} />;
}
