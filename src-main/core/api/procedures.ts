/**
 * Defines the base of all routers. An expected `AppError` gives the client its code and facts. Any other error is a
 * bug: the client gets INTERNAL with an incident id, under which the log has the stack.
 */
import type { Watch } from '../watch.ts';
import { initTRPC, type TrackedEnvelope, tracked, type TRPCDefaultErrorShape, TRPCError } from '@trpc/server';
import * as z from 'zod';
import { AppError, appError, type AppErrorCode } from '../../../src-shared/api/errors.ts';
import { watchIdSchema } from '../../../src-shared/domain/identity.ts';
import type { Backend } from '../backend.ts';

export interface ApiContext {
  readonly backend: Backend;
  readonly connection: { feeds: number };
}

/** A page opens a handful of feeds. More on one connection is a bug or an attack, and each costs memory. */
const MAX_FEEDS = 32;

/** An interface, so that the type of each procedure names it instead of repeating it: the compiler limits their length. */
export interface ErrorShape {
  readonly code: TRPCDefaultErrorShape['code'];
  readonly message: string;
  readonly data: {
    readonly code: TRPCDefaultErrorShape['data']['code'];
    readonly appCode: AppErrorCode | 'BAD_REQUEST' | 'INTERNAL';
    readonly facts?: object;
    readonly incident?: string;
  };
}

const t = initTRPC.context<ApiContext>().create({
  isServer: true,
  errorFormatter({ shape, error, ctx, path }): ErrorShape {
    if (error.cause instanceof AppError) {
      const { code, facts } = error.cause.data;
      return { ...shape, message: code, data: { code: shape.data.code, appCode: code, facts } };
    }
    if (
      error.code === 'BAD_REQUEST' ||
      error.code === 'PARSE_ERROR' ||
      error.code === 'NOT_FOUND' ||
      error.code === 'METHOD_NOT_SUPPORTED'
    )
      return { ...shape, data: { code: shape.data.code, appCode: 'BAD_REQUEST' } };
    const incident = ctx?.backend.reportIncident(error.cause ?? error, path ?? '') ?? 'unlogged';
    return {
      ...shape,
      message: 'INTERNAL',
      data: { code: shape.data.code, appCode: 'INTERNAL', incident },
    };
  },
});

export const router = t.router;

/** Keeps the cause of an expected failure, so that the error formatter can read it. */
export const procedure = t.procedure.use(async ({ next }) => {
  const result = await next();
  if (!result.ok && result.error.cause instanceof AppError)
    throw new TRPCError({ code: 'PRECONDITION_FAILED', message: result.error.message, cause: result.error.cause });
  return result;
});

export const feed = procedure.use(async ({ ctx, next, signal }) => {
  if (ctx.connection.feeds >= MAX_FEEDS) throw tooMany();
  ctx.connection.feeds += 1;
  let open = true;
  const release = () => {
    if (open) ctx.connection.feeds -= 1;
    open = false;
  };
  // A feed that is never iterated never runs its `finally`, so its signal releases it.
  signal?.addEventListener('abort', release, { once: true });
  const result = await next();
  if (!result.ok) release();
  else if (isIterable(result.data)) return { ...result, data: releasing(result.data, release) };
  return result;
});

export const command = procedure.output(z.void());

export const ofWatchSchema = z.object({ watch: watchIdSchema });

/** Bases of calls about one watch, which is `ctx.watch`. Each fails with WATCH_CLOSED if the watch is not open. */
export const watchProcedure = procedure
  .input(ofWatchSchema)
  .use(({ ctx, input, next }) => next({ ctx: { watch: ctx.backend.watch(input.watch) } }));
export const watchFeed = feed
  .input(ofWatchSchema)
  .use(({ ctx, input, next }) => next({ ctx: { watch: ctx.backend.watch(input.watch) } }));

function tooMany(): TRPCError {
  const cause = appError('TOO_MANY_FEEDS', { limit: MAX_FEEDS });
  return new TRPCError({ code: 'TOO_MANY_REQUESTS', message: cause.message, cause });
}

async function* releasing<Item>(
  items: AsyncIterable<Item>,
  release: () => void,
): AsyncGenerator<Item, void, undefined> {
  try {
    yield* items;
  } finally {
    release();
  }
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

export function trackedOutput<T extends z.ZodType>(schema: T) {
  return z
    .custom<AsyncIterable<TrackedEnvelope<z.input<T>>>>(isIterable)
    .transform(async function* (items): AsyncGenerator<TrackedEnvelope<z.output<T>>, void, undefined> {
      for await (const [id, data] of items) yield tracked(id, schema.parse(data));
    });
}

export function watchQuery<I extends z.ZodType<object>, O extends z.ZodType>(
  inputSchema: I,
  outputSchema: O,
  read: (watch: Watch, input: z.output<I>, signal: AbortSignal | undefined) => z.input<O> | Promise<z.input<O>>,
) {
  return ofWatch(inputSchema)
    .output(outputSchema)
    .query(({ ctx, signal }) => {
      const result = read(ctx.watch, ctx.input, signal);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tRPC does not resolve the input of a generic schema
      return result as never;
    });
}

export function watchCommand<I extends z.ZodType<object>>(
  inputSchema: I,
  change: (watch: Watch, input: z.output<I>) => void | Promise<void>,
) {
  return ofWatch(inputSchema)
    .output(z.void())
    .mutation(({ ctx }) => change(ctx.watch, ctx.input));
}

function ofWatch<I extends z.ZodType<object>>(inputSchema: I) {
  return procedure.input(ofWatchSchema.and(inputSchema)).use(({ ctx, input, next }) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tRPC does not resolve the output of a generic schema
    const given = input as z.output<typeof ofWatchSchema> & z.output<I>;
    return next({ ctx: { watch: ctx.backend.watch(given.watch), input: given } });
  });
}
