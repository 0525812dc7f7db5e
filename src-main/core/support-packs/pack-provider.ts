import type { CaseDetail } from '../../../src-shared/api/cases.ts';
import type { PackBlock } from '../../../src-shared/api/reports.ts';
import type { StatusPageReport } from '../../../src-shared/domain/coverage/provider-incident.ts';
import {
  PROVIDER_WORDS,
  STATUS_PAGE_TITLE,
  statusPageWords,
} from '../../../src-shared/words/provider/incident-words.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { factList, heading, line, lines, ownText, type PackTextMasker } from './pack-blocks.ts';

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

/** Every text of the page is masked and in quotes. */
export function statusPageBlocks(masked: PackTextMasker, page: StatusPageReport, now: number): PackBlock[] {
  const { incidents, known } = statusPageWords(page, now, 'UTC');
  const said = incidents.map(({ title, when, words, remark }) =>
    line(masked.sentence(title), `, ${when}. `, masked.sentence(words), ' (', masked.sentence(remark), ')'),
  );
  return [heading(STATUS_PAGE_TITLE, PROVIDER_WORDS), lines(...said, masked.sentence(known))];
}
