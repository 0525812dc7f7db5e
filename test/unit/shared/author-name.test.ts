import { describe, expect, test } from 'vitest';
import { subjectActionSchema } from '../../../src-shared/api/subject-actions.ts';
import { actionEntrySchema, typedAuthorSchema } from '../../../src-shared/domain/cases/action.ts';
import { isSignedInAuthor, signedInAuthorId } from '../../../src-shared/domain/cases/author-id.ts';
import { signedInAuthor } from '../../../src-shared/api/signed-in-author.ts';
import { authorNamer, authorWords } from '../../../src-shared/domain/cases/author-name.ts';
import { ownerWords } from '../../../src-shared/words/ownership-words.ts';

const id = signedInAuthorId('a'.repeat(64));
const verified = { id, name: 'r.albrecht' };
const typed = (name: string) => ({ id: 'b3', name });

test('[AUTHOR-3] a person who signed in is marked in words, a typed name is not', () => {
  expect([authorWords(verified), authorWords(typed('r.albrecht'))]).toEqual(['r.albrecht (verified)', 'r.albrecht']);
  expect(ownerWords(verified, null)).toBe('r.albrecht (verified)');
});

test('[AUTHOR-3] in a list with both, every name says which it is', () => {
  const mixed = authorNamer([verified, typed('r.albrecht'), null]);
  expect([mixed(verified), mixed(typed('r.albrecht')), mixed(typed('Ines Duarte'))]).toEqual([
    'r.albrecht (verified)',
    'r.albrecht (typed)',
    'Ines Duarte (typed)',
  ]);
  expect(authorNamer([typed('Ines Duarte')])(typed('Ines Duarte'))).toBe('Ines Duarte');
});

describe('[AUTHOR-3] a typed name that imitates a verified one', () => {
  test.each([
    'r.albrecht (verified)',
    'r.albrecht （verified）',
    'r.albrecht [verified]',
    'r.albrecht ⟨verified⟩',
    'r.albrecht verified',
    'r.albrecht, VERIFIED',
    'r.albrecht v e r i f i e d',
    'r.albrecht v\u00e9rifi\u00e9d',
    'r.albrecht v3rif13d',
    'r.albrecht v\u0435rified',
    'r.albrecht \uff56\uff45\uff52\uff49\uff46\uff49\uff45\uff44',
    'r.albrecht \u{1d42f}\u{1d41e}\u{1d42b}\u{1d422}\u{1d41f}\u{1d422}\u{1d41e}\u{1d41d}',
    'r.albrecht \u1d20\u1d07\u0280\u026a\ua730\u026a\u1d07\u1d05',
    'r.albrecht ver\u200bified',
    'r.\u0430lbrecht',
    'r.albre\u03f2ht',
  ])('%j ends with “(typed)”', (name) => {
    const words = authorWords(typed(name));
    expect(words).toMatch(/ \(typed\)$/);
    expect(words.match(/[\p{Ps}\p{Pe}]/gu)).toEqual(['(', ')']);
  });

  test.each(['r.albrecht ✓', 'r.albrecht ✅', '☑ r.albrecht', 'r.albrecht \u{1f6e1}'])('%j loses its tick', (name) =>
    expect(authorWords(typed(name)).trim()).toBe('r.albrecht'),
  );

  test.each(['Ines Duarte', 'Jürgen Öztürk', 'Ольга Иванова', '山田 太郎', 'O’Neill-Smith', 'Γιώργος'])(
    '%s stays as it is',
    (name) => expect(authorWords(typed(name))).toBe(name),
  );
});

describe('[AUTHOR-1] the id of a person who signed in', () => {
  test('cannot be chosen by a page or a command, in this version and in older ones', () => {
    expect(typedAuthorSchema.safeParse(verified).success).toBe(false);
    // Older versions allowed 64 characters, so no older action has such an id.
    expect(id.length).toBeGreaterThan(64);
    const chosen = ['account:', `account:${'a'.repeat(56)}`, 'a'.repeat(64), ` ${id}`.slice(0, 64)];
    expect(chosen.filter((each) => isSignedInAuthor({ id: each }))).toEqual([]);
  });

  test('cannot be chosen by a command that hands its action to the process that writes', () => {
    const action = { id: 'a'.repeat(32), subjects: ['eid:1'], what: { kind: 'take' }, text: '' };
    expect(subjectActionSchema.safeParse({ ...action, author: typed('Ines') }).success).toBe(true);
    expect(subjectActionSchema.safeParse({ ...action, author: verified }).success).toBe(false);
  });

  test('is stored with an action', () => {
    const entry = { id: 'action-1', at: 1, author: verified, subjects: ['eid:1'], what: { kind: 'take' }, text: '' };
    expect(actionEntrySchema.parse(entry).author).toEqual(verified);
  });

  test('comes only from a sign-in that names the account', () => {
    const ready = { kind: 'ready', kept: 'keychain', as: 'r.albrecht', since: 1 } as const;
    expect(signedInAuthor({ ...ready, person: id })).toEqual(verified);
    const others = [
      signedInAuthor(ready),
      signedInAuthor({ ...ready, as: null, person: id }),
      signedInAuthor({ ...ready, person: 'someone' }),
      signedInAuthor({ kind: 'unknown' }),
    ];
    expect(others).toEqual([null, null, null, null]);
  });
});
