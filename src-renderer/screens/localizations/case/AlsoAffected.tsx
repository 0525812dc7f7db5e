import type { FailureGroup } from '../../../../src-shared/api/cases.ts';
import { counted } from '../../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useTimeText } from '../../../stores/use-time-text.ts';
import { ZONED_MINUTE } from '../../../time/time-text.ts';
import { sharedWords } from '../../../words/shared-words.ts';

export function AlsoAffected({ group }: { group: FailureGroup }) {
  const others = group.open - 1;
  return (
    <>
      <a href={hrefOf('localizations', { group: group.key })}>{counted(others, 'other')}</a> failed the same way.{' '}
      <SharedFactors group={group} />
    </>
  );
}

export function SharedFactors({ group }: { group: Parameters<typeof sharedWords>[0] }) {
  const time = useTimeText(ZONED_MINUTE);
  return <Untrusted text={sharedWords(group, time)} />;
}
