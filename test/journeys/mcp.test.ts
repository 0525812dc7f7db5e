/** `watchfloor mcp` in a process of its own, asked by the client of the protocol's authors. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentTools } from '../../src-main/hosts/cli/agents/tools.ts';
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import { hostileTexts } from '../doubles/hostile-texts.ts';
import { randomNumbers } from '../doubles/random-numbers.ts';
import { batchOf } from '../doubles/received-events.ts';
import { requestText } from '../doubles/request-texts.ts';
import { sentLocalization } from '../doubles/sent-failures.ts';
import { rounds } from '../support/breadth.ts';
import { LAUNCHER, parseNdjson, Workplace } from '../support/command.ts';

const NIGHT = Date.UTC(2026, 10, 21, 22);
const MINUTE = 60_000;
const ALLOCATION = 'START_PROFILE_ALLOCATION_FAILED';
const ENABLING = 'START_PROFILE_ENABLE_FAILED';
const PERSONAL = ['Nordwind Logistics', 'company-1000', 'r.albrecht', '240071234567890', '46701234567', 'Telia'];
const eid = (index: number) => `8904903200000100000000000000${String(index).padStart(4, '0')}`;

function request(minute: number, id: string, completed: number, failed: number, company: string): ReceivedEvent {
  const failing =
    failed === 0 ? [] : [{ code: '73', count: failed, sentence: 'No package for r.albrecht at 240071234567890' }];
  const message = { subscriptionRequestId: id, companyName: company, note: 'Call 46701234567' };
  const data = requestText({ completed, failing, message });
  return { receivedAt: NIGHT + minute * MINUTE, kind: 'CMP_EVENT', id: `r-${minute}`, data };
}

/** 12 localizations in Norway, every third failed; 8 in Sweden, one failed; four requests, two of them failed in part. */
const night: readonly ReceivedEvent[] = [
  ...Array.from({ length: 20 }, (_, index) => {
    const isNorway = index < 12;
    const errorCode = isNorway ? (index % 3 === 0 ? ALLOCATION : undefined) : index === 19 ? ENABLING : undefined;
    const operation = errorCode === ALLOCATION ? 'ALLOCATED' : errorCode === ENABLING ? 'ENABLED' : 'LOCALIZED';
    const at = NIGHT + index * MINUTE;
    return sentLocalization({ eid: eid(index), operation, at, errorCode, country: isNorway ? 'NO' : 'SE' });
  }),
  request(30, 'REQ-1', 5, 0, 'Nordwind Logistics'),
  request(40, 'REQ-2', 3, 2, 'Nordwind Logistics'),
  request(50, 'REQ-3', 4, 1, 'Telia'),
  request(60, 'REQ-4', 9, 0, 'Telia'),
];

let workplace: Workplace;
let client: Client;
let plain: Client;
const clients: Client[] = [];
beforeAll(async () => {
  workplace = await Workplace.create();
  const store = await workplace.openStore();
  await store.writer.append(batchOf('opens', night));
  await store.close();
  [client, plain] = await Promise.all([connected(), connected('auto', '--mask', 'none')]);
});
afterAll(async () => {
  for (const opened of clients) await opened.close();
  await workplace.close();
});

type Mode = 'legacy' | 'auto';

async function connected(mode: Mode = 'auto', ...args: string[]): Promise<Client> {
  const opened = new Client({ name: 'journey', version: '1.0.0' }, { versionNegotiation: { mode } });
  clients.push(opened);
  const call = [LAUNCHER, 'mcp', '--data-dir', workplace.dataDir, ...args];
  // The transport passes on few variables, and then the command runs from sources, without a compile cache.
  const env = process.env as Record<string, string>;
  await opened.connect(new StdioClientTransport({ command: process.execPath, args: call, env }));
  return opened;
}

async function asked(of: Client, name: string, input: Record<string, unknown> = {}) {
  const { content, isError } = await of.callTool({ name, arguments: input });
  const [first] = content as readonly { readonly text?: string }[];
  return { text: first?.text ?? '', isError: isError === true };
}

/** Returns the rows of each section by its title. */
function sections(text: string): Record<string, Record<string, unknown>[]> {
  const found = text.matchAll(/\n## (.+?): .*\n<data (\w+)>\n([\s\S]*?)<\/data \2>/g);
  return Object.fromEntries([...found].map(([, title = '', , lines = '']) => [title, parseNdjson(lines)]));
}

async function rows(name: string, input: Record<string, unknown>, title: string) {
  return sections((await asked(client, name, input)).text)[title] ?? [];
}

/** Returns the path and the hash of each file in the folder. */
async function bytesOf(folder: string): Promise<readonly string[]> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const hashes = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return `${path} ${createHash('sha256')
      .update(await readFile(path))
      .digest('hex')}`;
  });
  return (await Promise.all(hashes)).toSorted();
}

