import { describe, expect, test } from 'vitest';
import { readIncidents } from '../../../../src-main/adapters/status-page/read-incidents.ts';
import type { PublishedIncident } from '../../../../src-shared/domain/coverage/provider-incident.ts';

const PAGE = 'https://status.example.com/feed';
const at = (text: string) => Date.parse(text);

function read(text: string) {
  const result = readIncidents(text, PAGE);
  if ('problem' in result) throw new Error(JSON.stringify(result.problem));
  return result;
}
const first = (text: string): PublishedIncident | undefined => read(text).incidents[0];

const atom = (entry: string, head = '') => `<?xml version="1.0" encoding="UTF-8"?>
<feed xml:lang="en-US" xmlns="http://www.w3.org/2005/Atom">${head}
  <id>tag:status.example.com,2005:/history</id>
  <link rel="alternate" type="text/html" href="https://status.example.com"/>
  <title>Example Status - Incident History</title>
  <updated>2026-11-29T12:40:00Z</updated>
  ${entry}
</feed>`;
const rss = (item: string) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
  <channel><title>Example Status</title><link>https://status.example.com</link>
  <pubDate>Sun, 29 Nov 2026 12:40:00 +0000</pubDate>${item}</channel></rss>`;
const json = (incident: object, page: object = {}) =>
  JSON.stringify({ page: { id: 'p1', name: 'Example', time_zone: 'Etc/UTC' }, incidents: [incident], ...page });

const HOSTED = {
  id: 'x0ljvc9m1wxj',
  name: 'Activation of profiles fails',
  status: 'resolved',
  impact: 'major',
  created_at: '2026-11-29T06:05:00.418-06:00',
  started_at: '2026-11-29T06:05:00.418-06:00',
  updated_at: '2026-11-29T06:40:58.586-06:00',
  monitoring_at: null,
  resolved_at: '2026-11-29T06:40:58.572-06:00',
  shortlink: 'https://stspg.io/7a0d3a4d2',
  components: [],
  incident_updates: [
    { status: 'resolved', body: 'This incident has been resolved.', created_at: '2026-11-29T06:40:58.572-06:00' },
    { status: 'investigating', body: 'We are investigating.', created_at: '2026-11-29T06:05:00.418-06:00' },
  ],
};

describe('the JSON of hosted status pages', () => {
  test('gives the start, the end, the state and the newest words', () => {
    expect(read(json(HOSTED))).toEqual({
      unreadable: 0,
      incidents: [
        {
          id: 'x0ljvc9m1wxj',
          title: 'Activation of profiles fails',
          from: at('2026-11-29T12:05:00.418Z'),
          end: { kind: 'ended', at: at('2026-11-29T12:40:58.572Z') },
          updatedAt: at('2026-11-29T12:40:58.586Z'),
          state: 'resolved, major',
          words: 'This incident has been resolved.',
          link: 'https://stspg.io/7a0d3a4d2',
        },
      ],
    });
  });

  test.for([
    ['an open one goes on', { status: 'identified', resolved_at: null }, { kind: 'ongoing' }],
    ['a monitored one goes on', { status: 'monitoring', resolved_at: null }, { kind: 'ongoing' }],
    [
      'the end is that of the update if the page names no other',
      { status: 'resolved', resolved_at: null },
      { kind: 'ended', at: at('2026-11-29T12:40:58.572Z') },
    ],
    [
      'an end without a time is not known',
      { status: 'resolved', resolved_at: null, incident_updates: [] },
      { kind: 'not-known' },
    ],
    [
      'without a state it is not known',
      { status: null, resolved_at: null, incident_updates: null },
      { kind: 'not-known' },
    ],
  ] as const)('%s', ([, fields, end]) => {
    expect(first(json({ ...HOSTED, ...fields }))?.end).toEqual(end);
  });

  test('a maintenance counts from its planned start, and its planned end is no end', () => {
    const planned = {
      ...HOSTED,
      status: 'in_progress',
      impact: 'maintenance',
      started_at: null,
      resolved_at: null,
      scheduled_for: '2026-11-29T12:00:00Z',
      scheduled_until: '2026-11-29T13:00:00Z',
    };
    const text = JSON.stringify({ scheduled_maintenances: [planned] });
    expect(first(text)).toMatchObject({
      from: at('2026-11-29T12:00:00Z'),
      end: { kind: 'ongoing' },
      state: 'in progress, maintenance',
    });
  });

  test('missing ids, numbers as ids, missing names and unknown members are accepted', () => {
    const { id: _, shortlink: __, ...without } = HOSTED;
    expect(first(json(without))?.id).toBe(`${at('2026-11-29T12:05:00.418Z')} Activation of profiles fails`);
    expect(first(json({ ...HOSTED, id: 17, name: null, more: [1] }))).toMatchObject({
      id: '17',
      title: 'Without a title',
    });
  });

  test('an entry without a time is counted and not invented; a list of nothing else is refused', () => {
    const text = JSON.stringify({ incidents: [HOSTED, { name: 'No time' }, 'words'] });
    expect(read(text)).toMatchObject({ unreadable: 2, incidents: [{ id: 'x0ljvc9m1wxj' }] });
    expect(readIncidents(JSON.stringify({ incidents: [{ name: 'No time' }] }), PAGE)).toHaveProperty('problem');
    expect(read(JSON.stringify({ incidents: [] })).incidents).toEqual([]);
  });

  test('a link that is no web address is left out', () => {
    expect(first(json({ ...HOSTED, shortlink: 'javascript:alert(1)' }))?.link).toBeNull();
  });
});

describe('Atom', () => {
  const entry = `<entry>
    <id>tag:status.example.com,2005:Incident/17</id>
    <published>2026-11-29T12:05:00Z</published>
    <updated>2026-11-29T12:40:00Z</updated>
    <link rel="alternate" type="text/html" href="https://status.example.com/incidents/abc"/>
    <title>Activation &amp; download fail</title>
    <content type="html">&lt;p&gt;&lt;small&gt;Nov &lt;var data-var='date'&gt;29&lt;/var&gt;, 12:40 UTC&lt;/small&gt;&lt;br&gt;&lt;strong&gt;Resolved&lt;/strong&gt; - Back to normal.&lt;/p&gt;</content>
  </entry>`;

  test('gives times and words; a state in prose is never an end', () => {
    expect(first(atom(entry))).toEqual({
      id: 'tag:status.example.com,2005:Incident/17',
      title: 'Activation & download fail',
      from: at('2026-11-29T12:05:00Z'),
      end: { kind: 'not-known' },
      updatedAt: at('2026-11-29T12:40:00Z'),
      state: null,
      words: 'Nov 29, 12:40 UTC Resolved - Back to normal.',
      link: 'https://status.example.com/incidents/abc',
    });
  });

  const words = (content: string) => first(atom(entry.replace(/<content.*<\/content>/s, content)))?.words;
  test.for([
    ['<content type="html"><![CDATA[<p>Errors &gt; 5&nbsp;%</p><p>Again</p>]]></content>', 'Errors > 5 % Again'],
    [
      '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Errors</p><p>in <b>two</b> countries</p></div></content>',
      'Errors in two countries',
    ],
    ['<content type="html">Down <![CDATA[<br>since 5 & <i>more]]> <!-- c --></content>', 'Down since 5 & more'],
    ['<content>1 &lt; 2 and &lt;b&gt; is text</content>', '1 < 2 and <b> is text'],
    ['<summary type="text">Only a summary</summary>', 'Only a summary'],
    ['<content type="html"></content>', undefined],
  ] as const)('%s', ([content, expected]) => {
    expect(words(content)).toBe(expected ?? null);
  });

  test('a prefix, comments and a declared document type change nothing', () => {
    const text = `\uFEFF<?xml version='1.0'?><!-- made by hand --><!DOCTYPE feed [<!ENTITY name "x">]>
      <a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:updated>2026-11-29T13:40:00+01:00</a:updated>
      <a:title type="html">A &lt;b&gt;bold&lt;/b&gt; title</a:title><a:link href="/incidents/9"/></a:entry></a:feed>`;
    expect(first(text)).toMatchObject({
      id: 'https://status.example.com/incidents/9',
      title: 'A bold title',
      from: at('2026-11-29T12:40:00Z'),
      updatedAt: at('2026-11-29T12:40:00Z'),
    });
  });

  test('a feed without entries lists no incident', () => {
    expect(read(atom('')).incidents).toEqual([]);
  });
});

describe('RSS', () => {
  const item = (fields: string) => rss(`<item><title>Errors</title>${fields}</item>`);

  test.for([
    ['Sun, 29 Nov 2026 12:05:00 +0000', '2026-11-29T12:05:00Z'],
    ['Sun, 29 Nov 2026 13:05:00 +0100', '2026-11-29T12:05:00Z'],
    ['29 Nov 26 07:05 EST', '2026-11-29T12:05:00Z'],
    ['Sun, 29 Nov 2026 12:05:00 GMT', '2026-11-29T12:05:00Z'],
    ['Sun, 29 Nov 2026 12:05:00 UT', '2026-11-29T12:05:00Z'],
    ['Sun, 29 Nov 2026 04:05:00 PST', '2026-11-29T12:05:00Z'],
    ['Sun, 9 Nov 2026 2:05:00 Z', '2026-11-09T02:05:00Z'],
    ['2026-11-29 12:05:00+0000', '2026-11-29T12:05:00Z'],
  ])('the time %s', ([written, expected]) => {
    expect(first(item(`<pubDate> ${written} </pubDate>`))?.from).toBe(at(expected ?? ''));
  });

  test.for([
    'Sun, 29 Nov 2026 12:05:00',
    'Sun, 31 Feb 2026 12:05:00 GMT',
    'yesterday',
    'Sun, 29 Nov 2026 12:05:00 CET',
    '',
  ])('the time “%s” is not guessed', (written) => {
    const good = '<item><pubDate>Sun, 29 Nov 2026 12:05:00 GMT</pubDate></item>';
    expect(read(rss(`<item><pubDate>${written}</pubDate></item>${good}`))).toMatchObject({
      unreadable: 1,
      incidents: [{}],
    });
  });

  test('gives the guid, the link, and the description as plain text', () => {
    const fields = `<guid isPermaLink="false">g-1</guid><link>https://status.example.com/i/1</link>
      <pubDate>Sun, 29 Nov 2026 12:05:00 GMT</pubDate>
      <description><![CDATA[<p>Some <a href="x">errors</a></p>]]></description>`;
    expect(first(item(fields))).toMatchObject({
      id: 'g-1',
      words: 'Some errors',
      link: 'https://status.example.com/i/1',
      end: { kind: 'not-known' },
    });
  });

  test('dc:date, content:encoded and RSS 1.0 are read', () => {
    expect(
      first(item('<dc:date>2026-11-29T12:05:00Z</dc:date><content:encoded>Long words</content:encoded>')),
    ).toMatchObject({ words: 'Long words' });
    const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
      xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="x"><title>t</title></channel>
      <item rdf:about="y"><title>One</title><link>https://e.com/1</link><dc:date>2026-11-29T12:05:00Z</dc:date></item></rdf:RDF>`;
    expect(first(rdf)).toMatchObject({ id: 'https://e.com/1', title: 'One' });
  });

  test('two items with one guid are one incident: the newest words, from the earliest start', () => {
    const one = (when: string, words: string) =>
      `<item><guid>g</guid><pubDate>Sun, 29 Nov 2026 ${when} GMT</pubDate><description>${words}</description></item>`;
    expect(read(rss(one('13:00:00', 'newer') + one('12:00:00', 'older'))).incidents).toMatchObject([
      { id: 'g', from: at('2026-11-29T12:00:00Z'), words: 'newer' },
    ]);
  });
});

