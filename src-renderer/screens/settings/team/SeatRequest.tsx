/** Another member asks this one, the holder, for the seat. */
import { useState } from 'react';
import type { TeamStatus } from '../../../../src-shared/api/team.ts';
import { MAX_REASON_LENGTH } from '../../../../src-shared/domain/team.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { DialogTextInput } from '../../../components/overlay/DialogField.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useStores } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { notHandedOverWords } from '../../../words/team-words.ts';
import styles from './Team.module.css';

export function SeatRequest({ request }: { request: NonNullable<TeamStatus['request']> }) {
  const { team: store } = useStores();
  const [reason, setReason] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const { member, name } = request;
  async function handOver(): Promise<void> {
    const answer = await store.handOver(member);
    if (answer !== null) setRefusal(notHandedOverWords(answer, name));
  }
  return (
    <section className={styles['request']} role="alert" aria-label={`${visibleText(name)} asks for the seat`}>
      <p>
        <Untrusted text={name} as="b" /> asks for the seat.
      </p>
      {refusal !== null && <Untrusted as="p" className="failed" text={refusal} />}
      <div className="row wraps gap-2">
        <Button variant="filled" onClick={() => void handOver()}>
          Hand over
        </Button>
        <DialogTextInput label="Why not" value={reason} change={setReason} maxLength={MAX_REASON_LENGTH} />
        <Button disabled={reason.trim() === ''} onClick={() => void store.decline(reason.trim())}>
          Keep the seat, with this answer
        </Button>
      </div>
    </section>
  );
}
