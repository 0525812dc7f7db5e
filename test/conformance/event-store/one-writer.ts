/** One writer at a time, until it closes. */
import { describe, expect, it } from 'vitest';
import { batchOf, receivedEvent } from '../../doubles/received-events.ts';
import type { TestedStore } from './tested-store.ts';

export function hasOneWriter(tested: TestedStore): void {
  describe('one writer', () => {
    it('[STORE-8] a second opener is refused, and the first goes on', async () => {
      await expect(tested.open()).rejects.toMatchObject({
        data: { code: 'STORE_IN_USE', facts: { path: expect.any(String) } },
      });
      expect(await tested.store.writer.append(batchOf('opens', [receivedEvent(1)]))).toMatchObject({ stored: 1 });
    });

    it('the store is free when the first has closed', async () => {
      await tested.reopen();
      expect(await tested.store.writer.resume()).toMatchObject({ extent: { newestSeq: 0 } });
    });

    it('closing twice is closing once, and what is asked later is refused', async () => {
      await Promise.all([tested.store.close(), tested.store.close()]);
      await tested.store.close();
      const late = tested.store.writer.append(batchOf('opens', [receivedEvent(1)]));
      await expect(late).rejects.toMatchObject({ code: 'STORE_LOST' });
      await expect(tested.store.reader.extent()).rejects.toMatchObject({ code: 'STORE_LOST' });
    });
  });
}
