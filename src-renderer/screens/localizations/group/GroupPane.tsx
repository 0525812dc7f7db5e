import type { CaseSummary, FailureGroup } from '../../../../src-shared/api/cases.ts';
import { causeFilter } from '../../../../src-shared/domain/cases/cause-filter.ts';
import { causeWords } from '../../../../src-shared/words/case-words.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { AsOf } from '../../../components/AsOf.tsx';
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
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useAsOf } from '../../../stores/use-stores.ts';
import { countryLabel } from '../../../../src-shared/words/country-words.ts';
import { SharedFactors } from '../case/AlsoAffected.tsx';
import file from '../case/CasePane.module.css';
import { ConsequenceCard } from '../case/ConsequenceCard.tsx';
import { Differences } from '../../../components/differences/Differences.tsx';
import { CaseHeading, useCoversList } from '../case/CaseHeading.tsx';
import { CaseName } from '../list/CaseLine.tsx';
import styles from './GroupPane.module.css';
import { SparkBars } from './SparkBars.tsx';

interface GroupPaneProps {
  readonly group: FailureGroup;
  readonly rows: readonly CaseSummary[];
  readonly close: () => void;
}

export function GroupPane({ group, rows, close }: GroupPaneProps) {
  const covers = useCoversList();
  const target = groupTarget(group);
  const actions = useCaseActions(target);
  const asOf = useAsOf();
  const profile = useProfileName();
  const { cause, outcome, provider } = group;
  const name = causeWords(cause, outcome);
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
      >
        <span>
          <b className="strong loud">{numberText(group.open)}</b> {group.open === 1 ? 'eUICC' : 'eUICCs'}
        </span>
        <span>
          since <Time at={group.firstAt} /> · last <Time at={group.lastAt} zoned />
        </span>
        <span>
          <GroupStatus group={group} />
        </span>
        <AsOf />
      </CaseHeading>
      <OwnLinks row={groupLinkRow(group, profile)} />
      <ConsequenceCard
        cause={cause}
        outcome={outcome}
        steps={[]}
        provider={provider === null ? [] : [provider]}
        caseCount={group.open}
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
        <section className="panel shrinks pad-3" aria-label="Where">
          <h3 className={styles['heading']}>Where</h3>
          <ul className="grid gap-1 unmarked">
            {group.countries.map(({ country, count }) => (
              <li key={country} className="row apart gap-3">
                <span>{countryLabel(country) ?? <Untrusted text={country} />}</span>
                <b className="strong">{numberText(count)}</b>
              </li>
            ))}
            {group.others > 0 && (
              <li className="row apart gap-3">
                <span>Elsewhere or not given</span>
                <b className="strong">{numberText(group.others)}</b>
              </li>
            )}
          </ul>
        </section>
        <section className="panel shrinks pad-3" aria-label="When">
          <h3 className={styles['heading']}>When</h3>
          <SparkBars spark={group.spark} />
        </section>
      </div>
      <Differences filter={causeFilter(cause, group.firstAt)} form="panel" revision={group.open} />
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
