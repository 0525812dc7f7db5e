/** Values of each render of the components that follow the signal or the time. */
import { expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { createStores } from '../../src-renderer/stores/stores.ts';
import { StoresContext, useAsOf, useNow, useSignal } from '../../src-renderer/stores/use-stores.ts';
import { FakePageClock } from '../doubles/fake-page-clock.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { START, watchSnapshot } from '../doubles/page-watch.ts';

type Drawn = Record<'signal' | 'seconds' | 'minutes' | 'asOf', unknown[]>;

async function draw() {
  const [backend, clock] = [new PageBackend(), new FakePageClock()];
  const stores = createStores(backend, clock, { getItem: () => null, setItem: () => undefined });
  onTestFinished(() => stores.stop());
  backend.emit(watchSnapshot());
  const drawn: Drawn = { signal: [], seconds: [], minutes: [], asOf: [] };
  const Leaf = ({ use, of }: { use: () => unknown; of: keyof Drawn }) => {
    drawn[of].push(use());
    return null;
  };
  await render(
    <StoresContext value={stores}>
      <Leaf of="signal" use={() => useSignal().kind} />
      <Leaf of="seconds" use={() => useNow() - START} />
      <Leaf of="minutes" use={() => useNow(60_000) - START} />
      <Leaf of="asOf" use={useAsOf} />
    </StoresContext>,
  );
  return { backend, clock, drawn };
}

test('only components that show seconds render each second; the signal renders when the state changes', async () => {
  const { backend, clock, drawn } = await draw();
  for (let second = 0; second < 65; second += 1) {
    backend.advanceAndRepeat(clock, 1_000);
    await expect.poll(() => drawn.seconds.at(-1)).toBe((second + 1) * 1_000);
  }
  backend.emit(watchSnapshot());
  expect({ ...drawn, seconds: drawn.seconds.length }).toEqual({
    signal: ['watching', 'watching'],
    seconds: 66,
    minutes: [0, 60_000],
    asOf: [null],
  });
});

test('[PAGE-20] everything on the page has the time of the last message while the connection is lost', async () => {
  const { backend, clock, drawn } = await draw();
  clock.advance(5_000);
  backend.lastReceived = clock.read();
  clock.advance(3_000);
  backend.emitWire('lost');
  await expect.poll(() => drawn.asOf).toEqual([null, START + 5_000]);
  backend.emit(watchSnapshot());
  await expect.poll(() => drawn.asOf).toEqual([null, START + 5_000, null]);
});
