import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { appRouter } from '../../src-main/core/api/router.ts';
import type * as procedures from '../../src-main/core/api/procedures.ts';
import { secretsIn } from './schema-secrets.ts';

/** A feed's output schema hides the schema of its items, so they are kept where the feed is declared. */
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

describe('no procedure can return a secret:', () => {
  test('every procedure declares its output', () => {
    expect(all.filter(({ output }) => output === undefined).map(({ path }) => path)).toEqual([]);
  });

  test.each(all)('$path', ({ output }) => {
    if (!(output instanceof z.ZodType)) throw new Error('the output is declared by something other than zod');
    expect(secretsIn(feedItems.get(output) ?? output)).toEqual([]);
  });
});

describe('a secret is noticed', () => {
  test.each<[string, z.ZodType, string[]]>([
    ['as a field', z.object({ accessToken: z.string() }), ['accessToken']],
    [
      'whatever its spelling',
      z.object({ CLIENT_SECRET: z.string(), code_verifier: z.string() }),
      ['CLIENT_SECRET', 'code_verifier'],
    ],
    ['in a list', z.array(z.object({ password: z.string() })), ['[].password']],
    ['in one case of a union', z.union([z.null(), z.object({ a: z.object({ token: z.string() }) })]), ['a.token']],
    [
      'behind optional, nullable and default',
      z.object({ x: z.object({ secret: z.string() }).nullable().optional() }),
      ['x.secret'],
    ],
    ['behind a transformation', z.object({ token: z.string() }).transform((value) => value), ['token']],
    [
      'in a tuple, a map and a promise of fields',
      z.tuple([z.record(z.string(), z.object({ apiKey: z.string() }))]),
      ['[].*.apiKey'],
    ],
    ['where anything may be', z.object({ extra: z.unknown() }), ['extra: anything']],
    ['where other fields may be', z.looseObject({ a: z.string() }), ['*: anything']],
    ['not in where a secret lies', z.object({ clientSecretFile: z.string() }).prefault({ clientSecretFile: '' }), []],
    ['nowhere in a plain answer', z.object({ seq: z.number(), raw: z.string(), at: z.number().nullable() }), []],
  ])('%s', (_, schema, expected) => expect(secretsIn(schema)).toEqual(expected));
});
