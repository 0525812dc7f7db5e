/** Tests `watchfloor search` against real HTTP. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import { startSimulator } from '../../src-simulator/simulator.ts';
import { lastPages, OddService } from '../doubles/odd-service.ts';
import { Workplace, type WatchedService } from '../support/command.ts';

let workplace: Workplace;
let service: OddService;
beforeEach(async () => {
  workplace = await Workplace.create();
  service = await OddService.start();
});
afterEach(async () => {
  await workplace.close();
  await service.stop();
});

async function callOf(args: readonly string[], of: WatchedService): Promise<[string[], Record<string, string>]> {
  const profile = await workplace.profile(of);
  const all = ['search', '--profile', profile, '--data-dir', workplace.dataDir, ...args];
  return [all, { [SECRET_VARIABLE]: of.clients.basic.clientSecret }];
}

async function search(args: readonly string[], of: WatchedService = service) {
  const command = workplace.runInProcess(...(await callOf(args, of)));
  const code = await command.exit;
  return { code, stdout: command.stdout, stderr: command.stderr };
}

const numbers = (count: number) => Array.from({ length: count }, (_, row) => row);
const lines = (rows: readonly number[]) => rows.map((row) => `${service.itemText(row)}\n`).join('');

test('[CLI-26] sends the options as the documented body, and prints each item as it was received', async () => {
  service.rows = numbers(250);
  service.idOf = (row) => `9007199254740993${row}`;
  const filter = 'lastModifiedAt:2026-03-01..2026-03-02T12:30:00.5Z';
  const searchOptions = ['--filter', filter, '--sort', 'iotSubscriptionId:asc,lastModifiedAt', '--limit', '3'];
  const fields = ['--fields', 'iotSubscriptionId,iotSubscription.state'];
  const { code, stdout, stderr } = await search([...searchOptions, ...fields]);
  expect([code, stdout]).toEqual([0, lines([0, 1, 2])]);
  expect(stderr).toMatch(/^watchfloor: 250 in total · 3 printed · next page available for 1:5\d\n$/);
  expect(service.searches.map(({ body }) => body)).toEqual([
    {
      filters: [
        {
          fields: ['iotSubscription.lastModifiedAt'],
          type: 'between',
          values: { min: '2026-03-01T00:00:00.000Z', max: '2026-03-02T12:30:00.500Z' },
        },
      ],
      sortBy: [
        { direction: 'asc', field: 'iotSubscription.iotSubscriptionId' },
        { direction: 'asc', field: 'iotSubscription.lastModifiedAt' },
      ],
      limit: 3,
      returnFields: ['iotSubscription.iotSubscriptionId', 'iotSubscription.state'],
    },
  ]);
});

test.each(lastPages)(
  '[CLI-26] --all prints every row once from a service whose last page is "%s"',
  async (lastPage) => {
    service.lastPage = lastPage;
    service.rows = numbers(47);
    const { code, stdout, stderr } = await search(['--all', '--limit', '20']);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: lines(service.rows),
      stderr: 'watchfloor: 47 in total · 47 printed · no next page\n',
    });
  },
);

describe('[CLI-26] --all continues after a page in the middle that is empty', () => {
  const visible = numbers(100).filter((row) => row < 40 || row >= 80);
  const printed = async (totalHits: number) => {
    service.rows = numbers(100);
    service.isHidden = (row) => !visible.includes(row);
    service.totalHits = () => totalHits;
    return await search(['--all', '--limit', '20']);
  };

  test('and ends with 0 if as many rows came as the service counted', async () => {
    expect(await printed(visible.length)).toEqual({
      code: 0,
      stdout: lines(visible),
      stderr: 'watchfloor: 60 in total · 60 printed · no next page\n',
    });
  });

  test('and ends with 1 if fewer came, after a limited number of empty pages', async () => {
    expect(await printed(100)).toEqual({
      code: 1,
      stdout: lines(visible),
      stderr:
        'watchfloor: 100 in total · 60 printed · no next page\n' +
        'watchfloor: The service counted 100 but returned 60.\n',
    });
    // Five pages, and three empty ones after the last.
    expect(service.searches.length).toBe(8);
  });
});

describe('[CLI-26] a service that refuses a search', () => {
  test('has its message printed without control characters, and the exit code is 1', async () => {
    const refusal = `{"message":"sortBy.0.direction: no \\u001b[31m red\u202e", "more": "${'x'.repeat(400)}"}`;
    service.refusalFor = () => ({ status: 400, body: refusal });
    const { code, stdout, stderr } = await search(['--sort', 'iotSubscriptionId:desc']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^watchfloor: The service at the base address \(.*\) refuses the request \(HTTP 400\)\./);
    expect(stderr).toContain('x'.repeat(400));
    // oxlint-disable-next-line no-control-regex -- what must not come through
    expect(stderr).not.toMatch(/[\u001b\u202e]/);
  });

  test('has the text of its HTML page printed', async () => {
    const body = '<!doctype html><title>No</title><script>alert(1)</script><p>Ask <b>them</b></p>';
    service.refusalFor = () => ({ status: 422, headers: { 'content-type': 'text/html' }, body });
    const { code, stderr } = await search([]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/refuses the request \(HTTP 422\)\. .*\n  No Ask them\n$/),
    ]);
  });

  test.each([403, 401, 500])(
    'has its answer with %i printed completely and once, without the token',
    async (status) => {
      const body = `{"message":"nobody may", "sent":"Bearer odd-secret", "more": "${'x'.repeat(400)}"}`;
      service.refusalFor = () => ({ status, body });
      const { code, stdout, stderr } = await search([]);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain(`(HTTP ${status})`);
      expect(stderr.match(/nobody may/g)).toHaveLength(1);
      expect(stderr).toContain('x'.repeat(400));
      expect(stderr).not.toContain('odd-secret');
      expect(stderr).not.toContain('did not answer');
    },
  );

  test('gets an explanation of the field or sort direction that the document does not show', async () => {
    service.refusalFor = () => ({ status: 400, body: '{"message":"no such field: \\"iotSubscription.stat\\""}' });
    const { stderr } = await search(['--sort', 'iotSubscriptionId:desc', '--fields', 'stat']);
    expect(stderr).toContain(
      'watchfloor: The provider does not document the field "stat"; documented: iotSubscriptionId, subscriptionType, domainId, lastModifiedAt.\n',
    );
    expect(stderr).not.toContain('sort direction');
    service.refusalFor = () => ({ status: 400, body: '' });
    const another = await search(['--sort', 'iotSubscriptionId:desc']);
    expect(another.stderr).toContain('The provider does not document the sort direction "desc"; documented: asc.');
  });

  test('ends --all with the number of printed rows and the note that the list is incomplete', async () => {
    service.rows = numbers(50);
    service.beforePage = (page) => {
      if (page === 3) service.refusalFor = () => ({ status: 403, body: '{"message":"enough"}' });
    };
    const { code, stdout, stderr } = await search(['--all', '--limit', '10']);
    expect([code, stdout]).toEqual([1, lines(numbers(20))]);
    expect(stderr).toMatch(/enough[^]*watchfloor: 20 of 50 printed before that: the list is not complete\.\n$/);
  });

  test('is asked again after the time in Retry-After', async () => {
    service.rows = numbers(3);
    service.queueResponses({ status: 429, headers: { 'retry-after': '1' }, body: '' });
    const { code, stdout, stderr } = await search(['--all', '--limit', '20']);
    expect([code, stdout]).toEqual([0, lines([0, 1, 2])]);
    expect(stderr).toMatch(/^watchfloor: Waiting 1 s before the next try \(HTTP 429\)\.\nwatchfloor: 3 in total/);
  });

  test('gets a new token once after a 401', async () => {
    service.rows = numbers(30);
    service.queueResponses({ status: 401, body: '' });
    const { code, stdout } = await search(['--all']);
    expect([code, stdout, service.accessTokens]).toEqual([0, lines(numbers(30)), 2]);
  });
});

test.each([
  [['--filter', 'lastModifiedAt'], '--filter "lastModifiedAt" is not a span.'],
  [['--filter', 'lastModifiedAt:..'], 'is not a span.'],
  [['--filter', 'lastModifiedAt:soon..'], '"soon" is not a time.'],
  [['--filter', 'state:a..'], 'needs both ends'],
  [['--sort', 'a:asc:b'], '--sort "a:asc:b" is not a field with a direction.'],
  [['--limit', '0'], 'Expected a whole number of at least 1.'],
  [['--fields', 'a,,b'], 'Expected field names'],
  [['--body', '/nowhere.json'], '--body "/nowhere.json" cannot be read (ENOENT).'],
  [['--body', '-', '--limit', '4'], 'cannot be used with'],
  [['--no-guard-formulas'], '--no-guard-formulas is for csv'],
])('[CLI-26] exits with 2 for %j, prints the mistake and sends nothing', async (args, words) => {
  const { code, stdout, stderr } = await search(args);
  expect([code, stdout, service.searches.length]).toEqual([2, '', 0]);
  expect(stderr).toContain(words);
});

test('[CLI-26] prints an item with line breaks between its values as one line', async () => {
  service.rows = numbers(2);
  service.idOf = (row) => `"${row}",\r\n "more":\n1`;
  const { stdout } = await search([]);
  expect(stdout).toBe(lines(numbers(2)).replaceAll('\r\n', '  ').replaceAll(':\n', ': '));
});

test('[CLI-26] sends the file of --body unchanged, and refuses a body with an "after" of its own', async () => {
  service.rows = numbers(2);
  const file = join(workplace.folder, 'body.json');
  const written = '{ "limit": 1e1,\n  "strange": 9007199254740993 }';
  await writeFile(file, written);
  expect((await search(['--body', file])).code).toBe(0);
  expect(service.searches.map(({ text }) => text)).toEqual([written]);
  await writeFile(file, '{"after": "mine"}');
  const refused = await search(['--body', file]);
  expect([refused.code, service.searches.length]).toEqual([2, 1]);
  expect(refused.stderr).toContain('Remove "after": Watchfloor adds');
});

test('[CLI-1] prints a table and CSV with the columns of the first page, guarded formulas and no control characters', async () => {
  service.rows = numbers(2);
  service.idOf = (row) => JSON.stringify(`=${row}\u001B[31m\u202E`);
  const table = await search(['--format', 'table']);
  expect(table.stdout.split('\n')).toEqual([
    'iotSubscriptionId   subscriptionType  lastModifiedAt            state   iccid                row',
    String.raw`=0\u001b[31m\u202e  UICC              2026-11-20T00:00:00.000Z  PAUSE   8946000000000000000  0`,
    String.raw`=1\u001b[31m\u202e  EUICC             2026-11-20T00:00:01.000Z  ACTIVE  8946000000000000001  1`,
    '',
  ]);
  service.idOf = (row) => JSON.stringify(`=${row}`);
  const csv = await search(['--format', 'csv', '--fields', 'state,iotSubscriptionId']);
  const headless = await search(['--format', 'csv', '--fields', 'state,iotSubscriptionId', '--no-headers']);
  expect(headless.stdout).toBe(csv.stdout.split('\n').slice(1).join('\n'));
  expect(csv.stdout.split('\n').slice(0, 2)).toEqual([
    'state,iotSubscriptionId,subscriptionType,lastModifiedAt,iccid,row',
    "PAUSE,'=0,UICC,2026-11-20T00:00:00.000Z,8946000000000000000,0",
  ]);
});

test('[CLI-7] prints the number of rows when it is stopped', async () => {
  service.rows = numbers(100_000);
  let seen = 0;
  service.beforePage = async (page) => {
    seen = page;
    if (page > 3) await new Promise(() => undefined);
  };
  const call = await callOf(['--all', '--limit', '10'], service);
  const stopped = workplace.runInProcess(...call);
  await vi.waitFor(() => expect(seen).toBe(4), 60_000);
  expect(await stopped.stop()).toBe(1);
  expect(stopped.stderr).toMatch(/^watchfloor: Stopped: 30 rows printed\.\n$/);
  expect(seen).toBe(4);
});

test('[CLI-26] prints the complete simulated inventory in order, and opens no store', async () => {
  const simulator = await startSimulator({ scenario: 'none', subscriptions: 2_345 });
  try {
    const { code, stdout, stderr } = await search(
      ['--all', '--sort', 'iotSubscriptionId', '--limit', '1000'],
      simulator,
    );
    const ids = stdout.split('\n').flatMap((line) => /"iotSubscriptionId":"(.*?)"/.exec(line)?.[1] ?? []);
    expect([code, new Set(ids).size, ids.toSorted().join(',') === ids.join(',')]).toEqual([0, 2_345, true]);
    expect(stderr).toBe('watchfloor: 2,345 in total · 2,345 printed · no next page\n');
    expect(workplace.databases()).toEqual([]);
    const refused = await search(['--filter', 'state:a..b'], simulator);
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain('this service filters only by iotSubscription.lastModifiedAt');
  } finally {
    await simulator.stop();
  }
});