test.each([
  ['legacy', '2025-11-25'],
  ['auto', '2026-07-28'],
] as const)('[AGENT-1] lists its tools as read-only in the %s protocol, revision %s', async (mode, revision) => {
  const opened = mode === 'auto' ? client : await connected(mode);
  const { tools } = await opened.listTools();
  expect(opened.getNegotiatedProtocolVersion()).toBe(revision);
  expect(tools.map(({ name }) => name)).toEqual(Object.keys(agentTools));
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
});

test('[AGENT-1] twenty questions about a night are answered exactly', async () => {
  const total = async (query: string) => (await rows('count', { query }, 'Counts'))[0]?.['count'];
  const attempts = async (index: number) => (await rows('case', { eid: eid(index) }, 'Attempts'))[0];
  const subject = async (value: string) => (await rows('subject', { value }, 'Answers'))[0]?.['answer'];
  const groups = await rows('groups', {}, 'Open failure groups');
  const open = await rows('requests', {}, 'Requests');
  const rates = await rows('quality', { by: ['country'], since: '2026-11-20', until: '2026-11-22' }, 'Rates');
  const answers = [
    await total(''),
    await total('outcome:failed'),
    await total('outcome:failed country:NO'),
    await total('outcome:failed country:SE'),
    await total(`code:${ENABLING}`),
    await total('kind:CMP_EVENT outcome:partial'),
    (await rows('cases', { open: true }, 'Cases')).length,
    (await rows('cases', { open: false, maxBytes: 65_536 }, 'Cases')).length,
    (await attempts(0))?.['errorCode'],
    (await attempts(1))?.['outcome'],
    (await attempts(19))?.['step'],
    groups.map(({ open: cases }) => cases),
    open.map(({ requestId }) => requestId),
    open.map(({ failed }) => failed),
    await subject(eid(0)),
    await subject('REQ-2'),
    rates
      .filter(({ country }) => country !== undefined)
      .map(({ country, succeeded, failed }) => [country, succeeded, failed]),
    (await rows('events', { query: 'outcome:failed', limit: 2 }, 'Newest of them')).map((row) => row['eid']),
    (await rows('coverage', {}, 'Sessions, gaps and reconnects'))[0]?.['type'],
    (await rows('overview', {}, 'Open failure groups')).map(({ name }) => name),
  ];
  expect(answers).toEqual([
    24,
    5,
    4,
    1,
    1,
    2,
    5,
    20,
    ALLOCATION,
    'succeeded',
    'ENABLED',
    [4, 1, 2],
    ['REQ-3', 'REQ-2'],
    [1, 2],
    'hurts',
    'hurts',
    [
      ['NO', 8, 4],
      ['SE', 7, 1],
    ],
    [eid(9), eid(19)],
    'session',
    ['Allocation failed', 'Enabling failed', 'Package change: 3 of 10 resources failed'],
  ]);
});

