import type { ProfileEntry } from '../../../../src-shared/api/profiles.ts';
import type { ProfileInput } from '../../../../src-shared/domain/profile/profile.ts';
import { goTo, hrefOf } from '../../../address/use-address.ts';
import { useCommands } from '../../../commands/use-commands.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { ScrollRegion } from '../../../components/ScrollRegion.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { NEW_PROFILE } from '../../../stores/profiles-store.ts';
import { failureWords } from '../../../words/error-words.ts';
import type { TypedSecret } from '../sign-in/typed-secret.ts';
import { useFocusOnArrival } from '../use-focus-on-arrival.ts';
import { CheckRow } from './CheckRow.tsx';
import styles from './ConnectionTest.module.css';
import { Obstacle } from './Obstacle.tsx';
import { obstacle, type TestRemedy } from './test-view.ts';
import { TestStatus } from './TestStatus.tsx';
import { useConnectionTest } from './use-connection-test.ts';

export interface ConnectionTestPanelProps {
  readonly entry: ProfileEntry | null;
  /** The current draft; null if a field is missing or wrong, so there is nothing to test. */
  readonly draft: ProfileInput | null;
  readonly missing: string | null;
  /** Secret of this editor. A typed secret that is not stored yet is tested, too. */
  readonly secret: TypedSecret;
  readonly change: (part: { readonly clientAuthentication: 'basic' | 'post' }) => void;
  readonly goToMistake: () => void;
}

export function ConnectionTestPanel(props: ConnectionTestPanelProps) {
  const { entry, draft, missing, secret, change, goToMistake } = props;
  const { run, start, cancel } = useConnectionTest(entry?.id ?? null, secret);
  const arrived = useFocusOnArrival('test');
  const isRunning = run.kind === 'running';
  const test = () => (draft === null ? goToMistake() : start(draft));
  const name = isRunning ? 'Cancel' : run.kind === 'none' ? 'Test' : 'Test again';
  useCommands([
    {
      id: 'settings.test',
      title: isRunning ? 'Cancel the connection test' : 'Test the connection',
      group: 'Watch',
      run: isRunning ? cancel : test,
    },
  ]);

  function help(remedy: TestRemedy): void {
    if (remedy.kind !== 'send-as') goTo(hrefOf('settings', { profile: entry?.id ?? NEW_PROFILE, at: 'sign-in' }));
    else if (draft === null) goToMistake();
    else {
      change({ clientAuthentication: remedy.way });
      start({ ...draft, clientAuthentication: remedy.way });
    }
  }
  const report = run.kind === 'running' || run.kind === 'over' ? run.report : null;
  const inTheWay = report === null ? null : obstacle(report);
  return (
    <section className="stack full-height shrinks-down" aria-label="Connection test">
      <div ref={arrived} className={styles['head']}>
        <h2 className="section-size tight-letters">Connection test</h2>
        <Button onClick={isRunning ? cancel : test}>{name}</Button>
      </div>
      <ScrollRegion className={styles['content']} label="Steps of the connection test">
        <TestStatus run={run} draft={draft} missing={missing} entry={entry} goToMistake={goToMistake} />
        {run.kind === 'refused' && (
          <p className={styles['obstacle']} role="alert">
            <Untrusted text={failureWords(run.error)} />
          </p>
        )}
        {inTheWay !== null && (
          <Obstacle
            finding={inTheWay.finding}
            flow={run.kind === 'running' || run.kind === 'over' ? run.profile.flow : 'clientCredentials'}
            help={help}
          />
        )}
        {report !== null && (
          <ol className="unmarked">
            {report.checks.map((result) => (
              <CheckRow
                key={result.check}
                result={result}
                isShownAbove={result.check === inTheWay?.check}
                isOver={!isRunning}
                expected={result.check === 'heartbeat' ? `up to ${draft?.heartbeatSeconds ?? 30} s` : null}
              />
            ))}
          </ol>
        )}
      </ScrollRegion>
    </section>
  );
}
