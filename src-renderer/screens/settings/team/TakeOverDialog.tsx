/** *Wait* is the default: the holder is asked first, and taking the seat needs a reason (TEAM-13). */
import { type FormEvent, useId, useState } from 'react';
import type { TeamStatus } from '../../../../src-shared/api/team.ts';
import { MAX_REASON_LENGTH } from '../../../../src-shared/domain/team.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import { Dialog } from '../../../components/dialog/Dialog.tsx';
import { DialogField, DialogTextInput } from '../../../components/dialog/DialogField.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useStores, useTeam } from '../../../stores/use-stores.ts';
import { notTakenOverWords } from '../../../words/team-words.ts';

export function TakeOverDialog({ status, close }: { status: TeamStatus; close: () => void }) {
  const { team: store } = useStores();
  const error = useTeam((state) => state.requestError);
  const form = useId();
  const [reason, setReason] = useState('');
  const [isTaking, setTaking] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { holder, asked } = status;
  const isLive = holder?.isLive === true;
  async function take(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (reason.trim() === '' || isTaking) return;
    setTaking(true);
    setRefusal(null);
    const answer = await store.takeOver(reason.trim());
    setTaking(false);
    if (answer === 'done') close();
    else if (answer !== null) setRefusal(notTakenOverWords(answer));
  }
  return (
    <Dialog
      title={isLive ? 'Take over the seat' : 'Take the seat'}
      label="Take over the seat"
      close={close}
      buttons={
        <>
          <Button variant="filled" onClick={close}>
            Wait
          </Button>
          {isLive && (
            <Button disabled={asked?.kind === 'waiting'} onClick={() => void store.ask()}>
              {asked?.kind === 'waiting' ? 'Asking …' : `Ask ${holder.name}`}
            </Button>
          )}
          <Button type="submit" form={form} disabled={reason.trim() === '' || isTaking}>
            {isLive ? 'Take over now' : 'Take the seat now'}
          </Button>
        </>
      }
    >
      <form id={form} className="stack gap-3" onSubmit={(event) => void take(event)}>
        <p className="pretty">
          {isLive ? (
            <>
              <Untrusted text={holder.name} /> holds the seat. If you take it over, its stream is closed and this
              Watchfloor opens one; the team may miss events for a moment. Ask first: the other operator may be in the
              middle of something.
            </>
          ) : (
            'No member holds the seat now. A member that may hold it takes it by itself within seconds; take it only if that does not happen.'
          )}
        </p>
        <Answer asked={asked} holderName={holder?.name ?? ''} />
        <DialogField name="Reason" note="Needed to take the seat. The whole team sees that you took it.">
          <DialogTextInput label="Reason" value={reason} change={setReason} maxLength={MAX_REASON_LENGTH} />
        </DialogField>
        {refusal !== null && (
          <p className="failed pretty" role="alert">
            {refusal}
          </p>
        )}
        <ErrorNote error={error} />
      </form>
    </Dialog>
  );
}

function Answer({ asked, holderName }: { asked: TeamStatus['asked']; holderName: string }) {
  if (asked === null) return null;
  return (
    <output className="pretty">
      {asked.kind === 'waiting' && (
        <>
          <Untrusted text={holderName} /> was asked and has 20 s to answer.
        </>
      )}
      {asked.kind === 'declined' && (
        <>
          <Untrusted text={holderName} /> keeps the seat: <Untrusted text={asked.reason} />
        </>
      )}
      {asked.kind === 'given' && 'You hold the seat now.'}
      {asked.kind === 'no-answer' && (
        <>
          <Untrusted text={holderName} /> did not answer.
        </>
      )}
    </output>
  );
}
