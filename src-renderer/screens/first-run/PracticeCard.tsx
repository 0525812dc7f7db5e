/** One click to live events: the built-in simulator with a scenario. */
import { Button } from '@mantine/core';
import { Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { PracticeScenario } from '../../../src-shared/api/watch.ts';
import { asError } from '../../backend/backend-error.ts';
import { useStores } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { troubleWords } from '../../words/error-words.ts';
import styles from './FirstRun.module.css';

const USUAL_SCENARIO = 'calm-shift';

type Start = { kind: 'idle' } | { kind: 'starting' } | { kind: 'failed'; message: string };

export function PracticeCard() {
  const { backend } = useStores();
  const [scenarios, setScenarios] = useState<readonly PracticeScenario[]>([]);
  const [wanted, setWanted] = useState(USUAL_SCENARIO);
  const [start, setStart] = useState<Start>({ kind: 'idle' });

  useEffect(() => {
    // Without a list the usual scenario can still be started; its failure says why.
    backend.practice.scenarios().then(setScenarios, () => undefined);
  }, [backend]);

  const chosen = scenarios.some(({ name }) => name === wanted) ? wanted : (scenarios[0]?.name ?? wanted);

  function begin(): void {
    setStart({ kind: 'starting' });
    // Once it has begun, the backend's next snapshot replaces this screen.
    backend.practice.start(chosen).catch((error: unknown) => {
      setStart({ kind: 'failed', message: visibleText(troubleWords(asError(error))) });
    });
  }

  return (
    <section className={styles['card']} aria-labelledby="practise">
      <h2 id="practise" className={styles['name']}>
        Practise with the simulator
      </h2>
      <p className={styles['lead']}>
        Needs nothing. A small copy of the service runs on this computer and sends live events. Its data is kept apart
        and marked PRACTICE.
      </p>
      <div className={styles['act']}>
        <Button
          size="sm"
          leftSection={<Play size={14} />}
          onClick={begin}
          disabled={start.kind === 'starting'}
          data-testid="start-practice"
        >
          {start.kind === 'starting' ? 'Starting the simulator …' : 'Start practising'}
        </Button>
        {start.kind === 'failed' && (
          <p className={styles['refusal']} role="alert">
            Practice did not start. {start.message}
          </p>
        )}
      </div>
      {scenarios.length > 0 && (
        <fieldset className={styles['scenarios']}>
          <legend className={styles['legend']}>Scenario</legend>
          {scenarios.map((scenario) => (
            <label key={scenario.name} className={styles['scenario']}>
              <input
                type="radio"
                name="scenario"
                value={scenario.name}
                checked={scenario.name === chosen}
                onChange={() => setWanted(scenario.name)}
              />
              <span className={styles['scenario-title']}>{scenario.title}</span>
              <span className={styles['scenario-text']}>{scenario.description}</span>
            </label>
          ))}
        </fieldset>
      )}
    </section>
  );
}
