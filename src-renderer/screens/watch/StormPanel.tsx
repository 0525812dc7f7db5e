import { Box } from 'lucide-react';
import type { FailureGroup } from '../../../src-shared/api/cases.ts';
import { causeFilter } from '../../../src-shared/domain/cases/cause-filter.ts';
import { failureGroupName } from '../../../src-shared/words/request-group-words.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { Button, ButtonLink } from '../../components/controls/Button.tsx';
import { Glyph } from '../../components/Glyph.tsx';
import { DeadlineClock } from '../../components/DeadlineClock.tsx';
import { groupTarget } from '../../components/case-actions/action-target.ts';
import { CaseActionsBar } from '../../components/case-actions/CaseActionsBar.tsx';
import type { CaseActions } from '../../components/case-actions/use-case-actions.tsx';
import { useSupportPack } from '../../components/pack/use-support-pack.tsx';
import { Time } from '../../components/Time.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { LastReported } from '../../components/LastReported.tsx';
import { useTimeText } from '../../stores/use-time-text.ts';
import { leadCountryText, groupHref } from './group-words.ts';
import { Sparkline } from './Sparkline.tsx';
import { Differences } from '../../components/differences/Differences.tsx';
import { SharedFactors } from '../localizations/case/AlsoAffected.tsx';
import styles from './StormPanel.module.css';
import { countWords } from './watch-summary.ts';

interface StormPanelProps {
  readonly group: FailureGroup;
  readonly actions: CaseActions;
  readonly isChosen: boolean;
  readonly choose: () => void;
}

export function StormPanel({ group, actions, isChosen, choose }: StormPanelProps) {
  const { outcome, consequence, open, provider } = group;
  // The lines above name the countries and the first failure. The start of the ICCIDs is weak evidence, so only the group has it.
  const shared = group.shared.filter(({ kind }) => kind !== 'iccid' && kind !== 'first-seen');
  const name = failureGroupName(group);
  const pack = useSupportPack({ kind: 'group', cause: group.key }, `${name}, ${numberText(open)}`, null);
  return (
    <section className={styles['storm']} aria-label="Storm" data-chosen={isChosen}>
      <p className={styles['big']}>
        <Glyph shape={outcome === 'partial' ? 'half-triangle' : 'triangle'} />
        {numberText(open)}
      </p>
      <div className="shrinks">
        <h2 className={styles['sentence']}>
          <span className="visually-hidden">{numberText(open)} </span>
          {countWords(consequence, open)}
        </h2>
        <p className="pretty">
          {name} <span className="quiet">since</span> <Time at={group.firstAt} zoned />{' '}
          <span className="quiet">
            · <LastReported newestAt={group.lastAt} /> ·
          </span>{' '}
          <Untrusted text={leadCountryText(group)} />
          {group.deadline !== null && (
            <>
              <span className="quiet"> · </span>
              <DeadlineClock group={group} />
            </>
          )}
        </p>
        {provider !== null && provider.sentence !== null && (
          <p className="one-line quiet">
            Provider says “
            <Untrusted className="loud" text={provider.sentence} />”{' '}
            {/* The sentence about what the cases share has the codes with their numbers. */}
            {shared.every(({ kind }) => kind !== 'code') && (
              <>
                {provider.code !== null && (
                  <Untrusted as="code" text={`${provider.type ?? ''} ${provider.code}`.trim()} />
                )}{' '}
                on {numberText(provider.count)} of {numberText(open)}
              </>
            )}
          </p>
        )}
      </div>
      <div className={styles['course']}>
        <Sparkline group={group} large />
        <StormChart group={group} />
      </div>
      <div className={styles['shared']}>
        <Differences
          filter={causeFilter(group.cause, group.firstAt)}
          form="sentence"
          revision={group.open}
          otherwise={
            shared.length > 0 && (
              <p>
                <SharedFactors group={{ open, shared, countries: [], others: 0 }} />
              </p>
            )
          }
        />
      </div>
      <div className={styles['acts']}>
        <CaseActionsBar target={groupTarget(group)} actions={actions} isPrimary />
        <ButtonLink href={groupHref(group)} data-key={group.key} onFocus={choose}>
          Open
        </ButtonLink>
        {pack.prepare !== null && (
          <Button icon={Box} onClick={pack.prepare}>
            Support pack
          </Button>
        )}
      </div>
      {pack.dialog}
    </section>
  );
}

function StormChart({ group: { spark } }: { group: FailureGroup }) {
  const timeText = useTimeText({ precision: 'minute' });
  return (
    <p className="meta apart flex">
      <span>{timeText(spark.from)}</span>
      <span>now</span>
    </p>
  );
}