test('[AGENT-1] each answer names the span, what was watched, the age and the number of rows, and has at most 8 kB', async () => {
  const { text } = await asked(client, 'events', {
    since: '2026-11-21T22:00Z',
    until: '2026-11-21T23:00Z',
    limit: 200,
  });
  expect(text).toMatch(/^Store "Acme", read .+\.\nNewest event: 2026-11-21T23:00:00\.000Z, \d+ h \d+ min before\.\n/);
  expect(text).toContain('No process watches now, so newer events are not stored.');
  expect(text).toMatch(/Span 2026-11-21T22:00:00\.000Z to 2026-11-21T23:00:00\.000Z: Watched 1 h 00 min/);
  expect(sections(text)['Events of this filter']).toEqual([{ count: 24 }]);
  expect(text).toMatch(/## Newest of them: 24 rows, \d+ shown/);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8_192);
  const all = await asked(client, 'events', { limit: 200, maxBytes: 65_536 });
  expect(sections(all.text)['Newest of them']).toHaveLength(24);
});

/** Every tool, with the inputs that reach most texts. */
const everyTool: readonly (readonly [string, Record<string, unknown>])[] = [
  ...Object.keys(agentTools).flatMap((name): (readonly [string, Record<string, unknown>])[] => {
    if (['events', 'case', 'subject', 'different', 'report'].includes(name)) return [];
    return [[name, { maxBytes: 65_536 }]];
  }),
  ['count', { by: ['company', 'user'] }],
  ['events', { raw: true, limit: 200, maxBytes: 65_536 }],
  ['case', { eid: eid(0) }],
  ['subject', { value: 'REQ-2', maxBytes: 65_536 }],
  ['subject', { value: 'Nordw' }],
  ['requests', { open: false, maxBytes: 65_536 }],
  ['quality', { of: 'requests', by: ['customer'], since: '2026-11-20', until: '2026-11-22' }],
  ['different', { query: 'outcome:partial', maxBytes: 65_536 }],
  ['report', { since: '2026-11-21T21:00Z', until: '2026-11-22T00:00Z', maxBytes: 65_536 }],
];

test('[AGENT-1] no answer names a person, a company or a subscriber, unless the owner says --mask none', async () => {
  const found = { masked: new Set<string>(), plain: new Set<string>() };
  for (const [name, input] of everyTool)
    for (const [how, of] of [
      ['masked', client],
      ['plain', plain],
    ] as const) {
      const { text } = await asked(of, name, input);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(Number(input['maxBytes'] ?? 8_192));
      for (const value of PERSONAL) if (text.includes(value)) found[how].add(`${name}: ${value}`);
    }
  expect([...found.masked]).toEqual([]);
  expect(PERSONAL.filter((value) => ![...found.plain].some((hit) => hit.endsWith(value)))).toEqual([]);
});

test('[AGENT-1] the marks around data are new in each answer, so that no text of the service can end it', async () => {
  const marks = new Set<string>();
  for (let call = 0; call < 3; call += 1) {
    const { text } = await asked(plain, 'requests', { open: false });
    const mark = /<data (\w{12})>/.exec(text)?.[1] ?? '';
    expect(text.split(`</data ${mark}>`)).toHaveLength(2);
    marks.add(mark);
  }
  expect(marks.size).toBe(3);
});

test('[AGENT-1] a wrong input is refused with what to do, and the next question is answered', async () => {
  const wrong = [
    await asked(client, 'events', { query: 'bogus:1' }),
    await asked(client, 'count', { since: 'someday' }),
    await asked(client, 'quality', { since: '2026-11-23', until: '2026-11-20' }),
  ];
  expect(wrong.map(({ isError }) => isError)).toEqual([true, true, true]);
  expect(wrong.map(({ text }) => text.split('\n')[0])).toEqual([
    expect.stringContaining('There is no field "bogus"'),
    expect.stringContaining('someday'),
    expect.stringContaining('which is earlier'),
  ]);
  expect((await asked(client, 'count', { maxBytes: 4_096 })).isError).toBe(false);
});

/** Makes inputs that are right, nearly right, and hostile. */
function fuzzed(random: (limit: number) => number): readonly [string, Record<string, unknown>] {
  const names = Object.keys(agentTools);
  const name = names[random(names.length)] ?? '';
  const texts = [
    '--output=/tmp/x',
    '--data-dir=/',
    '--cursor=x',
    '-n',
    '',
    'outcome:failed',
    eid(3),
    'REQ-1',
    '24h',
    '\u0000',
  ];
  const hostile = hostileTexts[random(hostileTexts.length)];
  const values: readonly unknown[] = [...texts, hostile, 0, -1, 1e300, true, null, [], ['country'], {}, ['--help']];
  const fields = Object.keys(agentTools[name]?.input.shape ?? {});
  const chosen = [...fields, 'output', '--force'].filter(() => random(3) > 0);
  return [name, Object.fromEntries(chosen.map((field) => [field, values[random(values.length)]]))];
}

test('[AGENT-1] no call changes a byte of the data folder', async () => {
  const before = await bytesOf(workplace.dataDir);
  const random = randomNumbers(5);
  const calls = rounds({ usual: 100, thorough: 10_000 });
  let answered = 0;
  for (let call = 0; call < calls; call += 1) {
    const [name, input] = everyTool[call] ?? fuzzed(random);
    const answer = await asked(client, name, input).catch(() => null);
    if (answer?.isError === false) answered += 1;
  }
  expect(await bytesOf(workplace.dataDir)).toEqual(before);
  expect(answered).toBeGreaterThan(everyTool.length);
}, 900_000);
