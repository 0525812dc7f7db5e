/**
 * Tests that no secret leaks. Every secret between the service, the issuer and Watchfloor is unique and may be in no
 * output (page, files, log, terminal, process list), in none of nine encodings, whatever a service, an issuer or a
 * proxy echoes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TRPCClientError } from '@trpc/client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { SECRET_VARIABLE } from '../../../src-main/adapters/sign-in/client-secret.ts';
import { watchIdSchema } from '../../../src-shared/domain/identity.ts';
import { createFastClock } from '../../doubles/fast-clock.ts';
import { unzipTexts } from '../../doubles/packs-over-store.ts';
import { isThorough, rounds } from '../../support/breadth.ts';
import { openCanaryPage } from '../../hosts/web/canary-page.ts';
import { canary, canaryKinds, CanaryService } from './canary-service.ts';
import { CanaryWork } from './canary-work.ts';
import { echoes } from './echoes.ts';
import { type Exempt, Outputs } from './outputs.ts';
import { makeBug } from './talkative-bug.ts';

const ALARMS = 'stdout of alarms';
const FIGURES = 'health and figures';
const NOTICES = 'notices of the page';

const outputs = new Outputs();
let service: CanaryService;

beforeAll(async () => {
  service = await CanaryService.start();
});
afterAll(() => service.stop());

/** Secrets that must be in an output, and why that is no leak. */
const EXEMPT: readonly (Exempt & { readonly why: string })[] = [
  {
    output: /^(stdout of sign-in|frames of the page)$/,
    kind: 'state',
    why: 'in the address that is to be opened; good once',
  },
  {
    output: /^(stdout of sign-in|frames of the page)$/,
    kind: 'nonce',
    why: 'as above; goes with a verifier that stays',
  },
  {
    output: /^\/proc\/PID\/environ$/,
    kind: 'client secret',
    why: 'the kernel shows what the process was started with',
  },
];

/**
 * Each echo takes another path through the program. `npm test` runs the first one here and half of all echoes in the
 * test of a page.
 */
const SOME_ECHOES = (['unauthorized', 'code', 'cut-json', 'description', 'redirect'] as const).slice(
  0,
  rounds({ usual: 1, thorough: 5 }),
);

const inEnvironment = () => ({ [SECRET_VARIABLE]: service.clientSecret });

async function work(): Promise<CanaryWork> {
  service.renewClientSecret();
  const made = await CanaryWork.create(service, outputs);
  onTestFinished(async () => {
    for (const endpoint of ['token', 'revoke', 'permissions', 'search', 'subscribe'] as const)
      service.echo(endpoint, null);
    await made.end();
  });
  return made;
}

