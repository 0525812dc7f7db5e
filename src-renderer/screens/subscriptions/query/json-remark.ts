import { capitalized } from '../../../../src-shared/lib/capitalized.ts';
import type { NotAccepted } from '../../../../src-shared/api/searches.ts';
import { type ParsedBody, withoutFieldPrefix } from '../../../../src-shared/service/search-body.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { bodyMistakeWords, undocumentedPartWords, lineColumnText } from '../../../words/search-words.ts';
import { hiddenCharCount } from './json-lines.ts';
import { refusedIn } from './marks.ts';

export interface JsonRemark {
  readonly words: string;
  readonly position: { readonly at: number; readonly length: number; readonly words: string } | null;
}

export function jsonRemark(text: string, read: ParsedBody, notAccepted: readonly NotAccepted[]): JsonRemark {
  const position = ({ at, length }: { at: number; length: number }) => ({
    at,
    length,
    words: capitalized(lineColumnText(text, at)),
  });
  if (read.kind === 'mistake') return { words: visibleText(bodyMistakeWords(read)), position: position(read) };
  const hidden = hiddenCharCount(text);
  if (hidden > 0)
    return {
      words: `${hidden === 1 ? 'One character is' : `${hidden} characters are`} invisible; ${hidden === 1 ? 'it is' : 'they are'} framed, and sent as written.`,
      position: null,
    };
  const refused = refusedIn(read, notAccepted);
  const isRefused = (kind: string, name: string) => refused.some((part) => part.kind === kind && part.name === name);
  const [first, ...others] = read.undocumented.toSorted(
    (one, other) => Number(isRefused(other.kind, other.name)) - Number(isRefused(one.kind, one.name)),
  );
  if (first === undefined) return { words: 'All of it is documented by the provider.', position: null };
  const named = `${undocumentedPartWords(first.kind)} “${visibleText(withoutFieldPrefix(first.name))}”`;
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  const words = isRefused(first.kind, first.name)
    ? `Not accepted here before: ${named}${more}.`
    : `Not in the provider's document: ${named}${more}. It is sent as written.`;
  return { words, position: position(first) };
}
