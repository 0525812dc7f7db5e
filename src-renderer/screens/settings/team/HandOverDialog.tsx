import { useState } from 'react';
import type { TeamMemberStatus } from '../../../../src-shared/api/team.ts';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import { FormDialog } from '../../../components/dialog/FormDialog.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useStores, useTeam } from '../../../stores/use-stores.ts';
import { behindWords, notHandedOverWords } from '../../../words/team-words.ts';
import styles from './Team.module.css';

export function HandOverDialog({ members, close }: { members: readonly TeamMemberStatus[]; close: () => void }) {
  const { team: store } = useStores();
  const error = useTeam((state) => state.requestError);
  const able = members.filter(
    ({ isSelf, mayHold, role, goneSince }) => !isSelf && mayHold && role !== 'wall' && goneSince === null,
  );
  const [to, setTo] = useState(able[0]?.member ?? '');
  const [refusal, setRefusal] = useState<string | null>(null);
  async function submit(): Promise<boolean> {
    setRefusal(null);
    const answer = await store.handOver(to);
    if (answer === null) return false;
    setRefusal(notHandedOverWords(answer, members.find(({ member }) => member === to)?.name ?? to));
    return answer === 'done';
  }
  return (
    <FormDialog
      title="Hand over the seat"
      description="The other member then receives the events from the service, and this one follows it. Takes at most 2 s; nothing is lost."
      submitName="Hand over"
      missing={able.some(({ member }) => member === to) ? null : 'Choose a member that is there.'}
      submit={submit}
      close={close}
    >
      {able.length === 0 ? (
        <p className="pretty">No other member that may hold the seat is there now.</p>
      ) : (
        <fieldset className={styles['choices']} aria-label="Hand over to">
          {able.map((one) => (
            <label key={one.member} className={styles['choice']}>
              <input type="radio" name="to" checked={one.member === to} onChange={() => setTo(one.member)} />
              <Untrusted text={one.name} /> <span className="quiet">{behindWords(one)}</span>
            </label>
          ))}
        </fieldset>
      )}
      {refusal !== null && (
        <p className="failed pretty" role="alert">
          <Untrusted text={refusal} />
        </p>
      )}
      <ErrorNote intro="It is not known whether the seat was handed over." error={error} />
    </FormDialog>
  );
}
