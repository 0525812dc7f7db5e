import { describe, expect, it } from 'vitest';
import { missingFields, fieldNote } from '../../src-renderer/screens/settings/field-words.ts';
import {
  type DraftFields,
  fieldsInText,
  toDraftFields,
  toProfile,
  type TextField,
  invalidFields,
} from '../../src-renderer/stores/profile-form.ts';
import {
  touchAllFields,
  updateDraft,
  createDraft,
  fillFromFile,
  hasUnconfirmedChanges,
  isDirty,
  isOutdated,
  touchField,
  savedDraft,
} from '../../src-renderer/stores/profile-draft.ts';
import { connectionProfileSchema } from '../../src-shared/domain/profile/profile.ts';
import { A_TEAM } from '../doubles/team-settings.ts';
import { teamSettingsSchema } from '../../src-shared/domain/profile/team-settings.ts';
import { someProfile } from '../doubles/profile.ts';

const kept = createDraft(someProfile);
const typed = (part: Partial<DraftFields>) => updateDraft(kept, part);
const { id: _id, ...someFields } = someProfile;

describe('a draft of a profile', () => {
  it('equals the stored profile until the user changes it, and again when the user undoes the change', () => {
    expect(toProfile(kept.fields)).toEqual(someFields);
    const other = typed({ name: 'Acme Nordics' });
    expect([kept, other, updateDraft(other, { name: someProfile.name })].map(isDirty)).toEqual([false, true, false]);
  });

  it('[TEAM-23] keeps the team of a profile, which the page does not change', () => {
    const team = teamSettingsSchema.parse(A_TEAM);
    expect(toProfile(toDraftFields({ ...someProfile, team }))).toEqual({ ...someFields, team });
  });

  it.each<[string, Partial<DraftFields>, object]>([
    ['the proxy of the system', { proxy: 'environment', proxyAddress: 'nonsense' }, { proxy: 'environment' }],
    ['no proxy', { proxy: 'none' }, { proxy: 'none' }],
    [
      'a proxy',
      { proxy: 'address', proxyAddress: 'proxy.acme.example:3128' },
      { proxy: 'http://proxy.acme.example:3128' },
    ],
    ['seconds with a comma', { heartbeatSeconds: '7,5' }, { heartbeatSeconds: 7.5 }],
    ['days', { keepFailures: ' 10 ' }, { keepDays: { failures: 10, successes: 90, heartbeats: 7, searches: 30 } }],
    ['the path of a file', { caFile: '/etc/acme.pem' }, { caFile: '/etc/acme.pem' }],
    ['no path', { caFile: '  ' }, {}],
    ['a status page', { statusPage: ' https://e.com/history.atom ' }, { statusPage: 'https://e.com/history.atom' }],
    ['no status page', { statusPage: '' }, {}],
    ['a pasted full address', { eventsUrl: 'https://e.example/connect/subscribe' }, { eventsUrl: 'https://e.example' }],
  ])('is saved with %s', (_, part, expected) => {
    expect(toProfile(typed(part).fields)).toEqual({ ...someFields, ...expected });
  });

  it('[PAGE-130] is valid for the backend or not saved, whatever was typed', () => {
    const texts = [
      '',
      ' ',
      'x',
      'api.example.com',
      'https://a.example/',
      'http://a.example',
      '1e9',
      '-1',
      '0',
      '12',
      '\u202e',
    ];
    const fields = Object.keys(fieldNotes(kept)) as TextField[];
    for (const field of fields)
      for (const text of texts) {
        const profile = toProfile(typed({ [field]: text, proxy: 'address', proxyAddress: 'http://p.example' }).fields);
        if (profile !== null)
          expect(connectionProfileSchema.safeParse({ ...profile, id: someProfile.id }).error).toBeUndefined();
      }
  });

  it.each<[string, Partial<DraftFields>, TextField[]]>([
    ['nothing', {}, []],
    [
      'each empty or invalid field',
      { name: '', baseUrl: 'api.acme.example/', realm: 'a/b' },
      ['name', 'baseUrl', 'realm'],
    ],
    ['the missing address of a proxy', { proxy: 'address' }, ['proxyAddress']],
    ['no proxy address without a proxy', { proxy: 'none', proxyAddress: '://' }, []],
    [
      'invalid numbers, in order',
      { keepHeartbeats: '0', heartbeatSeconds: 'often' },
      ['heartbeatSeconds', 'keepHeartbeats'],
    ],
    ['a relative path', { caFile: 'acme.pem' }, ['caFile']],
    ['a status page without https', { statusPage: 'http://e.com/feed' }, ['statusPage']],
  ])('needs input for %s', (_, part, fields) => {
    const draft = typed(part);
    expect({ wrong: invalidFields(draft), saved: toProfile(draft.fields) === null }).toEqual({
      wrong: fields,
      saved: fields.length > 0,
    });
  });
});

