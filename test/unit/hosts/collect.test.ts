import { expect, test, vi } from 'vitest';
import { type Backend, createBackend } from '../../../src-main/core/backend.ts';
import { reportTransitions } from '../../../src-main/hosts/cli/collect/collect.ts';
import { StatusLines } from '../../../src-main/hosts/cli/collect/status-line.ts';
import type { BackendSnapshot } from '../../../src-shared/api/watch.ts';
import { watchIdSchema } from '../../../src-shared/domain/identity.ts';
import type { HostDescription } from '../../../src-shared/api/watch.ts';
import { hostDescription } from '../../doubles/host-description.ts';
import { someProfile } from '../../doubles/profile.ts';
import { RecordingStores } from '../../doubles/recording-stores.ts';
import { aGrantSource, profilePorts, watchPorts } from '../../doubles/watch-ports.ts';

const description: HostDescription = {
  ...hostDescription,
  version: '0.0.0',
  capabilities: { ...hostDescription.capabilities, practice: false },
};

function counting(backend: Backend) {
  const counted = {
    snapshots: 0,
    async *transitions(signal: AbortSignal | undefined) {
      for await (const turn of backend.transitions(signal)) {
        counted.snapshots += 1;
        yield turn;
      }
    },
  };
  return counted;
}

test('10 000 events of a session cause two lines and at most four snapshots', async () => {
  const ports = { ...watchPorts(new RecordingStores()), ...profilePorts() };
  const backend = createBackend({ ...ports, practice: null, newId: () => 'id' }, description);
  const counted = counting(backend);
  const printed: string[] = [];
  const end = new AbortController();
  await backend.open({ profile: someProfile, practice: false, grants: aGrantSource('secret') });
  const reporting = reportTransitions(
    counted,
    new StatusLines({ printsResponses: false }),
    (line) => printed.push(line),
    end.signal,
  );
  await vi.waitFor(() => expect(ports.streams.attempts).toHaveLength(1));

  for (let event = 0; event < 10_000; event += 1) {
    ports.streams.event('HEARTBEAT', ports.clock.now());
    // Yields as between two reads of a socket, so that callers that wait for a change run.
    if (event % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await vi.waitFor(() => expect(printed).toHaveLength(2));
  end.abort();
  expect(await reporting).toBe('told');
  await backend.stop();
  expect(printed.map((line) => line.split(' ')[2])).toEqual(['Connecting', 'Watching']);
  expect(counted.snapshots).toBeLessThanOrEqual(4);
});

test('the command ends by itself if watching has stopped for good', async () => {
  const watch: BackendSnapshot['watches'][number] = {
    watch: watchIdSchema.parse('w-1'),
    profile: {
      id: someProfile.id,
      name: someProfile.name,
      practice: false,
      eventsUrl: someProfile.eventsUrl,
      domain: null,
      heartbeat: { intervalSeconds: 30, lateSeconds: 45, blindSeconds: 75 },
    },
    stream: { kind: 'stopped', since: 0 },
    storage: { kind: 'storing' },
    store: { incident: null, check: { kind: 'due' }, backup: { kind: 'none' } },
    extent: { oldestSeq: 1, newestSeq: 3, storedEvents: 3 },
    coverageRevision: 0,
    providerClockOffsetMs: null,
    alarms: { unseen: 0 },
  };
  async function* transitions() {
    yield { revision: 1, state: { at: 0, watches: [watch] } };
  }
  const printed: string[] = [];
  const print = (line: string) => printed.push(line);
  const lines = new StatusLines({ printsResponses: false });
  expect(await reportTransitions({ transitions }, lines, print, new AbortController().signal)).toBe('over');
  expect(printed).toEqual(['1970-01-01T00:00:00.000Z  Stopped: 3 events stored']);
});
