/** Tests what the command line shows when the files of the store are damaged, deleted, copied and restored. */
import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { FILLED_STORE_ID } from '../support/command.ts';
import { batchOf, receivedEvents } from '../doubles/received-events.ts';
import { simulatedService } from './simulated-service.ts';

const service = simulatedService();
const EVENTS = 2_000;

const folder = () => join(service.workplace.dataDir, 'profiles', FILLED_STORE_ID);
const database = () => join(folder(), 'events.db');
const profile = () => service.workplace.profile(service.simulator, { id: FILLED_STORE_ID });

async function fill(): Promise<void> {
  const store = await service.workplace.openStore();
  for (let first = 1; first < EVENTS; first += 500)
    await store.writer.append(batchOf(first === 1 ? 'opens' : 1, receivedEvents(first, first + 499)));
  await store.close();
}

function damage(): void {
  const { size } = statSync(database());
  // Pages of texts are among these, whichever tables come before them.
  const start = Math.floor(size / 2);
  const file = openSync(database(), 'r+');
  writeSync(file, Buffer.alloc(Math.floor(size / 3), 0xa5), 0, undefined, start);
  closeSync(file);
}

async function ran(...args: string[]) {
  const command = service.workplace.runInProcess([...args, '--data-dir', service.workplace.dataDir]);
  const code = await command.exit;
  return { code, stdout: command.stdout.trimEnd(), stderr: command.stderr.trimEnd() };
}

const filled = async () => (await service.workplace.events('--until', '1970-01-01T01:00:00Z')).length;

test('[KEEP-2] reports a damaged store, continues to watch, brings events back and counts those that could not be found', async () => {
  await fill();
  damage();
  const collector = service.collectInProcess(await profile());
  await collector.waitForText(/STORE: The files of the stored events were damaged, and a new store was created./);
  await collector.waitForText(/Watching /);
  const [, saved = '', missing = ''] = await collector.waitForText(
    /STORE: ([\d,]+) events were restored, ([\d,]+) could not be found./,
    60_000,
  );
  const number = (text: string) => Number(text.replaceAll(',', ''));
  expect(number(saved) + number(missing)).toBe(EVENTS);
  expect(number(saved)).toBeGreaterThan(0);
  expect(await collector.stop()).toBe(1);
  expect(collector.stderr).toMatch(
    /Stopped: stored events were damaged or lost; everything received since then is stored\. /,
  );
  expect(collector.stderr).not.toContain('everything received is stored');
  expect(await filled()).toBe(number(saved));
  expect(await ran('store', '--check')).toMatchObject({ code: 0 });
  expect((await ran('store', '--format', 'table')).stdout).toContain(`${missing} could not be found.`);
});

test('[KEEP-2] does not report events as stored after the store was deleted while it was collecting', async () => {
  const collector = service.collectInProcess(await profile());
  await collector.waitForText(/Watching /);
  for (let event = 0; event < 20; event += 1) service.simulator.control.emitHeartbeat();
  await vi.waitFor(async () => expect(await service.workplace.storedEvents('kind:HEARTBEAT')).toHaveLength(20), 60_000);
  rmSync(folder(), { recursive: true });
  for (let event = 0; event < 20; event += 1) service.simulator.control.emitHeartbeat();
  await collector.waitForText(/STORE: The files of the stored events were deleted or replaced/);
  await collector.waitForText(/restored/);
  await vi.waitFor(async () => expect(await service.workplace.storedEvents('kind:HEARTBEAT')).toHaveLength(40), 60_000);
  await collector.stop();
  expect(collector.stderr).toMatch(/Stopped: stored events were damaged or lost/);
});

test('restores lost events from a backup that was made while collecting, and stores none twice', async () => {
  await fill();
  const collector = service.collectInProcess(await profile());
  await collector.waitForText(/Watching /);
  const copy = join(service.workplace.folder, 'copy.db');
  expect(await ran('backup', '--to', copy)).toMatchObject({ code: 0 });
  expect(await ran('restore', '--from', copy)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('Another Watchfloor is already watching'),
  });
  expect(await collector.stop()).toBe(0);
  rmSync(folder(), { recursive: true });

  const restored = await ran('restore', '--from', copy, '--profile', await profile());
  expect(restored).toMatchObject({ code: 0 });
  expect(restored.stdout).toMatch(/everything is as received/);
  const before = await filled();
  expect(before).toBe(EVENTS);
  expect(await ran('restore', '--from', copy)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Nothing was missing'),
  });
  expect(await filled()).toBe(before);
});