describe('a client that signs in for itself', () => {
  test('collects in a process with the secret of the environment', async () => {
    const at = await work();
    const collector = at.start('collect', ['--profile', await at.profile('clientCredentials')], inEnvironment());
    await collector.waitForText(/Watching/);
    outputs.addProcesses(collector.process.pid ?? 0);
    at.searchDisk();
    await collector.stop();
    at.overhear('collect', collector);
  });

  test('collects until the service echoes the secret', async () => {
    const at = await work();
    const profile = await at.profile('clientCredentials');
    // An alarm about a lost signal comes after ten seconds.
    const clock = createFastClock(20);
    const args = ['--profile', profile, '--health-port', '0'];
    const collector = at.startHere('collect', args, inEnvironment(), undefined, clock);
    const [, health = ''] = await collector.waitForText(/Health and metrics: (\S+)\/healthz/);
    await collector.waitForText(/Watching/);
    service.echo('subscribe', 'unauthorized');
    service.dropStreams();
    await collector.waitForText(/Sign-in needed/);
    const alarmed = async () => {
      const text = await at.workplace.output(['alarms', '--data-dir', at.workplace.dataDir, '--format', 'ndjson']);
      outputs.add(ALARMS, text);
      return text;
    };
    await expect.poll(alarmed, { timeout: 60_000, interval: 200 }).toContain('sign-in-needed');
    for (const path of ['/healthz', '/metrics', '/nowhere'])
      outputs.add(FIGURES, await fetch(`${health}${path}`).then((answer) => answer.text()), path);
    await collector.stop();
    at.overhear('collect', collector);
    for (const [command, ...options] of [
      ['events', '--format', 'ndjson'],
      ['coverage', '--format', 'ndjson'],
      ['report', '--since', '1h', '--format', 'json'],
    ] as const) {
      const text = await at.workplace.output([command, '--data-dir', at.workplace.dataDir, ...options]);
      outputs.add(`stdout of ${command}`, text);
    }
    const pack = join(at.workplace.folder, 'pack.zip');
    await at.workplace.output([
      'support-pack',
      '--data-dir',
      at.workplace.dataDir,
      '--query',
      'since:-1h',
      '--mask',
      'none',
      '--output',
      pack,
    ]);
    const files = unzipTexts(readFileSync(pack));
    expect(files.size).toBe(4);
    for (const [name, text] of files) outputs.add('files of a support pack', text, name);
  });

  test.each(SOME_ECHOES)('collects while the stream is answered with %s', async (how) => {
    const at = await work();
    service.echo('subscribe', how);
    const collector = at.startHere('collect', ['--profile', await at.profile('clientCredentials')], inEnvironment());
    await collector.waitForText(/Sign-in needed|Blind|Reconnecting/);
    await collector.stop();
    at.overhear('collect', collector);
  });

  test.each(SOME_ECHOES)(
    'runs doctor, permissions and search while the issuer and then the service answer with %s',
    async (how) => {
      const at = await work();
      const profile = await at.profile('clientCredentials', {
        clientAuthentication: how === 'code' ? 'post' : 'basic',
      });
      const run = (name: string, ...more: string[]) => {
        // A secret that an earlier command of this process used would be redacted.
        service.renewClientSecret();
        const call = [name, ['--profile', profile, ...more], inEnvironment()] as const;
        return isThorough ? at.runApart(...call) : at.run(...call);
      };
      service.echo('token', how);
      await run('doctor', '--format', 'ndjson');
      service.echo('token', null);
      for (const endpoint of ['permissions', 'search', 'subscribe'] as const) service.echo(endpoint, how);
      await Promise.all([run('doctor'), run('permissions', '--format', 'json'), run('search', '--format', 'ndjson')]);
    },
  );
});

describe('a user who signs in', () => {
  test('returns from the browser, watches, renews and signs out', async () => {
    const at = await work();
    const profile = await at.profile('authorizationCode');
    service.tokenSeconds = 2;
    onTestFinished(() => void (service.tokenSeconds = 300));
    await at.giveSecret(await at.profile('clientCredentials'), service.clientSecret);
    const signedIn = await at.signIn(profile);
    expect(await signedIn.exit).toBe(0);
    const asked = service.counts.get('token') ?? 0;
    const collector = at.startHere('collect', ['--profile', profile]);
    await collector.waitForText(/Watching/);
    await expect.poll(() => service.counts.get('token') ?? 0).toBeGreaterThan(asked);
    at.searchDisk();
    await collector.stop();
    at.overhear('collect', collector);
    await at.run('permissions', ['--profile', profile]);
    service.echo('revoke', 'description');
    await at.run('sign-out', ['--profile', profile]);
  });

  test('returns with a wrong answer: another state, none, an error, a form, another issuer', async () => {
    const at = await work();
    const profile = await at.profile('authorizationCode');
    await at.signIn(profile, async (callback) => {
      const changed = (change: (url: URL) => void) => {
        const url = new URL(callback);
        change(url);
        return url.href;
      };
      await at.follow(changed((url) => url.searchParams.set('state', 'another')));
      await at.follow(changed((url) => url.searchParams.delete('state')));
      await at.follow(changed((url) => (url.pathname = '/other')));
      await at.follow(callback, { method: 'POST', body: new URL(callback).search.slice(1) });
      await at.follow(changed((url) => url.searchParams.set('iss', 'https://other.example')));
    });
    await at.signIn(profile, async (callback) => {
      const url = new URL(callback);
      url.searchParams.delete('code');
      url.searchParams.set('error', 'access_denied');
      url.searchParams.set('error_description', new URL(callback).searchParams.get('code') ?? '');
      await at.follow(url.href);
    });
  });

  test.each(['description', 'invalid-grant', 'cut-json'] as const)(
    'returns to, then renews at an issuer that answers with %s',
    async (how) => {
      const at = await work();
      const profile = await at.profile('authorizationCode');
      service.echo('token', how);
      expect(await (await at.signIn(profile)).exit).toBe(1);
      service.echo('token', null);
      expect(await (await at.signIn(profile)).exit).toBe(0);
      service.echo('permissions', 'unauthorized');
      service.echo('token', how);
      await at.run('permissions', ['--profile', profile]);
      await at.run('sign-out', ['--profile', profile]);
    },
  );

  test('has a vault with another key, then a damaged one', async () => {
    const at = await work();
    const profile = await at.profile('authorizationCode');
    await at.signIn(profile);
    const path = join(at.workplace.dataDir, 'profiles', 'canary-authorizationcode', 'vault.db');
    const bytes = readFileSync(path);
    at.searchDisk();
    // Random text: words of the program would also be found in its compile cache.
    writeFileSync(at.keyFile, service.remember('vault key', `${canary(true)}${canary(true)}`));
    await at.run('permissions', ['--profile', profile]);
    const damaged = Buffer.from(bytes);
    damaged.fill('x', Math.floor(damaged.length / 2));
    writeFileSync(path, damaged);
    await at.run('permissions', ['--profile', profile]);
    await at.run('collect', ['--profile', profile]);
  });
});

