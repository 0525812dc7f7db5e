/** Tests the counts next to links and rows: requested one after another, and again after a reconnection. */
import { expect, test } from 'vitest';
import { watchIdSchema } from '../../src-shared/domain/identity.ts';
import { EVERYTHING } from '../../src-shared/domain/filter/filter.ts';
import { onlyValue } from '../../src-shared/domain/filter/filter-edit.ts';
import { useEventPosition } from '../../src-renderer/screens/timeline/use-event-position.ts';
import { useCounts } from '../../src-renderer/stores/queries/use-counts.ts';
import { useWatch } from '../../src-renderer/stores/use-stores.ts';
import { watchSnapshot } from '../doubles/page-watch.ts';
import { renderComponent } from '../doubles/render-component.tsx';
import { TALLIES } from '../doubles/routed-client.ts';

const SWEDEN = onlyValue('country', 'SE');

test('the position of an open event is counted again after a reconnection', async () => {
  const shown: (number | null)[] = [];
  const wires: string[] = [];
  function Place() {
    wires.push(useWatch(({ wire }) => wire.kind));
    shown.push(useEventPosition(5, EVERYTHING)?.at ?? null);
    return null;
  }
  const { backend } = await renderComponent(<Place />);
  await expect.poll(() => shown.at(-1)).toBe(1);
  backend.emitWire('lost');
  await expect.poll(() => wires.at(-1)).toBe('lost');
  backend.calls.answer('timeline.count', () => ({ count: 3, next: null }));
  backend.emitWire('open');
  backend.emit(watchSnapshot());
  await expect.poll(() => shown.at(-1)).toBe(4);
});

test('known counts stay while the same filters are counted again', async () => {
  const shown: (readonly (number | null)[])[] = [];
  const wires: string[] = [];
  function Counts() {
    wires.push(useWatch(({ wire }) => wire.kind));
    shown.push(useCounts([SWEDEN, EVERYTHING]));
    return null;
  }
  const { backend } = await renderComponent(<Counts />);
  backend.calls.answer('timeline.count', () => ({ count: 7, next: null }));
  backend.emitWire('lost');
  await expect.poll(() => wires.at(-1)).toBe('lost');
  backend.emitWire('open');
  backend.emit(watchSnapshot());
  await expect.poll(() => shown.at(-1)).toEqual([7, 7]);
  backend.calls.answer('timeline.count', () => ({ count: 8, next: null }));
  backend.calls.hold(...TALLIES);
  const before = shown.length;
  backend.emitWire('lost');
  await expect.poll(() => wires.at(-1)).toBe('lost');
  backend.emitWire('open');
  backend.emit(watchSnapshot());
  await expect
    .poll(() => {
      backend.calls.release();
      return shown.at(-1);
    })
    .toEqual([8, 8]);
  expect(shown.slice(before).filter((counts) => counts.includes(null))).toEqual([]);
});

test('counts belong to the current watch, and a filter that cannot be counted blocks no other', async () => {
  const shown: (readonly (number | null)[])[] = [];
  function Counts() {
    shown.push(useCounts([SWEDEN, EVERYTHING], { debounceMs: 400 }));
    return null;
  }
  const { backend, clock } = await renderComponent(<Counts />);
  backend.calls.answer('timeline.count', ({ filter: { terms } }) => {
    if (terms.length > 1) throw new Error('damaged');
    return { count: 7, next: null };
  });
  await expect.poll(() => shown.length).toBeGreaterThan(0);
  expect(backend.calls.inputsOf(...TALLIES)).toEqual([]);
  clock.advance(400);
  await expect.poll(() => shown.at(-1)).toEqual([null, 7]);
  const other = watchSnapshot({ watch: watchIdSchema.parse('another-watch') });
  backend.storeQuietly(1, {}, other.watch);
  backend.emit(other);
  await expect.poll(() => shown.at(-1)).toEqual([null, null]);
});
