/**
 * What every procedure shares: the context it sees, and what crosses a wire when it fails.
 * Only an `AppError` crosses with its code and words; anything else is a bug, and crosses as INTERNAL with an incident
 * id under which the log has the stack.
 */
import { initTRPC, type TrackedEnvelope, tracked, TRPCError } from '@trpc/server';
import * as z from 'zod';
import { AppError } from '../../../src-shared/api/errors.ts';
import type { HostDescription, PracticeScenario, WatchSnapshot } from '../../../src-shared/api/watch.ts';
import type { EventSummary } from '../../../src-shared/domain/event.ts';
import type { EventReader } from '../ports/event-store.ts';

/** What the router can ask of the application. The backend is one. */
export interface Application {
  describe(): HostDescription;
  snapshots(signal: AbortSignal | undefined): AsyncIterable<{ revision: number; snapshot: WatchSnapshot }>;
  retryNow(): void;
  practiceScenarios(): readonly PracticeScenario[];
  startPractice(scenario: string): Promise<void>;
  /** @throws AppError NOT_WATCHING where no profile is open. */
  events(): EventReader;
  /** Batches of rows after `after`, oldest first, for as long as the signal allows. */
  liveEvents(after: number, signal: AbortSignal | undefined): AsyncIterable<EventSummary[]>;
  /** Logs an unexpected error and returns the id under which it is found. */
  reportIncident(error: unknown, path: string): string;
}

const t = initTRPC.context<Application>().create({
  isServer: true,
  errorFormatter({ shape, error, ctx, path }) {
    if (error.cause instanceof AppError)
      return { ...shape, message: error.cause.message, data: { code: shape.data.code, appCode: error.cause.code } };
    if (
      error.code === 'BAD_REQUEST' ||
      error.code === 'PARSE_ERROR' ||
      error.code === 'NOT_FOUND' ||
      error.code === 'METHOD_NOT_SUPPORTED'
    )
      return { ...shape, data: { code: shape.data.code, appCode: 'BAD_REQUEST' as const } };
    const incident = ctx?.reportIncident(error.cause ?? error, path ?? '') ?? 'unlogged';
    return {
      ...shape,
      message: `Something went wrong inside Watchfloor. The log has it under ${incident}.`,
      data: { code: shape.data.code, appCode: 'INTERNAL' as const, incident },
    };
  },
});

export const router = t.router;

/** An expected failure keeps its cause, so that the formatter can see it. */
export const procedure = t.procedure.use(async ({ next }) => {
  const result = await next();
  if (!result.ok && result.error.cause instanceof AppError)
    throw new TRPCError({ code: 'PRECONDITION_FAILED', message: result.error.message, cause: result.error.cause });
  return result;
});
export const feed = t.procedure;

/** Output schema of a feed: each yielded value is checked like any other output. */
export function trackedOutput<T extends z.ZodType>(schema: T) {
  return z
    .custom<AsyncIterable<TrackedEnvelope<z.input<T>>>>(
      (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
    )
    .transform(async function* (items): AsyncGenerator<TrackedEnvelope<z.output<T>>, void, undefined> {
      for await (const [id, data] of items) yield tracked(id, schema.parse(data));
    });
}
