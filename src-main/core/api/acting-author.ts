/** Decides who the author of a request is: the person who signed in to the profile, otherwise the typed name. */
import { appError } from '../../../src-shared/api/errors.ts';
import type { Author } from '../../../src-shared/domain/cases/action.ts';
import { authorWords, typedNameWords } from '../../../src-shared/domain/cases/author-name.ts';
import type { Backend } from '../backend.ts';
import type { Watch } from '../watch.ts';

interface Acting {
  readonly backend: Pick<Backend, 'signIns'>;
  readonly watch: Pick<Watch, 'profile'>;
}

/** @throws AppError SIGNED_OUT if the request relies on a sign-in that has ended */
export function actingAuthor({ backend, watch }: Acting, typed: Author | null): Author {
  const author = backend.signIns.personOf(watch.profile.id) ?? typed;
  if (author === null) throw appError('SIGNED_OUT', { profile: watch.profile.name, problem: 'ended' });
  return author;
}

export function makerWords({ backend, watch }: Acting, typed: string): string {
  const person = backend.signIns.personOf(watch.profile.id);
  return person === null ? typedNameWords(typed) : authorWords(person);
}
