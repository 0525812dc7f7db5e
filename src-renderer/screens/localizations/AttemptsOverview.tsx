/** Counts the stored failures by step, as open, recovered and done cases. Each number opens its cases. */
import { exactTerm } from '../../../src-shared/domain/cases/case-search-terms.ts';
import type { ValueCount } from '../../../src-shared/api/cases.ts';
import { localizationSteps } from '../../../src-shared/domain/cases/case-keys.ts';
import { stepDoing } from '../../../src-shared/words/case-words.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../address/use-address.ts';
import { Untrusted } from '../../components/Untrusted.tsx';
import { useWatchQuery } from '../../stores/queries/use-watch-query.ts';
import { useBoard, useStores } from '../../stores/use-stores.ts';
import styles from './AttemptsOverview.module.css';

const STATES = [
  { name: 'Open', term: 'is:open', outcome: 'failed' },
  { name: 'Recovered', term: 'is:recovered', outcome: 'succeeded' },
  { name: 'Done', term: 'is:done', outcome: undefined },
] as const;

type StepCounts = readonly { readonly step: string | null; readonly counts: readonly number[] }[];

export function AttemptsOverview() {
  const { cases } = useStores().backend;
  const board = useBoard((state) => state.board);
  const { value } = useWatchQuery<readonly ValueCount[][]>(
    'steps',
    ({ watch }) =>
      Promise.all(
        STATES.map(({ term: find }) =>
          cases.values.query({
            watch,
            kind: 'localization',
            of: 'all',
            cause: null,
            find,
            since: null,
            by: 'step',
            across: null,
          }),
        ),
      ),
    { revision: board },
  );
  if (value === null) return null;
  const steps = stepCounts(value);
  const longest = Math.max(1, ...steps.map(({ counts }) => sum(counts)));
  return (
    <section className="panel shrinks" aria-label="Where attempts stop">
      <header className="panel-head small">
        <h3>Where attempts stop</h3>
        <span className="meta to-end">all stored failures</span>
      </header>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col" colSpan={2}>
              Step
            </th>
            {STATES.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.map(({ step, counts }) => (
            <tr key={step ?? ''}>
              <th scope="row">
                <Untrusted text={stepDoing(step) ?? step ?? 'not given'} truncate="end" />
              </th>
              <td aria-hidden="true">
                <span className={styles['track']}>
                  {STATES.map(({ name, outcome }, index) => (
                    <i
                      key={name}
                      data-outcome={outcome}
                      style={{ width: `${((counts[index] ?? 0) / longest) * 100}%` }}
                    />
                  ))}
                </span>
              </td>
              {STATES.map(({ name, term }, index) => (
                <td key={name}>
                  {counts[index] === 0 ? (
                    <span className="quiet">0</span>
                  ) : (
                    <a href={hrefOf('localizations', { find: `${term} ${exactTerm('step', step)}` })}>
                      {numberText(counts[index] ?? 0)}
                    </a>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The documented steps in their order, then the others by number of cases. */
function stepCounts(byState: readonly (readonly ValueCount[])[]): StepCounts {
  const known: readonly string[] = localizationSteps;
  const found = byState.flatMap((values) => values.map(({ value }) => value));
  const others = new Set(found.filter((step) => step === null || !known.includes(step)));
  return [...known, ...others].map((step) => ({
    step,
    counts: byState.map((values) => values.find(({ value }) => value === step)?.count ?? 0),
  }));
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
