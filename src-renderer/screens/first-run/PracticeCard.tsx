import { Check, Package, Play } from 'lucide-react';
import { useCallback, useId, useState } from 'react';
import type { PracticeScenario } from '../../../src-shared/api/watch.ts';
import { asError } from '../../backend/backend-error.ts';
import { useCommands } from '../../commands/use-commands.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Select } from '../../components/controls/Select.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { useQuery } from '../../stores/queries/use-query.ts';
import { useStores, useWatch } from '../../stores/use-stores.ts';
import { isUnanswered, failureWords } from '../../words/error-words.ts';
import { PracticeMark } from '../../components/PracticeMark.tsx';
import styles from './FirstRun.module.css';
import { ButtonKeys, Requirement, StartCard } from './StartCard.tsx';

/** Placeholder until the list of scenarios has loaded. It can be started; if that fails, the error gives the reason. */
const DEFAULT_SCENARIO: PracticeScenario = { name: 'calm-shift', title: 'Calm shift', description: '' };
const DEFAULT_SCENARIOS: readonly PracticeScenario[] = [DEFAULT_SCENARIO];

type StartState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'failed'; readonly error: Error };

export function PracticeCard() {
  const { backend } = useStores();
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');
  const loadScenarios = useCallback(() => backend.practice.scenarios.query(), [backend]);
  const scenarios = useQuery<readonly PracticeScenario[]>(loadScenarios, DEFAULT_SCENARIOS);
  const [scenarioName, setScenarioName] = useState(DEFAULT_SCENARIO.name);
  const [start, setStart] = useState<StartState>({ kind: 'idle' });
  const chosen = scenarios.find(({ name }) => name === scenarioName) ?? scenarios[0] ?? DEFAULT_SCENARIO;
  const isStarting = start.kind === 'starting';

  function startPractice(): void {
    if (isStarting) return;
    setStart({ kind: 'starting' });
    // After the start, the backend's next snapshot replaces this screen.
    backend.practice.start.mutate({ scenario: chosen.name }).catch((error: unknown) => {
      setStart({ kind: 'failed', error: asError(error) });
    });
  }
  useCommands([
    {
      id: 'first-run.practise',
      title: 'Practise with the simulator',
      group: 'Watch',
      keys: ['P'],
      unavailable: isLost ? 'Watchfloor does not answer.' : null,
      run: startPractice,
    },
  ]);

  return (
    <StartCard
      icon={<Play size={18} aria-hidden="true" />}
      title="Practise with the simulator"
      intro="A small copy of the service runs here. Live events in three seconds."
      requirements={
        <>
          <Requirement icon={<Check size={14} />}>Needs nothing: no account, no network</Requirement>
          <Requirement icon={<Package size={14} />}>
            Separate from real data and marked <PracticeMark />
          </Requirement>
        </>
      }
    >
      <ScenarioChoice scenarios={scenarios} chosen={chosen} choose={setScenarioName} disabled={isStarting} />
      <div className={styles['foot']}>
        <Button
          variant="filled"
          size="sm"
          className={styles['steady'] ?? ''}
          onClick={startPractice}
          disabled={isStarting || isLost}
          rightSection={isStarting || isLost ? null : <ButtonKeys id="first-run.practise" />}
          data-testid="start-practice"
        >
          {isLost ? 'Watchfloor does not answer' : isStarting ? 'Starting Practice …' : 'Start practising'}
        </Button>
        {start.kind === 'failed' && (
          <p className="failed" role="alert">
            {isUnanswered(start.error) ? 'Unknown whether Practice starts.' : 'Practice did not start.'}{' '}
            <Untrusted text={failureWords(start.error)} />
          </p>
        )}
      </div>
    </StartCard>
  );
}

function ScenarioChoice(props: {
  scenarios: readonly PracticeScenario[];
  chosen: PracticeScenario;
  choose: (name: string) => void;
  disabled: boolean;
}) {
  const id = useId();
  return (
    <div className={styles['scenario']}>
      <label htmlFor={id}>Scenario</label>
      <Select
        id={id}
        aria-describedby={`${id}-text`}
        disabled={props.disabled}
        value={props.chosen.name}
        choose={props.choose}
        options={props.scenarios.map(({ name, title }) => ({ value: name, name: title }))}
      />
      <p className={styles['scenario-text']} id={`${id}-text`}>
        {props.chosen.description}
      </p>
    </div>
  );
}
