/** What a real service needs, and the two texts with which it begins: a profile to fill in, and the command. */
import { Button } from '@mantine/core';
import { Globe, IdCard, LockKeyhole, RadioTower } from 'lucide-react';
import { useCommands } from '../../commands/use-commands.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { copiedWords, useCopy } from '../../components/use-copy.ts';
import styles from './FirstRun.module.css';
import { ButtonKeys, Need, StartCard } from './StartCard.tsx';

const EXAMPLE_PROFILE = `{
  "name": "My service",
  "baseUrl": "https://api.example.com",
  "eventsUrl": "https://events.example.com",
  "authUrl": "https://auth.example.com",
  "realm": "iot",
  "clientId": "watchfloor",
  "flow": "clientCredentials"
}
`;
const COMMAND = 'npx watchfloor start --profile FILE';

export function ConnectCard({ keychain }: { keychain: boolean }) {
  const { copied, copy } = useCopy(EXAMPLE_PROFILE);
  useCommands([{ id: 'first-run.connect', title: 'Copy an example profile', group: 'Watch', keys: ['C'], run: copy }]);
  return (
    <StartCard
      icon={<RadioTower size={18} aria-hidden="true" />}
      title="Connect to your service"
      lead="Watch a real domain. A profile is a small file: fill in the example, then start Watchfloor with it."
      needs={
        <>
          <Need icon={<Globe size={14} />}>Three addresses from your provider: base, events, auth</Need>
          <Need icon={<IdCard size={14} />}>A realm and a client id</Need>
          <Need icon={<LockKeyhole size={14} />}>
            {keychain ? 'The client secret, in the keychain or in' : 'The client secret, in'}{' '}
            <code>WATCHFLOOR_CLIENT_SECRET</code>; never in the profile
          </Need>
        </>
      }
    >
      <div className={styles['command']}>
        <code>{COMMAND}</code>
        <CopyButton text={COMMAND} label="Copy the command" />
      </div>
      <div className={styles['foot']}>
        <Button size="sm" onClick={copy} rightSection={<ButtonKeys id="first-run.connect" />}>
          {copiedWords(copied, 'Copy an example profile')}
        </Button>
      </div>
    </StartCard>
  );
}
