/** The histogram for screen readers: a row for each bar with events, newest first. */
import type { TallyBars } from '../../../stores/timeline/tally-store.ts';
import { outcomeWords } from '../../../words/outcome-words.ts';
import { TALLEST } from '../../../components/bars/bar-shapes.ts';
import { figuresOf, barSpanText } from '../../../components/bars/bar-words.ts';

/** Longer tables are too long to listen to. */
const MAX_ROWS = 60;

export function BarTable({ bars, now }: { bars: TallyBars; now: number }) {
  const rows = bars.edges
    .slice(0, -1)
    .map((from, index) => ({
      span: { from, to: bars.edges[index + 1] ?? from },
      figures: figuresOf(bars.outcomes, index, index),
    }))
    .filter(({ figures }) => figures.length > 0)
    .toReversed()
    .slice(0, MAX_ROWS);
  return (
    // A table is as wide as its content, so that only a box around it hides it.
    <div className="visually-hidden">
      <table>
        <caption>Events over time, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {TALLEST.stack.map((outcome) => (
              <th key={outcome} scope="col">
                {outcome === null ? 'Without an outcome' : outcomeWords[outcome]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ span, figures }) => (
            <tr key={span.from}>
              <th scope="row">{barSpanText(span, now, bars.zone, true)}</th>
              {TALLEST.stack.map((outcome) => (
                <td key={outcome}>{figures.find((figure) => figure.outcome === outcome)?.count ?? 0}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
