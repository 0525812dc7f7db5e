import type { QualityField, QualityLine } from '../../../src-shared/domain/quality/quality-schemas.ts';
import { countedParts, recoveredWords } from '../../../src-shared/words/quality/rate-words.ts';
import { qualityAddress } from '../../address/screen-addresses.ts';
import { hrefOf, useAddress } from '../../address/use-address.ts';
import { printRows } from './counted-rows.ts';

/** Each number opens exactly its attempts. */
export function CountedLine({ line, field }: { line: QualityLine; field: QualityField | null }) {
  const { span, of } = useAddress(qualityAddress).value;
  const recovered = recoveredWords(line);
  const parts = countedParts(line);
  if (parts.length === 1 && recovered === '') return null;
  return (
    <span className="block meta">
      {parts.map((part, index) => (
        <span key={part.of}>
          {index === 0 ? '' : index === 1 ? ': ' : ', '}
          <a href={hrefOf('quality', { span, of, rows: printRows(part.of, field, line) })}>{part.words}</a>
        </span>
      ))}
      {recovered === '' ? '' : `; ${recovered}`}
    </span>
  );
}
