import { profileFileName } from '../../../src-shared/domain/profile/profile-text.ts';
import { CopyButton } from '../../components/controls/CopyButton.tsx';
import styles from './ProfileEditor.module.css';

export function HeadlessCommands({ name }: { name: string }) {
  const file = profileFileName({ name });
  return (
    <section className={styles['box']} aria-label="Run without a window">
      <h3>Run without a window</h3>
      {['doctor', 'collect'].map((command) => (
        <Command key={command} text={`watchfloor ${command} --profile ${file}`} label={`Copy the command ${command}`} />
      ))}
      <p>The file contains addresses, realm, client and rules, never a secret. Export it, then sign in there.</p>
    </section>
  );
}

function Command({ text, label }: { text: string; label: string }) {
  return (
    <div className={styles['command']}>
      <code>{text}</code>
      <CopyButton text={text} label={label} />
    </div>
  );
}