function fieldNotes(draft: ReturnType<typeof createDraft>) {
  return Object.fromEntries(
    touchAllFields(draft).touchedFields.map((field) => [field, fieldNote(touchAllFields(draft), field)]),
  );
}

describe('a field', () => {
  const base = (text: string) => typed({ baseUrl: text });
  it('[PAGE-130] shows no error while the user types, but after the user left it', () => {
    const draft = base('api.acme.example/');
    expect([fieldNote(draft, 'baseUrl'), fieldNote(touchField(draft, 'baseUrl'), 'baseUrl')]).toEqual([
      { tone: 'quiet', text: 'Used for permissions and search. Such as https://api.example.com.', fix: null },
      {
        tone: 'wrong',
        text: 'Needs https:// in front.',
        fix: { text: 'Use https://api.acme.example', value: 'https://api.acme.example' },
      },
    ]);
  });
  it('shows no error if the user only passed through it, until "Save" is pressed', () => {
    const passed = touchField(createDraft(null), 'realm');
    expect([fieldNote(passed, 'realm').tone, fieldNote(touchAllFields(passed), 'realm')]).toEqual([
      'quiet',
      {
        tone: 'wrong',
        text: 'Enter the realm: the part of the sign-in address after /realms/.',
        fix: null,
      },
    ]);
  });
  it('is tidied when the user leaves it, and names the removed part until the next change', () => {
    const tidied = touchField(typed({ eventsUrl: ' https://e.example/connect/subscribe/ ' }), 'eventsUrl');
    expect({ value: tidied.fields.eventsUrl, note: fieldNote(tidied, 'eventsUrl') }).toEqual({
      value: 'https://e.example',
      note: { tone: 'good', text: 'A pasted full address was shortened: /connect/subscribe removed', fix: null },
    });
    expect(fieldNote(updateDraft(tidied, { eventsUrl: 'https://f.example' }), 'eventsUrl').tone).toBe('quiet');
    expect(fieldNote(touchField(tidied, 'eventsUrl'), 'eventsUrl').tone).toBe('good');
  });
  it('[PROFILE-1] offers the realm from the sign-in address, but does not apply it by itself', () => {
    const address = 'https://auth.acme.example/auth/realms/acme/protocol/openid-connect/token';
    const draft = touchField(updateDraft(createDraft(null), { authUrl: address }), 'authUrl');
    expect({ fields: [draft.fields.authUrl, draft.fields.realm], note: fieldNote(draft, 'realm') }).toEqual({
      fields: ['https://auth.acme.example', ''],
      note: { tone: 'quiet', text: 'The sign-in address contains a realm.', fix: { text: 'Use acme', value: 'acme' } },
    });
    expect(fieldNote(touchAllFields(draft), 'realm').fix).toEqual({ text: 'Use acme', value: 'acme' });
    expect(fieldNote(updateDraft(draft, { realm: 'acme' }), 'realm').fix).toBeNull();
  });
  it('escapes hidden characters of the typed text', () => {
    const draft = touchField(base('api.acme.example/\u202e'), 'baseUrl');
    expect(JSON.stringify(fieldNote(draft, 'baseUrl'))).not.toMatch(/\u202e/);
  });
  it('says when the heartbeat is late, even while the text is not a number', () => {
    const note = (text: string) => fieldNote(typed({ heartbeatSeconds: text }), 'heartbeatSeconds').text;
    expect([note('30'), note('0.1'), note('often')]).toEqual([
      'Late after 45 s of silence, blind after 75 s.',
      'Late after 0.15 s of silence, blind after 0.25 s.',
      'Late after … s of silence, blind after … s.',
    ]);
  });
});