describe('a page', () => {
  test('makes every call that a page can make, while the service echoes everything', async () => {
    const at = await work();
    const profile = await at.profile('clientCredentials');
    const host = at.startHere('start', ['--web', '--no-open', '--profile', profile], inEnvironment());
    const [, link = ''] = await host.waitForText(/^Watchfloor is ready: (\S+)$/m, 60_000);
    const page = await openCanaryPage(link);
    const { api } = page;
    const emitted: unknown[] = [];
    const listen = {
      onData: (data: unknown) => emitted.push(data),
      onError: (error: unknown) => emitted.push(String(error)),
    };
    api.watches.feed.subscribe(undefined, listen);
    api.profiles.feed.subscribe(undefined, listen);
    api.alarms.notifications.subscribe(undefined, {
      onData: ({ data }) => outputs.add(NOTICES, JSON.stringify(data)),
    });
    const settled = (...calls: Promise<unknown>[]) => Promise.allSettled(calls);

    const person = { ...service.profile, name: 'Person', flow: 'authorizationCode' as const };
    const { id } = await api.profiles.save.mutate({ id: null, profile: person });
    const signIn = async () => {
      const { address } = await api.signIn.start.mutate({ id, keep: 'store' });
      await at.follow(await at.callbackOf(address));
    };
    await signIn();
    const { watch } = await api.profiles.watch.mutate({ id });
    const client = { ...service.profile, name: 'Client', flow: 'clientCredentials' as const };
    const { id: other } = await api.profiles.save.mutate({ id: null, profile: client });
    await api.signIn.setSecret.mutate({ id: other, secret: service.clientSecret, keep: 'memory' });

    api.subscriptions.feed.subscribe({ watch }, listen);
    const searched = async () => {
      const started = await api.subscriptions.start.mutate({ watch, body: '{"limit":1}' });
      await new Promise<void>((resolve) => {
        const feed = api.subscriptions.feed.subscribe(
          { watch },
          {
            onData({ data: { searches } }) {
              if (searches.find((search) => search.id === started.id)?.state.kind === 'asking') return;
              feed.unsubscribe();
              resolve();
            },
            onError: () => resolve(),
          },
        );
      });
    };

    const tested = (secret: string | null) =>
      new Promise<void>((resolve) => {
        api.connectionTest.run.subscribe(
          { id: secret === null ? id : other, profile: secret === null ? person : client, secret },
          { ...listen, onComplete: resolve, onError: () => resolve() },
        );
      });
    for (const how of [null, ...echoes.slice(0, rounds({ usual: 5, thorough: echoes.length }))]) {
      for (const endpoint of ['permissions', 'search', 'subscribe', 'token'] as const)
        service.echo(endpoint, endpoint === 'token' && how !== null && echoes.indexOf(how) % 2 === 0 ? null : how);
      await settled(
        signIn(),
        api.access.report.query({ watch, fresh: true }),
        searched(),
        tested(null),
        tested(service.clientSecret),
        api.profiles.fileText.query({ id }),
        api.profiles.fileText.query({ id: other }),
      );
      service.dropStreams();
    }
    await signIn();
    await settled(api.alarms.test.mutate({ watch }));
    await settled(
      api.profiles.read.query({ text: JSON.stringify({ ...client, clientSecret: service.clientSecret }) }),
      api.profiles.save.mutate({
        id: null,
        profile: { ...client, baseUrl: `https://u:${encodeURIComponent(service.clientSecret)}@x.example` },
      }),
      api.signIn.setSecret.mutate({ id: other, secret: service.clientSecret, keep: 'store' }),
      api.signIn.check.mutate({ id: other }),
      ...Array.from({ length: 50 }, (_, number) => api.subscriptions.request.query({ watch, number })),
      searched(),
    );
    await settled(api.signIn.signOut.mutate({ id }));
    for (const path of ['/', '/nowhere', '/session']) outputs.add('bodies of the web host', await page.get(path), path);
    at.searchDisk();
    await page.close();
    await host.stop();
    at.overhear('start', host);
    for (const frame of page.frames) outputs.add('frames of the page', frame);
    expect(emitted.length).toBeGreaterThan(0);
  });
});

