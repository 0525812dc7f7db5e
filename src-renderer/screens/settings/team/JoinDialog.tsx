/** Tries a join file and shows each check; joins only then. The page keeps the file, not its text, which has a key (TEAM-23). */
import { useCallback, useEffect, useState } from 'react';
import { MAX_JOIN_FILE_LENGTH } from '../../../../src-shared/domain/team.ts';
import type { TeamJoinReport } from '../../../../src-shared/api/team.ts';
import type { ProfileId } from '../../../../src-shared/domain/identity.ts';
import { joinChecks } from '../../../../src-shared/words/team/join-words.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Dialog } from '../../../components/dialog/Dialog.tsx';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useRequest } from '../../../stores/queries/use-request.ts';
import { useNow, useStores } from '../../../stores/use-stores.ts';
import { memberSeatWords } from '../../../words/team-words.ts';
import { CheckLine } from '../connection-test/CheckLine.tsx';

export interface JoinDialogProps {
  readonly file: File;
  readonly profile: { readonly id: ProfileId; readonly name: string };
  readonly close: () => void;
}

export function JoinDialog({ file, profile, close }: JoinDialogProps) {
  const { backend } = useStores();
  const { isRunning, error, run } = useRequest();
  const [report, setReport] = useState<TeamJoinReport | null>(null);
  const now = useNow();
  const { id } = profile;
  const send = useCallback(
    (isTrial: boolean) =>
      run(async () => {
        if (file.size > MAX_JOIN_FILE_LENGTH) throw new Error('This is no join file: it is too large.');
        const text = await file.text().catch(() => {
          throw new Error('The file could not be read. Was it moved or deleted?');
        });
        setReport(await backend.team.join.mutate({ id, text, isTrial }));
      }),
    [backend, file, id, run],
  );
  useEffect(() => void send(true), [send]);
  const isJoined = report?.kind === 'joined';
  return (
    <Dialog
      title={isJoined ? 'Joined the team' : 'Join a team'}
      label="Join a team"
      description={<Untrusted text={`${file.name} · profile ${profile.name}`} />}
      close={close}
      remark={isRunning && (report?.kind === 'can-join' ? 'Joining …' : 'Trying the servers, up to half a minute …')}
      buttons={
        isJoined ? (
          <Button variant="filled" onClick={close}>
            Close
          </Button>
        ) : (
          <>
            <Button onClick={close}>Cancel</Button>
            {report?.kind === 'can-join' ? (
              <Button variant="filled" disabled={isRunning} onClick={() => void send(false)}>
                Join
              </Button>
            ) : (
              <Button disabled={isRunning} onClick={() => void send(true)}>
                Try again
              </Button>
            )}
          </>
        )
      }
    >
      {report !== null && <Outcome report={report} />}
      <ErrorNote error={error} intro="Nothing was changed." />
      {report !== null && (
        <ol className="unmarked" aria-label="Checks">
          {joinChecks(report, now).map(({ title, state, details }) => (
            <CheckLine key={title} state={state} title={title} details={details} />
          ))}
        </ol>
      )}
    </Dialog>
  );
}

function Outcome({ report: { kind, member } }: { report: TeamJoinReport }) {
  if (kind === 'refused')
    return (
      <p className="failed" role="alert">
        Not joined, and nothing was changed.
      </p>
    );
  const name = `${member.name} (${memberSeatWords(member)})`;
  return (
    <p className="pretty">
      {kind === 'joined' ? (
        <>
          This Watchfloor is <Untrusted text={name} /> now. The key is in the vault: delete the join file.
        </>
      ) : (
        <>
          This Watchfloor can be <Untrusted text={name} />. Joining restarts its stream.
        </>
      )}
    </p>
  );
}
