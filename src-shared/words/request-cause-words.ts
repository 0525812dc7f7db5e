/** Two documented codes, the same codes in an undocumented place, and all others. Source: `docs/service.md` §6.4. */
import type { Cause } from '../domain/cases/case-keys.ts';
import { changeName } from './case-words.ts';

export interface RequestCauseWords {
  readonly title: string;
  readonly meaning: string;
  /** True if the document explains the code for this operation and error type. */
  readonly isDocumented: boolean;
}

const DOCUMENTED: Readonly<Record<string, { title: string; meaning: string; operation: string; of: string }>> = {
  '70': {
    title: 'State refused',
    meaning: 'Their state cannot be changed to the requested one.',
    operation: 'CHANGE_SUBSCRIPTIONSTATE',
    of: 'state changes',
  },
  '73': {
    title: 'Already in this package',
    meaning: 'Nothing to move. Do nothing, unless the list was wrong.',
    operation: 'CHANGE_SUBSCRIPTIONPACKAGE',
    of: 'package changes',
  },
};
const DOCUMENTED_TYPE = 'DCP_ERROR';
const NOT_IN_DOCUMENT = "Not in the provider's document";

export function requestCauseWords({ operation, type, code }: Omit<Cause, 'kind'>): RequestCauseWords {
  if (code === null) return { title: 'No error code', meaning: 'The provider gave none.', isDocumented: false };
  const documented = Object.hasOwn(DOCUMENTED, code) ? DOCUMENTED[code] : undefined;
  if (documented === undefined) return { title: NOT_IN_DOCUMENT, meaning: '', isDocumented: false };
  if (type !== null && type !== DOCUMENTED_TYPE)
    return {
      title: NOT_IN_DOCUMENT,
      meaning: `The document explains ${code} of ${DOCUMENTED_TYPE}; this one has another error type.`,
      isDocumented: false,
    };
  const typed = type === null ? ' It came without its error type.' : '';
  if (operation === documented.operation)
    return { title: documented.title, meaning: `${documented.meaning}${typed}`, isDocumented: type !== null };
  const change = changeName(operation).toLowerCase();
  const here = change.startsWith('unknown') ? 'this is a change that it does not name' : `this is a ${change}`;
  return {
    title: documented.title,
    meaning: `${documented.meaning} The document gives ${code} for ${documented.of}; ${here}.${typed}`,
    isDocumented: false,
  };
}
