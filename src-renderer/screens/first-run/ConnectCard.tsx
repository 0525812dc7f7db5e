/** What a real service needs: a profile file, a secret kept elsewhere, one command. */
import { CopyButton } from '../../components/CopyButton.tsx';
import styles from './FirstRun.module.css';

const EXAMPLE_PROFILE = `{
  "name": "My service",
  "baseUrl": "https://api.example.com",
  "eventsUrl": "https://events.example.com",
  "authUrl": "https://auth.example.com",
  "realm": "iot",
  "clientId": "watchfloor",
  "flow": "clientCredentials"
}`;
const COMMAND = 'npx watchfloor start --profile FILE';

export function ConnectCard({ keychain }: { keychain: boolean }) {
  return (
    <section className={styles['card']} aria-labelledby="connect">
      <h2 id="connect" className={styles['name']}>
        Connect to your service
      </h2>
      <p className={styles['lead']}>
        Needs a profile file with the addresses and the client that your provider gave you, and the client secret.
      </p>
      <ol className={styles['steps']}>
        <li>
          <Step title="Write the profile file" copy={EXAMPLE_PROFILE} label="Copy the example profile" />
          <pre className={styles['code']}>{EXAMPLE_PROFILE}</pre>
        </li>
        <li>
          <p className={styles['step-title']}>Provide the client secret</p>
          <p className={styles['lead']}>
            In the environment variable <code>WATCHFLOOR_CLIENT_SECRET</code>, in a file that the profile names as{' '}
            <code>clientSecretFile</code>, or in the OS keychain
            {keychain ? '' : ' (there is none on this computer)'}. Never in the profile itself.
          </p>
        </li>
        <li>
          <Step title="Start Watchfloor with it" copy={COMMAND} label="Copy the command" />
          <pre className={styles['code']}>{COMMAND}</pre>
        </li>
      </ol>
    </section>
  );
}

function Step({ title, copy, label }: { title: string; copy: string; label: string }) {
  return (
    <div className={styles['step']}>
      <p className={styles['step-title']}>{title}</p>
      <CopyButton text={copy} label={label} word="Copy" />
    </div>
  );
}
