import type { CaseSummary, FailureGroup } from '../../../../src-shared/api/cases.ts';
import { causeFilter } from '../../../../src-shared/domain/cases/cause-filter.ts';
import { requestCauseWords } from '../../../../src-shared/words/request-cause-words.ts';
import { failureGroupName } from '../../../../src-shared/words/request-group-words.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { groupCount } from '../../../words/group-words.ts';
import { LastReported } from '../../../components/LastReported.tsx';
import { LATE_WORDS_MS } from '../../../../src-shared/domain/coverage/incident-span.ts';
import { ProviderWords } from '../../../components/status-page/status-page-parts.ts';
import { GroupStatus } from '../../../components/DeadlineClock.tsx';
import { Button } from '../../../components/controls/Button.tsx';
import { groupTarget } from '../../../components/case-actions/action-target.ts';
import { OwnLinks } from '../../../components/links/OwnLinks.tsx';
import { groupLinkRow } from '../../../components/links/link-rows.ts';
import { useProfileName } from '../../../components/links/use-own-links.ts';
import { DetailPane } from '../../../components/detail/DetailPane.tsx';
import { useCaseActions } from '../../../components/case-actions/use-case-actions.tsx';
import { useSupportPack } from '../../../components/pack/use-support-pack.tsx';
import { Time } from '../../../components/Time.tsx';
import { useAsOf } from '../../../stores/use-stores.ts';
import { SharedFactors } from '../case/AlsoAffected.tsx';
import file from '../case/CasePane.module.css';
import { CausePast } from '../case/CausePast.tsx';
import { ConsequenceCard } from '../case/ConsequenceCard.tsx';
import { Differences } from '../../../components/differences/Differences.tsx';
import { CaseHeading, useCoversList } from '../case/CaseHeading.tsx';
import { CaseName } from '../list/CaseLine.tsx';
import { GroupCourse } from './GroupCourse.tsx';
import styles from './GroupPane.module.css';
import { GroupValues } from './GroupValues.tsx';

interface GroupPaneProps {
  readonly group: FailureGroup;
  /** Terms that filter the list beside the pane. */
  readonly find: string;
  /** Cases to list while the pane covers its list. */
  readonly rows: readonly CaseSummary[];
  /** True if the pane can be closed while its list is visible. */
  readonly isDetail?: boolean;
  readonly close: () => void;
}

export function GroupPane({ group, find, rows, isDetail = false, close }: GroupPaneProps) {
  const covers = useCoversList();
  const target = groupTarget(group);
  const actions = useCaseActions(target);
  const asOf = useAsOf();
  const profile = useProfileName();
  const { cause, outcome, provider } = group;
  const name = failureGroupName(group);
  const { count, noun } = groupCount(group);
  const pack = useSupportPack({ kind: 'group', cause: group.key }, name);
  return (
    <DetailPane label="Failure group in full" itemKey={group.key} layout="case" isStale={asOf !== null}>
      <CaseHeading
        outcome={outcome}
        title={name}
        target={target}
        actions={actions}
        isPrimary={group.owners.some(({ owner }) => owner === null)}
        close={close}
        isDetail={isDetail}
      >
        <span>
          <b className="strong loud">{numberText(count)}</b> {noun}
        </span>
        <span>
          since <Time at={group.firstAt} zoned />
        </span>
        <span>
          <GroupStatus group={group} />
        </span>
        <LastReported newestAt={group.lastAt} />
      </CaseHeading>
      <OwnLinks row={groupLinkRow(group, profile)} />
      <ConsequenceCard
        cause={cause}
        outcome={outcome}
        steps={[]}
        provider={provider === null ? [] : [provider]}
        caseCount={group.open}
        note={cause.kind === 'request' ? requestCauseWords(cause).meaning : null}
        {...(group.shared.length > 0 ? { also: <SharedFactors group={group} /> } : {})}
      >
        {pack.prepare !== null && (
          <p className={styles['pack']}>
            <Button onClick={pack.prepare}>
              {group.open === 1 ? 'Support pack' : `Support pack for all ${numberText(group.open)}`}
            </Button>
          </p>
        )}
      </ConsequenceCard>
      <div className={file['two']}>
        <GroupValues group={group} find={find} />
        <section className={styles['course']} aria-label="When">
          <h3 className={styles['heading']}>When</h3>
          <GroupCourse group={group} find={find} />
        </section>
      </div>
      <Differences filter={causeFilter(cause, group.firstAt)} form="panel" revision={group.open} />
      <ProviderWords spanKey={group.key} from={group.firstAt} to={group.lastAt + LATE_WORDS_MS} />
      <CausePast cause={group.key} />
      {covers && <Cases rows={rows} />}
      {pack.dialog}
    </DetailPane>
  );
}

function Cases({ rows }: { rows: readonly CaseSummary[] }) {
  return (
    <ul className="grid gap-1 unmarked" aria-label="Cases">
      {rows.map((row) => (
        <li key={row.key} className="row apart gap-3">
          <a href={hrefOf('localizations', { group: row.cause ?? '', case: row.key })}>
            <CaseName row={row} />
          </a>
          <Time at={row.lastAt} />
        </li>
      ))}
    </ul>
  );
}
