/** Requests to every action of the control, for tests that must cover all of them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const event = { event: 'CUSTOM', data: { answer: 42 } };

/**
 * Bodies or queries by method and name of the action. Each is for a new simulator with some activity. The first one
 * changes something, if the action does.
 */
export const controlRequests: Readonly<Record<string, readonly unknown[]>> = {
  'POST emit': [event, { ...event, domain: 'nordwind.europe.logistics', id: null, retry: null }],
  'POST emit-many': [{ ...event, count: 3, perSecond: 20_000 }],
  'POST emit-heartbeat': [{}],
  'POST emit-localization': [{}, { failed: true }],
  'POST emit-connectivity-request': [{}, { resources: 3, failed: 2 }],
  'POST send-raw': [{ text: ': raw\n' }, { base64: btoa(': raw\n'), pieceBytes: 1 }],
  'POST drop-streams': [{}, { cut: 'reset' }],
  'POST end-session': [{}],
  'POST stall': [{ on: true }, { on: false }],
  'POST take-seat': [{ taken: true }, { taken: false }],
  'POST set-scenario': [{ name: 'failure-storm' }, { domain: 'ostsee.ports', name: 'none' }],
  'GET subscribers': ['', '?domain=nordwind.europe.logistics'],
  'POST fault-plans': [
    { endpoint: 'search', match: { bodyJson: { limit: 100 } }, after: 2, times: 3, answer: { status: 429 } },
    { endpoint: 'every', times: 'forever', delayMs: { from: 500, to: 3000 }, cutAfterBytes: 20_000 },
    { endpoint: 'token', answer: 'reset' },
  ],
  'GET fault-plans': [''],
  'DELETE fault-plans/:id': [''],
  'DELETE fault-plans': [''],
  'GET counters': [''],
  'GET requests': ['', '?endpoint=permissions&method=get&status=503&afterId=1&since=0&limit=5'],
  'POST wait-until': [{ endpoint: 'permissions', count: 1, withinSeconds: 5 }, {}],
  'POST reset': [{}, { everything: true }],
  'GET report': ['', '?only=stream,retry-after'],
  'POST revoke-tokens': [{}, { refreshTokens: true }],
  'GET health': [''],
  'GET scenarios': [''],
  'GET clock': [''],
  'POST advance': [{ seconds: 30 }, { until: '2026-03-01T09:00:00+01:00' }],
  'POST replay': [{ file: 'night.ndjson' }, { domain: 'ostsee.ports', file: 'night.ndjson', sessionEvents: true }],
  'GET replay': ['', '?domain=ostsee.ports'],
  'GET settings': [''],
  'PATCH settings': [
    {
      variants: { itemShape: 'flat' },
      domains: [{ id: 'ostsee.ports', variants: { secondSubscriber: 'end-first' } }],
      clients: [{ flow: 'clientCredentials', clientId: 'ci', clientSecret: 'of the pipeline' }],
      accounts: { walter: { rights: 'operator' } },
    },
    {},
  ],
  'GET contract/service.json': [''],
  'GET contract/stream.json': [''],
  'GET contract/control.json': [''],
};

/** Writes the recording that a request names, and returns the request with the path of the file. */
export async function withNightFile(given: unknown): Promise<unknown> {
  if (!JSON.stringify(given).includes('night.ndjson')) return given;
  const file = await nightFile();
  return JSON.parse(JSON.stringify(given).replace('night.ndjson', file));
}

async function nightFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'night-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'night.ndjson');
  const recorded = { receivedAt: '2025-11-02T23:00:00.000Z', kind: 'LOCALIZATION', id: 'l-1', raw: '{}' };
  await writeFile(file, `${JSON.stringify(recorded)}\n`);
  return file;
}
