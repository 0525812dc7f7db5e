import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseNdjson, Workplace } from '../../support/command.ts';

let workplace: Workplace;
beforeAll(async () => {
  workplace = await Workplace.create();
});
afterAll(() => workplace.close());

test('[PACKED-28] all licences are printed as in the file that is distributed', async () => {
  const printed = await workplace.output(['licenses']);
  expect(printed).toBe(
    await readFile(fileURLToPath(new URL('../../../out/THIRD-PARTY-LICENSES.txt', import.meta.url)), 'utf8'),
  );
  for (const words of ['react-dom ', '@fontsource-variable/inter ', 'zod ', 'fastify ', 'electron '])
    expect(printed).toMatch(new RegExp(`^${words}\\d`, 'm'));
  expect(printed).toContain('SIL OPEN FONT LICENSE');
});

test('[PACKED-28] a single part is printed by its name, as text or as a record', async () => {
  const printed = await workplace.output(['licenses', 'zod']);
  expect(printed).toMatch(/^zod \d+\.\d+\.\d+ \(MIT\)$/m);
  expect(printed).toContain('Copyright (c) 2025 Colin McDonnell');
  expect(printed).not.toMatch(/^react /m);
  expect(parseNdjson(await workplace.output(['licenses', 'zod', '--format', 'ndjson']))).toEqual([
    { name: 'zod', version: expect.any(String), licence: 'MIT', places: ['backend', 'packages'] },
  ]);
  const csv = ['--format', 'csv', '--no-guard-formulas'];
  expect(await workplace.output(['licenses', '@trpc/server', ...csv])).toMatch(
    /^name,version,licence,places\n@trpc\/server,[\d.]+,MIT,backend page\n$/,
  );
});

test('[PACKED-28] an unknown name is refused with the nearest known one', async () => {
  const command = workplace.runInProcess(['licenses', 'raect']);
  expect([await command.exit, command.stdout]).toEqual([2, '']);
  expect(command.stderr).toContain('Watchfloor has no part named "raect". Did you mean react?');
});
