import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { expect, it, onTestFinished, vi } from 'vitest';
import { lowerThreadPriority } from '../../../src-main/hosts/database-worker/thread-priority.ts';
import { databasesForManyReads, databasesForReading } from '../../../src-main/hosts/databases-for-reading.ts';
import { databasesInThreads, startThread } from '../../../src-main/hosts/databases.ts';
import { PRACTICE_ID } from '../../../src-shared/domain/identity.ts';
import { inThreadDatabases } from '../../doubles/in-thread-databases.ts';
import { batchOf, receivedEvents } from '../../doubles/received-events.ts';
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts';

const identity = { id: PRACTICE_ID, name: 'Practice', practice: true, source: 'http://127.0.0.1' };

/** Returns a folder with a store, and the names of the threads that are started from now on. */
async function setUp() {
  const dataDir = temporaryDirectory();
  const stores = inThreadDatabases(dataDir).stores;
  const store = await stores.open(identity, () => undefined);
  await store.writer.append(batchOf('opens', receivedEvents(1, 3)));
  await store.close();

  const threads: string[] = [];
  const count = ({ threadName }: { threadName?: string | null }) => threads.push(threadName ?? '');
  process.on('worker', count);
  onTestFinished(() => void process.off('worker', count));
  return { dataDir, threads };
}

it('a command that reads starts no thread, not even to prepare cases', async () => {
  const { dataDir, threads } = await setUp();
  const opened = databasesForReading(dataDir);
  const reader = await opened.stores.openReadOnly(identity);
  const projection = opened.caseProjections.open(identity);
  await projection.projector.load(60_000);
  expect([await projection.projector.applyNext(), threads]).toMatchObject([{ to: { cursor: 3 }, isLast: true }, []]);
  expect([(await reader.extent()).newestSeq, (await projection.reader.position()).cursor, threads]).toEqual([3, 0, []]);
  await Promise.all([projection.close(), reader.close()]);
});

it('many commands of one process prepare their cases in one thread', async () => {
  const { dataDir, threads } = await setUp();
  const open = databasesForManyReads();
  for (let command = 0; command < 3; command += 1) {
    const projection = open(dataDir).caseProjections.openPrivate(identity);
    await projection.projector.load(60_000);
    await projection.close();
  }
  expect(threads).toEqual(['derive']);
});

it('the thread that writes has more young memory than others, also if the launcher limits the main thread', async () => {
  setFlagsFromString('--max-semi-space-size=2');
  onTestFinished(() => setFlagsFromString('--max-semi-space-size=0'));
  const limits = ['write', 'read'] as const;
  const [writer = 0, reader = 0] = await Promise.all(
    limits.map(async (role) => {
      const thread = startThread(role);
      await once(thread, 'online');
      const { heap_size_limit: limit } = await thread.getHeapStatistics();
      await thread.terminate();
      return limit / 1_048_576;
    }),
  );
  expect(writer - reader).toBeCloseTo(18, 0);
});

const threadIds = () => readdirSync('/proc/self/task');

/** Returns name and nice value of a thread of this process, as Linux reports them. */
function priorityOf(thread: string) {
  const [, name = '', rest = ''] = /\((.*)\) (.*)/.exec(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')) ?? [];
  return [name, Number(rest.split(' ')[16])] as const;
}

it.skipIf(process.platform !== 'linux')(
  'on Linux the main thread and reads get a core before the threads that write',
  async () => {
    const before = new Set(threadIds());
    const { stores, caseProjections } = databasesInThreads(temporaryDirectory());
    const store = await stores.open(identity, () => undefined);
    const projection = caseProjections.open(identity);
    await Promise.all([store.reader.extent(), projection.projector.load(60_000)]);
    const own = getPriority();
    const started = threadIds().filter((thread) => !before.has(thread));
    const priorities = Object.fromEntries(started.map(priorityOf));
    await Promise.all([projection.close(), store.close()]);
    expect(priorities).toMatchObject({ write: own + 10, derive: own + 10, read: own });
    expect(getPriority()).toBe(own);
  },
);

it.each([
  { platform: 'linux', calls: 1 },
  { platform: 'darwin', calls: 0 },
  { platform: 'win32', calls: 0 },
] as const)('on $platform, a priority is set $calls times, and a refusal stops no thread', ({ platform, calls }) => {
  const set = vi.fn<() => never>(() => {
    throw new Error('EPERM');
  });
  lowerThreadPriority(set, platform);
  expect(set).toHaveBeenCalledTimes(calls);
});
