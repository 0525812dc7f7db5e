import { describe, expect, test } from 'vitest';
import { linksSchema } from '../../../src-shared/api/links.ts';
import { expandLink, type LinkRow } from '../../../src-shared/domain/links/expand-link.ts';
import { fieldsOf, linkFields, linkPlaces } from '../../../src-shared/domain/links/link-fields.ts';
import { linkOrigins, MAX_OWN_LINKS, parseLinks, printLinks } from '../../../src-shared/domain/links/own-link.ts';
import { aLink } from '../../doubles/own-links.ts';

const EID = '89049032000000000000000000004712';
const row: LinkRow = {
  place: 'case',
  values: {
    cause: 'Allocation failed',
    code: 'START_PROFILE_ALLOCATION_FAILED',
    country: 'NO',
    eid: EID,
    iccid: null,
    link: `http://127.0.0.1:4710/#/localizations?case=eid%3A${EID}`,
    time: '2026-11-21T12:47:31.882Z',
    from_ms: '1795264351882',
    to_ms: '1795266151882',
  },
};
const address = (template: string, mask: Parameters<typeof aLink>[0] = {}) =>
  expandLink(aLink({ template, ...mask }), row);

describe('an own link', () => {
  test('[LINK-1] is filled with the values of the row, each encoded for its place', () =>
    expect(address('https://tickets.example/new?title={cause}&eid={eid}&at={time}')).toEqual({
      kind: 'address',
      address: `https://tickets.example/new?title=Allocation%20failed&eid=${EID}&at=2026-11-21T12%3A47%3A31.882Z`,
    }));

  test('[LINK-1] keeps the text of its template, and encodes what an address cannot contain', () =>
    expect(address('HTTPS://Tickets.example:443?q=Störung {country}&x=a|b%20c#/e/{eid}')).toEqual({
      kind: 'address',
      address: `https://tickets.example/?q=St%C3%B6rung%20NO&x=a%7Cb%20c#/e/${EID}`,
    }));

  test('[LINK-1] opens a dashboard at that minute', () =>
    expect(address('http://localhost:3000/d/iot?from={from_ms}&to={to_ms}')).toEqual({
      kind: 'address',
      address: 'http://localhost:3000/d/iot?from=1795264351882&to=1795266151882',
    }));

  test('[LINK-1] copies a text, in which double braces are braces', () =>
    expect(address('{{"eid": "{eid}"}}\n{cause}', { kind: 'copy' })).toEqual({
      kind: 'copy',
      text: `{"eid": "${EID}"}\nAllocation failed`,
    }));

  test.each(['a/b', 'a\\b'])('[LINK-1] is not available if a value of its path has a separator: %s', (eid) =>
    expect(expandLink(aLink({ template: 'https://cmdb.example/{eid}' }), { ...row, values: { eid } })).toEqual({
      kind: 'unavailable',
      why: 'path',
      field: 'eid',
    }),
  );

  test('[LINK-1] leaves out what is not known in a query, and is not available if the path needs it', () => {
    expect(address('https://cmdb.example/?iccid={iccid}&x=1')).toEqual({
      kind: 'address',
      address: 'https://cmdb.example/?iccid=&x=1',
    });
    expect(address('https://cmdb.example/{iccid}')).toEqual({ kind: 'unavailable', why: 'not-known', field: 'iccid' });
    expect(address('ICCID {iccid}', { kind: 'copy' })).toEqual({ kind: 'copy', text: 'ICCID not known' });
  });
});

