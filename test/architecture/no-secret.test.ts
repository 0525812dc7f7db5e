import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { appRouter } from '../../src-main/core/api/router.ts';
import type * as procedures from '../../src-main/core/api/procedures.ts';
import { secretsIn } from './schema-secrets.ts';

/**
 * Schemas of the items of each feed, recorded where the feed is declared, because the output schema of a feed hides
 * them.
 */
const feedItems = vi.hoisted(() => new WeakMap<object, z.ZodType>());
vi.mock('../../src-main/core/api/procedures.ts', async (original) => {
  const actual = await original<typeof procedures>();
  const trackedOutput: typeof actual.trackedOutput = (schema) => {
    const output = actual.trackedOutput(schema);
    feedItems.set(output, schema);
    return output;
  };
  return { ...actual, trackedOutput };
});

// oxlint-disable-next-line no-underscore-dangle -- tRPC's name for what a router is made of
const declarations: Readonly<Record<string, object>> = appRouter._def.procedures;
const all = Object.entries(declarations).map(([path, procedure]) => ({ path, output: declaredOutput(procedure) }));

function declaredOutput(procedure: object): unknown {
  // oxlint-disable-next-line no-underscore-dangle -- as above
  const definition = '_def' in procedure ? procedure._def : undefined;
  return typeof definition === 'object' && definition !== null && 'output' in definition
    ? definition.output
    : undefined;
}

describe('the output of every procedure', () => {
  test('is declared', () => {
    expect(all.filter(({ output }) => output === undefined).map(({ path }) => path)).toEqual([]);
  });

  test.each(all)('holds no secret: $path', ({ output }) => {
    if (!(output instanceof z.ZodType)) throw new Error('the output is declared by something other than zod');
    expect(secretsIn(feedItems.get(output) ?? output)).toEqual([]);
  });
});

describe('secretsIn', () => {
  test.each<[string, z.ZodType, string[]]>([
    ['finds a field', z.object({ accessToken: z.string() }), ['accessToken']],
    [
      'finds any spelling',
      z.object({ CLIENT_SECRET: z.string(), code_verifier: z.string() }),
      ['CLIENT_SECRET', 'code_verifier'],
    ],
    ['finds a field in a list', z.array(z.object({ password: z.string() })), ['[].password']],
    [
      'finds a field in one case of a union',
      z.union([z.null(), z.object({ a: z.object({ token: z.string() }) })]),
      ['a.token'],
    ],
    [
      'finds a field in an optional and nullable object',
      z.object({ x: z.object({ secret: z.string() }).nullable().optional() }),
      ['x.secret'],
    ],
    ['finds a field before a transformation', z.object({ token: z.string() }).transform((value) => value), ['token']],
    [
      'finds a field in a map in a tuple',
      z.tuple([z.record(z.string(), z.object({ apiKey: z.string() }))]),
      ['[].*.apiKey'],
    ],
    ['finds a field of any type', z.object({ extra: z.unknown() }), ['extra: anything']],
    ['finds an object with unknown fields', z.looseObject({ a: z.string() }), ['*: anything']],
    [
      'accepts the path of a secret file',
      z.object({ clientSecretFile: z.string() }).prefault({ clientSecretFile: '' }),
      [],
    ],
    [
      'accepts an answer without secrets',
      z.object({ seq: z.number(), raw: z.string(), at: z.number().nullable() }),
      [],
    ],
  ])('%s', (_, schema, expected) => expect(secretsIn(schema)).toEqual(expected));
});
