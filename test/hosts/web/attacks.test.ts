import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExportFolder } from '../../../src-main/adapters/export-files/export-folder.ts';
import { startWebHost, type WebHost } from '../../../src-main/hosts/web/web-host.ts';
import { EXPORTS_PATH } from '../../../src-shared/api/exports.ts';
import { memoryBackend } from '../../doubles/memory-backend.ts';
import { FakeClock } from '../../doubles/fake-clock.ts';
import {
  type Attack,
  attacks,
  OUTSIDE_EXPORTS,
  EXPORT,
  rightExport,
  rightFile,
  rightSessionRequest,
  rightUpgrade,
  type Target,
} from './attack-corpus.ts';
import { buildPage, type BuiltPageFolder, MARKER } from './built-page.ts';
import { type RawResponse, letIn, requestText, sendRaw } from './raw-http.ts';
import { RecordingLog } from './recording-log.ts';

describe('the web host under attack', () => {
  const log = new RecordingLog();
  const { backend, incidents } = memoryBackend(MARKER);
  const links: string[] = [];
  const responses = new Map<Attack, RawResponse>();
  let page: BuiltPageFolder;
  let host: WebHost;
  let other: WebHost;
  let target: Target;

  const start = (port: number) =>
    startWebHost({
      port,
      application: backend,
      rendererDirectory: page.directory,
      exports: createExportFolder(join(page.directory, '..', 'exports'), EXPORTS_PATH),
      clock: new FakeClock(),
      log,
      onLaunchLink: (url) => links.push(url),
    });

  beforeAll(async () => {
    page = await buildPage();
    const exports = join(page.directory, '..', 'exports');
    await mkdir(exports);
    for (const path of [join(exports, EXPORT), join(exports, '..', OUTSIDE_EXPORTS)]) await writeFile(path, MARKER);
    const former = await start(0);
    const port = Number(new URL(former.origin).port);
    const formerCookie = await letIn(former.launchUrl);
    await former.stop();
    host = await start(port);
    other = await start(0);
    target = {
      port,
      cookie: await letIn(host.launchUrl),
      formerCookie,
      otherCookie: await letIn(other.launchUrl),
      usedToken: host.launchUrl.split('#launch=')[1] ?? '',
    };
    log.entries.length = 0;
    for (const attack of attacks) responses.set(attack, await lastResponse(attack));
  });

  const lastResponse = async (attack: Attack): Promise<RawResponse> => {
    for (let sent = 1; sent < (attack.times ?? 1); sent += 1) await sendRaw(target.port, attack.bytes(target));
    return sendRaw(target.port, attack.bytes(target));
  };

  afterAll(async () => {
    await Promise.all([host.stop(), other.stop()]);
    await page.remove();
  });

  it('refuses every request of the corpus and returns no byte of the page or the application', () => {
    const expected = attacks.map(({ group, name, status }) => `${group}, ${name}: ${status}`);
    const found = attacks.map((attack) => {
      const response = responses.get(attack);
      if (response === undefined || response.text.includes(MARKER)) return `${attack.group}, ${attack.name}: served`;
      // The connection may end before the sender of a megabyte reads the answer.
      const cutShort = attack.status === 'cut' && (response.status === null || response.status >= 400);
      return `${attack.group}, ${attack.name}: ${cutShort ? 'cut' : response.status}`;
    });
    expect(found).toEqual(expected);
  });

  it('answers the same requests if they are valid', async () => {
    const requests = [rightFile(target), rightSessionRequest(target), rightUpgrade(target), rightExport(target)];
    const validResponses = await Promise.all(requests.map((request) => sendRaw(target.port, request)));
    expect(validResponses.map(({ status }) => status)).toEqual([200, 202, 101, 200]);
  });

  it('never answers with a CORS header or a cookie', () => {
    const texts = [...responses.values()].map(({ text }) => text.toLowerCase());
    expect(texts.filter((text) => text.includes('access-control-') || text.includes('set-cookie'))).toEqual([]);
  });

  it('logs each refusal without any content of the request', () => {
    const text = JSON.stringify(log.entries);
    const carried = ['evil', 'secret.txt', target.cookie.split('=')[1] ?? '', target.usedToken, 'AAAA'];
    expect(carried.filter((value) => text.includes(value))).toEqual([]);
    expect(log.entries).toContainEqual({
      message: 'A request to the web host was refused',
      fields: { status: 421, reason: 'The Host header names another host.', count: 1 },
    });
  });

  it('printed at most one new link during the attacks', () => {
    expect(links).toHaveLength(1);
  });

  it('still serves its page to a browser with a session', async () => {
    const response = await sendRaw(
      target.port,
      requestText('GET / HTTP/1.1', [`Host: 127.0.0.1:${target.port}`, `Cookie: ${target.cookie}`]),
    );
    expect([response.status, response.body.includes(MARKER), incidents]).toEqual([200, true, []]);
  });
});
