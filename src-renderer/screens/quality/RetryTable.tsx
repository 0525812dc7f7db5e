import type { Figures } from '../../../src-shared/api/quality/figures.ts';
import { rateOf } from '../../../src-shared/domain/quality/success-rate.ts';
import { rateWords, RETRY_WORDS } from '../../../src-shared/words/quality/rate-words.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { qualityAddress } from '../../address/screen-addresses.ts';
import { hrefOf, useAddress } from '../../address/use-address.ts';
import { RateBar } from '../../components/bars/RateBar.tsx';
import { TitledPanel } from '../../components/TitledPanel.tsx';
import { printRetries } from './counted-rows.ts';
import styles from './Quality.module.css';

/** After how many retries failed localizations recovered, beside those that are still open after as many. */
export function RetryTable({ retries: { recovered, open } }: { retries: Figures['retries'] }) {
  const { span } = useAddress(qualityAddress).value;
  const of = recovered.reduce((sum, cases) => sum + cases, 0);
  const cell = (name: 'recovered' | 'open', index: number) => {
    const count = (name === 'open' ? open : recovered)[index] ?? 0;
    const rows = printRetries({ of: name, class: index });
    return count === 0 ? 'none' : <a href={hrefOf('quality', { span, rows })}>{numberText(count)}</a>;
  };
  return (
    <TitledPanel title="By retries" note="of all that recovered">
      {[...recovered, ...open].every((cases) => cases === 0) ? (
        <p className="pad-3 quiet">Nothing recovered, and nothing is open.</p>
      ) : (
        <table className={styles['figures']}>
          <thead>
            <tr>
              <th scope="col">Retries</th>
              <th scope="col">Recovered</th>
              <th scope="col">Still open</th>
            </tr>
          </thead>
          <tbody>
            {RETRY_WORDS.map((words, index) => {
              const share = rateOf({ hits: recovered[index] ?? 0, of });
              return (
                <tr key={words}>
                  <th scope="row">{words}</th>
                  <td>
                    <RateBar rate={share} />
                    {cell('recovered', index)}
                    {share.kind === 'rate' && `: ${rateWords(share)}`}
                  </td>
                  <td>{cell('open', index)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </TitledPanel>
  );
}