describe('a text that is no list of incidents', () => {
  test.for([
    ['<!DOCTYPE html><html><body>All Systems Operational</body></html>', 'web-page'],
    ['  <!-- c --><html lang="en"></html>', 'web-page'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'unknown-form'],
    ['<feed><entry>', 'unknown-form'],
    ['{"status":{"indicator":"none"}}', 'unknown-form'],
    ['{"incidents":', 'unknown-form'],
    ['OK', 'unknown-form'],
    ['', 'unknown-form'],
  ])('%s', ([text, kind]) => {
    expect(readIncidents(text ?? '', PAGE)).toEqual({ problem: expect.objectContaining({ kind }) });
  });
});

describe('a page that is not meant well', () => {
  test('entities are not expanded', () => {
    const text = `<!DOCTYPE feed [<!ENTITY a "ten letters"><!ENTITY b "&a;&a;">]>
      <feed xmlns="http://www.w3.org/2005/Atom"><entry><updated>2026-11-29T12:05:00Z</updated><title>&b;</title></entry></feed>`;
    expect(readIncidents(text, PAGE)).toEqual({ problem: expect.objectContaining({ kind: 'unknown-form' }) });
  });

  test('deep elements end the reading', () => {
    expect(readIncidents(`<feed>${'<a>'.repeat(5_000)}`, PAGE)).toEqual({
      problem: { kind: 'unknown-form', detail: 'Elements are nested more than 100 deep.' },
    });
  });

  test('long texts are cut, control characters are blanks, and at most 500 incidents are read, the newest', () => {
    const incident = first(json({ ...HOSTED, name: `a\u0000b\n${'x'.repeat(9_999)}` }));
    expect(incident?.title).toHaveLength(200);
    expect(incident?.title).toMatch(/^a b x+ …$/);
    const many = Array.from({ length: 700 }, (_, index) => ({
      id: `i${index}`,
      created_at: new Date(at('2026-01-01T00:00:00Z') + index * 3_600_000).toISOString(),
    }));
    const { incidents } = read(JSON.stringify({ incidents: many }));
    expect(incidents).toHaveLength(500);
    expect(incidents[0]?.id).toBe('i699');
  });
});
