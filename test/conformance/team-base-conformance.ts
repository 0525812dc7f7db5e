/** Checks how every engine keeps the bases of a team. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { BaseInfo, PublishedBase } from '../../src-main/core/ports/team-base.ts';
import type { TeamLog } from '../../src-main/core/ports/team-log.ts';
import type { TeamLogAdapter } from './team-log-conformance.ts';

const never = new AbortController().signal;

const infoOf = (upTo: number): BaseInfo => ({
  v: 1,
  upTo,
  upToAt: upTo,
  upToSeq: 2 * upTo,
  created: '2026-11-27T08:00:00Z',
  lineage: 'of-the-team',
  service: 'abc',
  at: 1_000 + upTo,
});

async function* each(...pieces: readonly string[]) {
  yield* pieces;
}

async function piecesIn({ bases }: TeamLog, base: PublishedBase | undefined) {
  const found: string[] = [];
  if (base !== undefined) for await (const piece of bases.read(base, never)) found.push(piece);
  return found;
}

export function teamBaseConformance({ name, missing, start }: TeamLogAdapter): void {
  const connected = async () => {
    const engine = await start({ maxChars: 10_000_000 });
    const [anna, ben] = [await engine.connect('anna'), await engine.connect('ben')];
    onTestFinished(async () => void (await Promise.all([anna.close(), ben.close()])));
    return { anna, ben };
  };
  const positions = async ({ bases }: TeamLog) => (await bases.list(never)).map(({ upTo }) => upTo);

  describe.skipIf(missing !== null)(`[TEAM-20] the bases of a team (${name})`, () => {
    test('are two, and every member reads them as they were published', async () => {
      const { anna, ben } = await connected();
      expect(await positions(ben)).toEqual([]);
      const large = JSON.stringify('é😀"'.repeat(40_000));
      await anna.bases.publish(infoOf(10), each('"one"', '"two"'), never);
      await ben.bases.publish(infoOf(20), each(large), never);
      const [newest, older] = await ben.bases.list(never);
      expect([newest, older]).toMatchObject([
        { ...infoOf(20), pieces: 1 },
        { ...infoOf(10), pieces: 2 },
      ]);
      expect(await piecesIn(anna, newest)).toEqual([large]);
      expect(await piecesIn(ben, older)).toEqual(['"one"', '"two"']);
      await anna.bases.publish(infoOf(30), each('"three"'), never);
      expect(await positions(ben)).toEqual([30, 20]);
      expect(await piecesIn(ben, (await ben.bases.list(never))[0])).toEqual(['"three"']);
    });

    test('keep the newest one while another is made that never ends', async () => {
      const { anna, ben } = await connected();
      await anna.bases.publish(infoOf(10), each('"one"', '"two"'), never);
      await anna.bases.publish(infoOf(20), each('"three"'), never);
      async function* interrupted() {
        yield '"four"';
        throw new Error('the process ended');
      }
      await expect(anna.bases.publish(infoOf(30), interrupted(), never)).rejects.toThrow('the process ended');
      const [newest] = await ben.bases.list(never);
      expect([newest?.upTo, await piecesIn(ben, newest)]).toEqual([20, ['"three"']]);
    });

    test('are refused to a reader when another base has taken the place of one', async () => {
      const { anna, ben } = await connected();
      await anna.bases.publish(infoOf(10), each('"one"', '"two"'), never);
      const [old] = await ben.bases.list(never);
      await anna.bases.publish(infoOf(20), each('"three"'), never);
      await anna.bases.publish(infoOf(30), each('"four"', '"five"'), never);
      await expect(piecesIn(ben, old)).rejects.toThrow('replaced');
    });
  });
}
