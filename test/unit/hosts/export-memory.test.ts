import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { batchOf, receivedEvent } from '../../doubles/received-events.ts';
import { LAUNCHER, Workplace } from '../../support/command.ts';

const MEGABYTE = 1_048_576;
/** Limit of the JavaScript heap: enough for the program, but not for the history in addition. */
const HEAP_MEGABYTES = 32;
const EVENTS = 1_500;
const TEXT = JSON.stringify({ operation: 'ENABLE', detail: 'x'.repeat(30_000) });

test('[EXPORT-1] a history larger than the memory can be printed and exported', async () => {
  const workplace = await Workplace.create();
  onTestFinished(() => workplace.close());
  const store = await workplace.openStore();
  for (let first = 1; first <= EVENTS; first += 500) {
    const events = Array.from({ length: 500 }, (_, index) => receivedEvent(first + index, { data: TEXT }));
    await store.writer.append(batchOf(first === 1 ? 'opens' : 1, events));
  }
  await store.close();

  const [printed, written] = [join(workplace.folder, 'printed'), join(workplace.folder, 'written')];
  const args = [LAUNCHER, 'events', '--data-dir', workplace.dataDir, '--format', 'ndjson'];
  const end = async (more: readonly string[], stdout: 'ignore' | number) => {
    const env = { ...process.env, NODE_OPTIONS: `--max-old-space-size=${HEAP_MEGABYTES}` };
    const command = spawn(process.execPath, [...args, ...more], { env, stdio: ['ignore', stdout, 'ignore'] });
    const [code, signal] = await once(command, 'close');
    return code ?? signal;
  };
  expect([await end([], openSync(printed, 'w')), await end(['--mask', 'none', '--output', written], 'ignore')]).toEqual(
    [0, 0],
  );
  expect(statSync(written).size).toBe(statSync(printed).size);
  expect(statSync(written).size).toBeGreaterThan(1.25 * HEAP_MEGABYTES * MEGABYTE);
});