describe('a draft and the stored profile', () => {
  const newer = { ...someProfile, name: 'Acme Europe 2' };
  it('[PAGE-130] differ after the profile was saved elsewhere, and the draft is marked as outdated', () => {
    const draft = typed({ realm: 'other' });
    expect([hasUnconfirmedChanges(draft, newer), isOutdated(draft, newer), isOutdated(draft, someProfile)]).toEqual([
      true,
      true,
      false,
    ]);
    expect([hasUnconfirmedChanges(kept, newer), hasUnconfirmedChanges(kept, someProfile)]).toEqual([false, false]);
  });
  it('differ after a save until the backend reports this save or another one', () => {
    const saved = savedDraft(typed({ name: newer.name }), someProfile);
    expect(
      [null, someProfile, newer, { ...newer, realm: 'x' }].map((told) => hasUnconfirmedChanges(saved, told)),
    ).toEqual([true, true, false, false]);
  });
  it('keep text that was typed during a save, which is neither saved nor outdated', () => {
    const sent = typed({ name: newer.name, realm: 'other ' });
    const saved = savedDraft(sent, someProfile, updateDraft(sent, { clientId: 'typed-since' }));
    expect(saved.base).toEqual(toDraftFields({ ...newer, realm: 'other' }));
    expect(saved.fields).toEqual(toDraftFields({ ...newer, realm: 'other', clientId: 'typed-since' }));
    const told = [someProfile, { ...newer, realm: 'other' }, { ...newer, realm: 'x' }];
    expect(told.map((profile) => isOutdated(saved, profile))).toEqual([false, false, true]);
  });
  it.each<[string, Partial<DraftFields>, string | null]>([
    ['the id of the file if only its name changes', { name: 'Another' }, someProfile.id],
    ['no id if it watches another service', { eventsUrl: 'https://f.example' }, null],
    ['no id if it signs in as another client', { clientId: 'other' }, null],
  ])('give a draft that was filled from a file %s', (_, part, fileId) => {
    const draft = fillFromFile(createDraft(null), {
      fields: toDraftFields(someProfile),
      fileId: someProfile.id,
      parseError: null,
    });
    expect(updateDraft(draft, part).fileId).toBe(fileId);
  });
});

describe('a profile file with a mistake', () => {
  const usual = createDraft(null).fields;
  it.each<[string, string, Partial<DraftFields>]>([
    [
      'an object with one wrong field',
      '{"name":"A","baseUrl":"a.example","realm":7}',
      { name: 'A', baseUrl: 'a.example', realm: '7' },
    ],
    ['truncated JSON', '{"name"', {}],
    ['a list', '["name"]', {}],
    ['an object with prototype names', '{"__proto__":{"name":"x"},"constructor":1}', {}],
    ['an object whose days are not an object', '{"keepDays":5,"heartbeatSeconds":"x"}', { heartbeatSeconds: 'x' }],
    [
      'an object with a proxy',
      '{"proxy":"p:1","keepDays":{"failures":3}}',
      { proxy: 'address', proxyAddress: 'p:1', keepFailures: '3' },
    ],
    [
      'an object with strings for switches',
      '{"watchAtStart":"no","flow":"clientCredentials"}',
      { flow: 'clientCredentials' },
    ],
  ])('fills the readable fields of %s', (_, text, part) => {
    expect(fieldsInText(text)).toEqual({ ...usual, ...part });
  });
});

it('missingFields names the fields to fill in of a new profile, and the wrong fields after an error is shown', () => {
  const fresh = createDraft(null);
  expect(missingFields(fresh, true)).toEqual({ words: '6 fields to fill in', isOverdue: false });
  expect(missingFields(touchAllFields(fresh), true)).toEqual({ words: '6 fields need attention', isOverdue: true });
  const saved = createDraft(someProfile);
  expect(missingFields(saved, false)).toBeNull();
  expect(missingFields(updateDraft(saved, { realm: '' }), false)).toEqual({
    words: '1 field needs attention',
    isOverdue: false,
  });
});
