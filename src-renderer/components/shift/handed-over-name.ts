import type { HandedOverItem } from '../../../src-shared/api/shift.ts';
import { causeName } from '../../../src-shared/words/case-words.ts';
import { counted } from '../../../src-shared/words/store-words.ts';

/** "State change, DCP_ERROR 73: 56 requests open". The code is untrusted. */
export function handedOverName({
  cause,
  consequence,
  open,
}: Pick<HandedOverItem, 'cause' | 'consequence' | 'open'>): string {
  const name = causeName(cause, consequence);
  return open === 0 ? name : `${name}: ${counted(open, cause.kind === 'request' ? 'request' : 'case')} open`;
}
