/** Another member asks this one, the holder, for the seat. */
import { type FormEvent, useState } from 'react';
import { MAX_REASON_LENGTH } from '../../../src-shared/domain/team.ts';
import { Button } from '../../components/controls/Button.tsx';
import { DialogField, DialogTextInput } from '../../components/dialog/DialogField.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { useStores, useWatch } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { notHandedOverWords } from '../../words/team-words.ts';
import styles from './TeamNotices.module.css';

export function SeatRequest({ request }: { request: { readonly member: string; readonly name: string } }) {
  const { team: store } = useStores();
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');
  /** Null until the user wants to keep the seat. */
  const [reason, setReason] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { member, name } = request;
  const answer = reason?.trim() ?? '';
  function decline(event: FormEvent): void {
    event.preventDefault();
    if (answer !== '' && !isLost) void store.decline(answer);
  }
  async function handOver(): Promise<void> {
    const outcome = await store.handOver(member);
    if (outcome !== null) setRefusal(notHandedOverWords(outcome, name));
  }
  return (
    <section className={styles['request']} role="alert" aria-label={`${visibleText(name)} asks for the seat`}>
      <form className="stack gap-2" onSubmit={decline}>
        <p>
          <Untrusted text={name} as="b" /> asks for the seat.
        </p>
        {refusal !== null && <Untrusted as="p" className="failed" text={refusal} />}
        {reason !== null && (
          <DialogField name="Why not now">
            <DialogTextInput
              label="Why not now"
              value={reason}
              change={setReason}
              maxLength={MAX_REASON_LENGTH}
              cancel={() => setReason(null)}
            />
          </DialogField>
        )}
        <div className="row wraps gap-2">
          <Button variant="filled" disabled={isLost} onClick={() => void handOver()}>
            Hand over
          </Button>
          {reason === null ? (
            <Button onClick={() => setReason('')}>Not now …</Button>
          ) : (
            <Button type="submit" disabled={isLost || answer === ''}>
              Keep the seat
            </Button>
          )}
        </div>
      </form>
    </section>
  );
}