describe('[EXPORT-5] a masked value', () => {
  test('is not in the link, nor in the address of the row', () => {
    const link = address('EID {eid} {link}', { kind: 'copy', mask: ['eid'] });
    expect(link).toEqual({
      kind: 'copy',
      text: 'EID ******** http://127.0.0.1:4710/#/localizations?case=eid%3A********',
    });
  });

  test('is not in another value, whatever its case and signs', () => {
    const values = { company: 'Nordwind Ärzte', request: 'REQ-NORDWIND ÄRZTE-1', user: 'r.albrecht' };
    const of = (mask: readonly ('company' | 'user')[]) =>
      expandLink(aLink({ kind: 'copy', places: ['request'], template: '{request} {user}', mask }), {
        place: 'request',
        values,
      });
    expect(of(['company', 'user'])).toEqual({ kind: 'copy', text: 'REQ-********-1 ********' });
    expect(of([])).toEqual({ kind: 'copy', text: 'REQ-NORDWIND ÄRZTE-1 r.albrecht' });
  });

  test('is not in another value, also if it is as short as the name of a company', () => {
    const values = { company: 'ACME', request: 'REQ-ACME-1' };
    const link = aLink({ kind: 'copy', places: ['request'], template: '{request}', mask: ['company'] });
    expect(expandLink(link, { place: 'request', values })).toEqual({ kind: 'copy', text: 'REQ-********-1' });
  });

  test('may be in a code of the service, so a sentence or a long number there is masked as well', () => {
    const of = (code: string) =>
      expandLink(aLink({ kind: 'copy', template: '{code}', mask: ['user'] }), { place: 'case', values: { code } });
    expect([of('refused for Ines Albrecht'), of('IMSI-262019900000691'), of('DCP_ERROR-4102')]).toEqual(
      ['********', '********', 'DCP_ERROR-4102'].map((text) => ({ kind: 'copy', text })),
    );
  });
});

describe('the file of own links', () => {
  test('[LINK-1] holds each link as it is', () => {
    const links = [
      aLink(),
      aLink({ id: 'b', name: 'Line', kind: 'copy', places: ['event', 'group'], template: '{time}' }),
    ];
    expect(parseLinks(printLinks(links))).toEqual({ links, problems: [] });
    expect(linksSchema.parse(links)).toEqual(links);
  });

  test('[LINK-1] names each link that is not valid, and takes the others', () => {
    const written = [
      aLink(),
      aLink({ id: 'b', name: 'Script', template: 'javascript:alert(1)' }),
      aLink({ id: 'c', name: '' }),
      aLink({ id: 'd', name: 'Tick\u202eet' }),
      aLink({ id: 'e', name: 'Nowhere', places: [] }),
      aLink({ id: 'f', name: 'Imsi', template: 'https://a.example/{imsi}' }),
    ];
    const { links, problems } = parseLinks(printLinks(written));
    expect(links).toEqual([written[0]]);
    expect(problems).toEqual([
      { kind: 'bad-template', name: 'Script', problem: { kind: 'scheme' } },
      { kind: 'not-a-link', number: 3, name: null },
      { kind: 'not-a-link', number: 4, name: null },
      { kind: 'not-a-link', number: 5, name: 'Nowhere' },
      { kind: 'bad-template', name: 'Imsi', problem: { kind: 'field-not-there', name: 'imsi', place: 'case' } },
    ]);
  });

  test('[LINK-1] a link that is not valid cannot be stored through the API either', () => {
    const refused = [
      aLink({ template: 'javascript:alert(1)' }),
      aLink({ name: ' ' }),
      aLink({ places: [] }),
      aLink({ template: 'https://{eid}.example/' }),
    ];
    expect(refused.filter((link) => linksSchema.safeParse([link]).success)).toEqual([]);
    expect(linksSchema.safeParse(Array.from({ length: MAX_OWN_LINKS + 1 }, () => aLink())).success).toBe(false);
  });
});

test('[SIGN-25] the origins that the desktop app may open are those of the addresses', () =>
  expect(
    linkOrigins([aLink(), aLink({ kind: 'copy', template: 'https://copied.example/' }), aLink({ template: 'no' })]),
  ).toEqual(['https://tickets.example']));

test('each field is known in at least one place, and each place has the times and the address of the row', () => {
  for (const place of linkPlaces)
    expect(fieldsOf([place])).toEqual(expect.arrayContaining(['time', 'from_ms', 'link']));
  expect(new Set(linkPlaces.flatMap((place) => fieldsOf([place])))).toEqual(new Set(Object.keys(linkFields)));
});
