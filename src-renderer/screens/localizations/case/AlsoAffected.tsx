import type { FailureGroup } from '../../../../src-shared/api/cases.ts';
import { counted } from '../../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useTimeText } from '../../../stores/use-time-text.ts';
import { ZONED_MINUTE } from '../../../time/time-text.ts';
import { sharedWords } from '../../../words/group-words.ts';

export function AlsoAffected({ group }: { group: FailureGroup }) {
  const others = group.open - 1;
  return (
    <>
      <a href={hrefOf('localizations', { group: group.key })}>{counted(others, 'other')}</a> failed the same way
      <SharedFactorsText group={group} prefix=" · " />
    </>
  );
}

export function SharedFactorsText({ group, prefix: first }: { group: FailureGroup; prefix: string }) {
  const time = useTimeText(ZONED_MINUTE);
  return group.shared.map((factor, index) => (
    <span key={index}>
      {index === 0 ? first : ' · '}
      <Untrusted text={sharedWords(factor, group.open, time)} />
    </span>
  ));
}

export function SharedFactors({ group }: { group: FailureGroup }) {
  return (
    <span className="quiet">
      Shared:
      <SharedFactorsText group={group} prefix=" " />
    </span>
  );
}
