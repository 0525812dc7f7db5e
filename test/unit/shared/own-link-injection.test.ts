import { describe, expect, test } from 'vitest';
import { maskedFields } from '../../../src-shared/domain/event/masked-fields.ts';
import { expandLink, type LinkRow } from '../../../src-shared/domain/links/expand-link.ts';
import { parseTemplate, type TemplateProblem } from '../../../src-shared/domain/links/link-template.ts';
import { attackedAddress, attackedPath, hostileTemplates, hostileValues } from '../../doubles/link-attacks.ts';

const rowWith = (value: string): LinkRow => ({ place: 'event', values: { eid: value, code: value, operation: value } });
const linkTo = (template: string) =>
  ({ kind: 'address', template, places: ['event'], mask: [] }) as const satisfies Parameters<typeof expandLink>[0];

test('[LINK-20] at least 40 attempts are tried', () =>
  expect(hostileTemplates.length + 2 * hostileValues.length).toBeGreaterThanOrEqual(80));

const templates = hostileTemplates.map(([template, expected]) => [template.slice(0, 80), expected, template] as const);

test.each(templates)('[LINK-20] the template %j is refused: %s', (_, expected, template) => {
  const parsed = parseTemplate('address', template, ['event']);
  expect(parsed).toMatchObject({
    kind: 'problem',
    problem: { kind: expected } satisfies Pick<TemplateProblem, 'kind'>,
  });
  // Nor does it lead anywhere if it was stored in spite of that.
  expect(expandLink(linkTo(template), rowWith('1'))).toMatchObject({ kind: 'unavailable' });
});

// oxlint-disable-next-line no-control-regex -- these characters are what must not be there
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/;

const named = hostileValues.map((value) => [JSON.stringify(value).slice(0, 40), value] as const);

describe.each(named)('[LINK-20] the value %s', (_, value) => {
  test('stays one parameter of the query', () => {
    const link = expandLink(linkTo(attackedAddress), rowWith(value));
    if (link.kind !== 'address') {
      expect({ link, isLong: value.length > 1_000 }).toEqual({
        link: { kind: 'unavailable', why: 'too-long' },
        isLong: true,
      });
      return;
    }
    expect(link.address).toMatch(/^[\x21-\x7e]+$/);
    const { origin, pathname, username, password, searchParams, hash } = new URL(link.address);
    expect({ origin, pathname, username, password }).toEqual({
      origin: 'https://tickets.example',
      pathname: '/new',
      username: '',
      password: '',
    });
    expect([...searchParams.keys()]).toEqual(['title', 'eid', 'end']);
    expect(searchParams.get('end')).toBe('1');
    expect(hash).toMatch(/^#part=[\w%.~-]*&last$/);
    expect(decodeURIComponent(link.address)).not.toMatch(UNSEEN);
  });

  test('stays one segment of the path, or the link is not available', () => {
    const link = expandLink(linkTo(attackedPath), rowWith(value));
    if (link.kind !== 'address') {
      expect(link).toMatchObject({ kind: 'unavailable' });
      return;
    }
    const { origin, pathname, search, hash } = new URL(link.address);
    expect({ origin, search, hash }).toEqual({ origin: 'https://tickets.example', search: '', hash: '' });
    expect(pathname).toMatch(/^\/eid\/[^/]+\/edit$/);
    expect(decodeURIComponent(pathname).split('/')).toHaveLength(4);
  });

  test('is plain text of one line in a copy text', () => {
    const link = expandLink({ ...linkTo('A {eid} B'), kind: 'copy' }, rowWith(value));
    if (link.kind !== 'copy') throw new Error(`the link is ${link.kind}`);
    expect(link.text).toMatch(/^A .* B$/);
    expect(link.text).not.toMatch(UNSEEN);
  });

  test('is in no address if it is masked', () => {
    const link = expandLink({ ...linkTo(attackedAddress), mask: maskedFields }, rowWith(value));
    expect(link).toMatchObject({ kind: 'address' });
    const shown = link.kind === 'address' ? new URL(link.address).searchParams.get('eid') : null;
    expect(shown).toBe(/[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\s]/u.test(value) ? '********' : '');
  });
});
