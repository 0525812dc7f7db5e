import type { CaseDetail } from '../../../src-shared/api/cases.ts';
import type { PackBlock } from '../../../src-shared/api/reports.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { factList, line, ownText, type PackTextMasker } from './pack-blocks.ts';

export function providerBlock(words: PackTextMasker, provider: CaseDetail['provider']): PackBlock {
  return factList(
    provider.map(({ sentence, code, type, count }) => {
      const name = [type, code].filter((part) => part !== null).join(' ') || 'no code';
      return [
        `${numberText(count)} × ${words.plainCode(name)}`,
        sentence === null ? ownText('no sentence') : line('“', words.sentence(sentence), '”'),
      ];
    }),
  );
}