describe('a bug', () => {
  test('[LEAK-1] with every secret in its message is sent to the page as a number and logged without the secrets', async () => {
    const at = await work();
    const profile = await at.profile('clientCredentials');
    onTestFinished(makeBug());
    const host = at.startHere('start', ['--web', '--no-open', '--profile', profile], inEnvironment());
    const [, link = ''] = await host.waitForText(/^Watchfloor is ready: (\S+)$/m, 60_000);
    const page = await openCanaryPage(link);
    const watch = await new Promise<string>((resolve) => {
      page.api.watches.feed.subscribe(undefined, {
        onData: ({ data }) => data.watches[0]?.stream.kind === 'watching' && resolve(data.watches[0].watch),
      });
    });
    const asked = page.api.access.report.query({ watch: watchIdSchema.parse(watch), fresh: true });
    const incident = await asked.then(
      () => 'no bug',
      (error: unknown) => (error instanceof TRPCClientError ? String(error.data?.incident) : String(error)),
    );
    const log = readFileSync(join(at.workplace.dataDir, 'logs', 'watchfloor.log'), 'utf8');
    expect(log).toMatch(new RegExp(`"incident":"${incident}".*a bug that repeats .*\\[redacted\\]`));
    await page.close();
    await host.stop();
    at.overhear('start', host);
    for (const frame of page.frames) outputs.add('frames of the page', frame);
  });

  test('[LEAK-1] in a command is printed without the secrets that it repeats', async () => {
    const at = await work();
    onTestFinished(makeBug());
    const ended = await at.run('permissions', ['--profile', await at.profile('clientCredentials')], inEnvironment());
    expect(ended.stderr).toMatch(/Please report it[^]*a bug that repeats \[redacted\]/);
  });
});

test('[LEAK-1] no secret is in alarms, in notices of the page, or in health and figures', () => {
  const watched = [ALARMS, FIGURES, NOTICES];
  const seen = outputs.findings(service, ({ output }) => watched.includes(output));
  expect({ seen, looked: watched.map((output) => outputs.bytesOf(output) > 0) }).toEqual({
    seen: [],
    looked: [true, true, true],
  });
});

test('[LEAK-1] no secret is in any output, in none of nine encodings', () => {
  // A run that never created one of the secrets would find nothing.
  expect(canaryKinds.filter((kind) => service.canaries(kind).length === 0)).toEqual([]);
  const leaks = outputs
    .findings(service)
    .filter(({ output, kind }) => !EXEMPT.some((exempt) => exempt.kind === kind && exempt.output.test(output)));
  expect(leaks.slice(0, 20)).toEqual([]);
});
