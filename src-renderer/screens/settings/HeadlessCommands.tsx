import { profileFileName } from '../../../src-shared/domain/profile/profile-text.ts';
import { CopyButton } from '../../components/controls/CopyButton.tsx';
import styles from './ProfileEditor.module.css';

export function HeadlessCommands({ name }: { name: string }) {
  const file = profileFileName({ name });
  return (
    <section className={styles['box']} aria-label="Run without a window">
      <h3>Run without a window</h3>
      {['doctor', 'collect'].map((command) => {
        const text = `watchfloor ${command} --profile ${file}`;
        return (
          <div key={command} className="row apart gap-2">
            <code>{text}</code>
            <CopyButton text={text} label={`Copy the command ${command}`} />
          </div>
        );
      })}
      <p>The file contains addresses, realm, client and rules, never a secret. Export it, then sign in there.</p>
    </section>
  );
}
