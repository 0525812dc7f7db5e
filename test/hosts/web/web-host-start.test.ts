import { expect, onTestFinished, test, vi } from 'vitest';
import { createPages } from '../../../src-main/hosts/web/pages.ts';
import { startWebHost } from '../../../src-main/hosts/web/web-host.ts';
import { memoryBackend } from '../../doubles/memory-backend.ts';
import { FakeClock } from '../../doubles/fake-clock.ts';
import { buildPage } from './built-page.ts';
import { RecordingLog } from './recording-log.ts';

vi.mock(import('../../../src-main/hosts/web/pages.ts'), async (original) => ({
  ...(await original()),
  createPages: vi.fn<typeof createPages>((await original()).createPages),
}));

test('a start of the web host that fails leaves no open port', async () => {
  const page = await buildPage();
  onTestFinished(() => page.remove());
  const options = {
    application: memoryBackend().backend,
    rendererDirectory: page.directory,
    clock: new FakeClock(),
    log: new RecordingLog(),
  };
  const host = await startWebHost({ ...options, port: 0 });
  const port = Number(new URL(host.origin).port);
  await host.stop();

  vi.mocked(createPages).mockRejectedValueOnce(new Error('no routes'));
  await expect(startWebHost({ ...options, port })).rejects.toThrow('no routes');
  // The port is free again, so nothing listens there.
  const again = await startWebHost({ ...options, port });
  expect(Number(new URL(again.origin).port)).toBe(port);
  await again.stop();
});
