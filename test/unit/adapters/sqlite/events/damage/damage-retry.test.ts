import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { databasesInThreads } from '../../../../../../src-main/hosts/databases.ts';
import { createDamageRetry } from '../../../../../../src-main/adapters/sqlite/events/damage/damage-retry.ts';
import { storePaths } from '../../../../../../src-main/adapters/sqlite/store-paths.ts';
import type { EventReader, StoreIdentity } from '../../../../../../src-main/core/ports/event-store.ts';
import { appError } from '../../../../../../src-shared/api/errors.ts';
import { EVERYTHING } from '../../../../../../src-shared/domain/filter/filter.ts';
import { profileIdSchema } from '../../../../../../src-shared/domain/identity.ts';
import type { StoreIncident } from '../../../../../../src-shared/domain/store-condition.ts';
import { batchOf, receivedEvents } from '../../../../../doubles/received-events.ts';
import { SOURCE } from '../temporary-store.ts';
import { temporaryDirectory } from '../../../../../fixtures/temporary-directory.ts';

const storeIdentity: StoreIdentity = {
  id: profileIdSchema.parse('acme-0001'),
  name: 'Acme',
  practice: false,
  source: SOURCE,
};

/**
 * Damages the file from another process: closing a descriptor of the file here would drop the locks of the store's
 * threads.
 */
function damageTheMiddleOf(path: string): void {
  const script = `const fs = require('node:fs'); const [path, from, length] = process.argv.slice(1);
    const file = fs.openSync(path, 'r+'); fs.writeSync(file, Buffer.alloc(+length, 0x5a), 0, +length, +from); fs.closeSync(file);`;
  const { size } = statSync(path);
  execFileSync(process.execPath, ['-e', script, path, String(size >> 2), String(size >> 1)]);
}

it('[KEEP-2] damage that only readers find does not end a page: a new store takes over, and the calls are repeated there', async () => {
  const dataDir = temporaryDirectory();
  const opener = databasesInThreads(dataDir).stores;
  const filled = await opener.open(storeIdentity, () => undefined);
  for (let first = 1; first < 5_000; first += 500)
    await filled.writer.append(batchOf(first === 1 ? 'opens' : 1, receivedEvents(first, first + 499)));
  await filled.close();

  const incidents: (StoreIncident | null)[] = [];
  const store = await opener.open(storeIdentity, (incident) => incidents.push(incident));
  damageTheMiddleOf(storePaths(dataDir, storeIdentity).events);
  const page = { filter: EVERYTHING, direction: 'older', from: 3_000, limit: 2_000 } as const;
  await Promise.all([
    store.reader.summaries(page),
    store.scanner.summaries(page),
    store.reader.figures(),
    store.reader.event(2_500),
  ]);
  expect(new Set(incidents.map((incident) => incident?.kind))).toEqual(new Set(['damaged']));
  expect(new Set(incidents.map((incident) => incident?.at)).size).toBe(1);
  while (await store.writer.repair());
  const { storedEvents } = await store.reader.extent();
  const { saved, missing } = incidents.at(-1) ?? { saved: 0, missing: null };
  expect({ storedEvents, all: saved + (missing ?? 0) }).toEqual({ storedEvents: saved, all: 5_000 });
  await store.close();
});

const damaged = () => Promise.reject(appError('STORE_DAMAGED', { path: 'events.db', movedTo: null }));

function readerOver(extent: EventReader['extent'], onReplaced: () => void = () => undefined) {
  const replaced: string[] = [];
  let hasResult = false;
  const retry = createDamageRetry({
    open: () => Promise.resolve(void (hasResult = true)),
    remote: {
      async replace(detail) {
        await Promise.resolve();
        replaced.push(detail);
        onReplaced();
      },
    },
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is asked
  const reader = { extent, check: async () => ({ flaws: [], next: null }) } as unknown as EventReader;
  return { reader: retry.wrap(reader), replaced, hasResult: () => hasResult };
}

const fullExtent = { oldestSeq: 1, newestSeq: 1, storedEvents: 1 };

it('many calls that find the same damage replace the store once', async () => {
  let isComplete = false;
  const { reader, replaced } = readerOver(
    () => (isComplete ? Promise.resolve(fullExtent) : damaged()),
    () => (isComplete = true),
  );
  const extents = await Promise.all([reader.extent(), reader.extent(), reader.extent()]);
  expect({ extents, times: replaced.length }).toEqual({ extents: [fullExtent, fullExtent, fullExtent], times: 1 });
});

it('a call that found damage in a file that was replaced meanwhile replaces nothing', async () => {
  let calls = 0;
  const { reader, replaced } = readerOver(() => ((calls += 1) === 1 ? damaged() : Promise.resolve(fullExtent)));
  expect({ answer: await reader.extent(), replaced }).toEqual({ answer: fullExtent, replaced: [] });
});

it.each([
  appError('NO_STORE', { place: 'events.db', problem: 'not-set-up' }),
  appError('STORE_UNWRITABLE', { path: 'events.db', problem: 'forbidden', detail: 'SQLITE_CANTOPEN' }),
])('a call during the setup of a new file waits until the writer answers: %s', async (refusal) => {
  const { reader, replaced, hasResult } = readerOver(() =>
    hasResult() ? Promise.resolve(fullExtent) : Promise.reject(refusal),
  );
  expect({ answer: await reader.extent(), replaced }).toEqual({ answer: fullExtent, replaced: [] });
});

it('a call reports NO_STORE if the file is still missing after the wait', async () => {
  const { reader } = readerOver(() => Promise.reject(appError('NO_STORE', { place: 'events.db', problem: 'no-file' })));
  await expect(reader.extent()).rejects.toMatchObject({ code: 'NO_STORE' });
});

it('a reader reports damage that remains after two replacements', async () => {
  const { reader, replaced } = readerOver(damaged);
  await expect(reader.extent()).rejects.toMatchObject({ code: 'STORE_DAMAGED' });
  expect(replaced.length).toBe(2);
});
