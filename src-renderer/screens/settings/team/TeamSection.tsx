/** Settings › Team: what this Watchfloor is in its team, who is there, and who holds the seat. */
import { Fragment, useState } from 'react';
import type { TeamStatus } from '../../../../src-shared/api/team.ts';
import { counted } from '../../../../src-shared/words/store-words.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { FileButton } from '../../../components/controls/FileButton.tsx';
import { Tooltip } from '../../../components/overlay/Tooltip.tsx';
import { JoinDialog, type JoinDialogProps } from './JoinDialog.tsx';
import { EmptyState, FailedState } from '../../../components/EmptyState.tsx';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import { Time } from '../../../components/Time.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useStores, useTeam, useWatch } from '../../../stores/use-stores.ts';
import { memberSeatWords, ownSeatWords, takenHowWords, waitingWords } from '../../../words/team-words.ts';
import { SectionHead, SectionSheet } from '../SectionSheet.tsx';
import { HandOverDialog } from './HandOverDialog.tsx';
import { ManagedNote } from '../../../components/ManagedNote.tsx';
import { MemberList } from './MemberList.tsx';
import { TakeOverDialog } from './TakeOverDialog.tsx';
import styles from './Team.module.css';

export function TeamSection() {
  const profile = useWatch(({ shown }) => shown?.profile ?? null);
  const [joining, setJoining] = useState<JoinDialogProps | null>(null);
  const open = (file: File) => profile !== null && setJoining({ file, profile, close: () => setJoining(null) });
  return (
    <>
      <TeamOfWatch open={open} />
      {/* Stays while joining closes and opens the watch. */}
      {joining !== null && <JoinDialog {...joining} />}
    </>
  );
}

function TeamOfWatch({ open }: { open: (file: File) => void }) {
  const isWatching = useWatch(({ shown }) => shown !== null);
  const received = useTeam((state) => state.received);
  const error = useTeam((state) => state.feedError);
  const { team: store } = useStores();
  if (!isWatching) return <EmptyState title="A team belongs to a profile." detail="Watch one to see its team here." />;
  if (received === null && error !== null)
    return <FailedState title="The team could not be read." error={error} retry={() => store.resubscribe()} />;
  if (received === null) return <EmptyState title="Reading the team …" />;
  return (
    <SectionSheet label="Team">
      <ManagedNote settings={['teamLog', 'teamServers']} />
      {received.status === null ? <NoTeam open={open} /> : <TeamContent status={received.status} open={open} />}
    </SectionSheet>
  );
}

/** `docs/team.md` explains the command. */
function NoTeam({ open }: { open: (file: File) => void }) {
  return (
    <>
      <SectionHead title="Team">
        <OpenJoinFile open={open} />
      </SectionHead>
      <p className="pretty">
        This profile is in no team: this Watchfloor alone uses the only stream of the domain. In a team, any number of
        Watchfloors share that stream, what is stored, and what operators take and note.
      </p>
      <p className="pretty">
        Your administrator gives you a join file for this computer. It is tried first: you see each check before you
        join. On a computer without a page: <code>watchfloor team join FILE</code>
      </p>
    </>
  );
}

function OpenJoinFile({ open }: { open: (file: File) => void }) {
  const isPractice = useWatch(({ shown }) => shown?.profile.practice === true);
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');
  const unavailable = isPractice ? 'Practice has no team: watch a profile of your own' : null;
  return (
    <Tooltip label={null} unavailable={unavailable}>
      <FileButton variant="filled" label="Join file" disabled={isLost} choose={open}>
        Open join file …
      </FileButton>
    </Tooltip>
  );
}

function TeamContent({ status, open }: { status: TeamStatus; open: (file: File) => void }) {
  const { settings, holder, seat, problem, members, waiting, voids, tooLarge } = status;
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');
  const requestError = useTeam((state) => state.requestError);
  const [asked, setAsked] = useState<'hand-over' | 'take-over' | null>(null);
  const isHolding = seat === 'holds' || seat === 'alone';
  const mayHold = settings.mayHold && settings.role !== 'wall';
  const facts: readonly (readonly [string, React.ReactNode])[] = [
    ['This Watchfloor', <Untrusted key="name" text={`${settings.name} (${settings.member})`} />],
    ['Role', memberSeatWords(settings)],
    ...(holder === null ? [] : [['Holder', <HolderFact key="holder" holder={holder} />] as const]),
    ['Log', <code key="log">{settings.log}</code>],
    ['Servers', <Untrusted key="servers" text={settings.servers.join(', ')} />],
    [
      'Waiting here',
      waiting.events + waiting.actions === 0
        ? 'Nothing: the team has everything that is stored here'
        : `${waitingWords(waiting.events)}, ${counted(waiting.actions - tooLarge.actions.length, 'action')} being sent`,
    ],
    ...(voids === 0 ? [] : [['Not counted', `${voids} ${voids === 1 ? 'entry' : 'entries'} of the log`] as const]),
  ];
  return (
    <>
      <SectionHead title="Team" intro={<Untrusted text={ownSeatWords(status)} />}>
        {problem !== null && !isHolding && <OpenJoinFile open={open} />}
        {isHolding && (
          <Button variant="filled" disabled={isLost || seat === 'alone'} onClick={() => setAsked('hand-over')}>
            Hand over to …
          </Button>
        )}
        {!isHolding && mayHold && (
          <Button disabled={isLost || seat !== 'follows'} onClick={() => setAsked('take-over')}>
            {holder?.isLive === true ? 'Take over …' : 'Take the seat …'}
          </Button>
        )}
      </SectionHead>
      {asked === null && <ErrorNote error={requestError} />}
      <MemberList members={members} />
      <dl className={styles['facts']}>
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      {asked === 'hand-over' && <HandOverDialog members={members} close={() => setAsked(null)} />}
      {asked === 'take-over' && <TakeOverDialog status={status} close={() => setAsked(null)} />}
    </>
  );
}

function HolderFact({ holder }: { holder: NonNullable<TeamStatus['holder']> }) {
  return (
    <>
      <Untrusted text={holder.name} /> since <Time at={holder.since} />: {takenHowWords[holder.why]}
      {holder.reason !== '' && (
        <>
          {' '}
          (<Untrusted text={holder.reason} />)
        </>
      )}
      {!holder.isLive && '. It does not renew its claim, so the seat is free or about to be.'}
    </>
  );
}
