import { expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { createStores } from '../../src-renderer/stores/stores.ts';
import { StoresContext, useAsOf } from '../../src-renderer/stores/use-stores.ts';
import { FakePageClock } from '../doubles/fake-page-clock.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { START, watchSnapshot } from '../doubles/page-watch.ts';

async function draw() {
  const [backend, clock] = [new PageBackend(), new FakePageClock()];
  const stores = createStores(backend, clock, { getItem: () => null, setItem: () => undefined });
  onTestFinished(() => stores.stop());
  backend.emit(watchSnapshot());
  const drawn: unknown[] = [];
  const Leaf = () => {
    drawn.push(useAsOf());
    return null;
  };
  await render(
    <StoresContext value={stores}>
      <Leaf />
    </StoresContext>,
  );
  return { backend, clock, drawn };
}

test('[PAGE-20] everything on the page has the time of the last message while the connection is lost', async () => {
  const { backend, clock, drawn } = await draw();
  clock.advance(5_000);
  backend.lastReceived = clock.read();
  clock.advance(3_000);
  backend.emitWire('lost');
  await expect.poll(() => drawn).toEqual([null, START + 5_000]);
  backend.emit(watchSnapshot());
  await expect.poll(() => drawn).toEqual([null, START + 5_000, null]);
});
