import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { PackZip } from '../../../../src-main/core/support-packs/pack-zip.ts';

const UNHURRIED = { yieldIfDue: async () => undefined };

async function zipOf(madeAt: number, texts: readonly string[]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const zip = new PackZip(madeAt, UNHURRIED, async (chunk) => void chunks.push(chunk));
  const write = zip.add('report.txt');
  for (const text of texts) await write(text);
  await zip.end();
  return Buffer.concat(chunks);
}

test('keeps a character intact wherever the text is split', async () => {
  const text = `${'a'.repeat(131_071)}😀${'b'.repeat(131_070)}😀end`;
  const zip = await zipOf(Date.UTC(2026, 0, 2), [text]);
  expect(strFromU8(unzipSync(zip)['report.txt'] ?? new Uint8Array()) === text).toBe(true);
});

test('gives a file the time of the pack, or the earliest zip time for one before 1980', async () => {
  const day = 86_400_000;
  const [one, other, first, second] = await Promise.all(
    [Date.UTC(2026, 0, 2), Date.UTC(2026, 0, 2) + day, 0, day].map((madeAt) => zipOf(madeAt, ['x'])),
  );
  expect([one?.equals(other ?? Buffer.of()), first?.equals(second ?? Buffer.of())]).toEqual([false, true]);
});
