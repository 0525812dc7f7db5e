import { describe, expect, it } from 'vitest';
import { batchOf, receivedEvent } from '../../doubles/received-events.ts';
import type { TestedStore } from './tested-store.ts';

export function hasOneWriter(tested: TestedStore): void {
  describe('a store with a writer', () => {
    it('[STORE-8] refuses a second writer, and the first one continues', async () => {
      await expect(tested.open()).rejects.toMatchObject({
        data: { code: 'STORE_IN_USE', facts: { path: expect.any(String) } },
      });
      expect(await tested.store.writer.append(batchOf('opens', [receivedEvent(1)]))).toMatchObject({ stored: 1 });
    });

    it('can be opened again after the writer has closed', async () => {
      await tested.reopen();
      expect(await tested.store.writer.resume()).toMatchObject({ extent: { newestSeq: 0 } });
    });

    it('can be closed twice, and refuses later calls', async () => {
      await Promise.all([tested.store.close(), tested.store.close()]);
      await tested.store.close();
      const late = tested.store.writer.append(batchOf('opens', [receivedEvent(1)]));
      await expect(late).rejects.toMatchObject({ code: 'STORE_LOST' });
      await expect(tested.store.reader.extent()).rejects.toMatchObject({ code: 'STORE_LOST' });
    });
  });
}
