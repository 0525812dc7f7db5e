/** One click to live events: the built-in simulator with a scenario. */
import { Button, NativeSelect } from '@mantine/core';
import { Check, Package, Play } from 'lucide-react';
import { useCallback, useId, useState } from 'react';
import type { PracticeScenario } from '../../../src-shared/api/watch.ts';
import { asError } from '../../backend/backend-error.ts';
import { CommandKeys } from '../../commands/CommandKeys.tsx';
import { useCommands } from '../../commands/use-commands.ts';
import { Untrusted } from '../../components/Untrusted.tsx';
import { useStores, useWatch } from '../../stores/use-stores.ts';
import { troubleWords } from '../../words/error-words.ts';
import styles from './FirstRun.module.css';
import { Need, StartCard } from './StartCard.tsx';
import { useAnswer } from './use-answer.ts';

const USUAL_SCENARIO = 'calm-shift';
const NONE: readonly PracticeScenario[] = [];

type Start =
  | { readonly kind: 'idle' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'failed'; readonly error: Error };

export function PracticeCard() {
  const { backend } = useStores();
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');
  const ask = useCallback(() => backend.practice.scenarios(), [backend]);
  const scenarios = useAnswer<readonly PracticeScenario[]>(ask, NONE);
  const [wanted, setWanted] = useState(USUAL_SCENARIO);
  const [start, setStart] = useState<Start>({ kind: 'idle' });
  const chosen = scenarios.find(({ name }) => name === wanted) ?? scenarios[0];
  const isStarting = start.kind === 'starting';

  function begin(): void {
    if (isStarting) return;
    setStart({ kind: 'starting' });
    // Once it has begun, the backend's next snapshot replaces this screen. Without a list the usual scenario can still
    // be started; its failure says why.
    backend.practice.start(chosen?.name ?? wanted).catch((error: unknown) => {
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
      run: begin,
    },
  ]);

  return (
    <StartCard
      icon={<Play size={18} aria-hidden="true" />}
      title="Practise with the simulator"
      lead="A small copy of the service runs here. Live events in three seconds."
      needs={
        <>
          <Need icon={<Check size={14} />}>Needs nothing: no account, no network</Need>
          <Need icon={<Package size={14} />}>
            Kept apart from real data and marked <span className={styles['practice']}>PRACTICE</span>
          </Need>
        </>
      }
    >
      {chosen !== undefined && (
        <ScenarioChoice scenarios={scenarios} chosen={chosen} choose={setWanted} disabled={isStarting} />
      )}
      <div className={styles['foot']}>
        <Button
          size="sm"
          onClick={begin}
          disabled={isStarting || isLost}
          rightSection={isStarting || isLost ? null : <CommandKeys id="first-run.practise" />}
          data-testid="start-practice"
        >
          {isLost ? 'Watchfloor does not answer' : isStarting ? 'Starting the simulator …' : 'Start practising'}
        </Button>
        {start.kind === 'failed' && (
          <p className={styles['refusal']} role="alert">
            Practice did not start. <Untrusted text={troubleWords(start.error)} />
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
  const described = useId();
  return (
    <div className={styles['scenario']}>
      <NativeSelect
        label="Scenario"
        aria-describedby={described}
        disabled={props.disabled}
        value={props.chosen.name}
        onChange={(event) => props.choose(event.currentTarget.value)}
        data={props.scenarios.map(({ name, title }) => ({ value: name, label: title }))}
        classNames={{ root: styles['select'] ?? '', label: styles['select-label'] ?? '' }}
      />
      <p id={described} className={styles['quiet']}>
        {props.chosen.description}
      </p>
    </div>
  );
}
