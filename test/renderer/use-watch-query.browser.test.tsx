/** Tests when a component's query loads, and what it returns meanwhile. */
import { expect, test } from 'vitest';
import { useWatchQuery, type WatchQuery } from '../../src-renderer/stores/queries/use-watch-query.ts';
import { renderComponent } from '../doubles/render-component.tsx';

interface ProbeProps {
  readonly name: string;
  readonly revision: number;
  readonly pauseMs?: number;
}

/** Renders a query that loads its key and revision as a text. */
async function renderQuery(props: ProbeProps) {
  const loads: string[] = [];
  const answers: PromiseWithResolvers<string>[] = [];
  const shown: WatchQuery<string>[] = [];
  function Probe({ name, revision, pauseMs = 0 }: ProbeProps) {
    const load = () => {
      loads.push(`${name} ${revision}`);
      const answer = Promise.withResolvers<string>();
      answers.push(answer);
      return answer.promise;
    };
    shown.push(useWatchQuery(name, load, { pauseMs, revision }));
    return null;
  }
  const rendered = await renderComponent(<Probe {...props} />);
  const change = (next: ProbeProps) => rendered.rerender(<Probe {...next} />);
  return { loads, answers, change, newest: () => shown.at(-1), clock: rendered.clock };
}

test('a query loads once if its key and its revision change together, and again with each later revision', async () => {
  const { loads, answers, change, newest } = await renderQuery({ name: 'a', revision: 1 });
  await expect.poll(() => loads).toEqual(['a 1']);
  await change({ name: 'b', revision: 2 });
  answers[1]?.resolve('found');
  await expect.poll(() => newest()?.value).toBe('found');
  expect(loads).toEqual(['a 1', 'b 2']);
  await change({ name: 'b', revision: 3 });
  expect(loads).toEqual(['a 1', 'b 2', 'b 3']);
});

test('a query that waits for a pause loads the newest revision once after it', async () => {
  const { loads, change, clock } = await renderQuery({ name: 'a', revision: 1, pauseMs: 400 });
  await change({ name: 'b', revision: 1, pauseMs: 400 });
  await change({ name: 'b', revision: 2, pauseMs: 400 });
  expect(loads).toEqual([]);
  clock.advance(400);
  expect(loads).toEqual(['b 2']);
});

test('another try clears the error before its answer arrives', async () => {
  const { loads, answers, newest } = await renderQuery({ name: 'a', revision: 1 });
  await expect.poll(() => loads).toEqual(['a 1']);
  answers[0]?.reject(new Error('damaged'));
  await expect.poll(() => newest()?.error?.message).toBe('damaged');
  newest()?.retry();
  await expect.poll(() => newest()?.error).toBeNull();
  expect(loads).toEqual(['a 1', 'a 1']);
});
