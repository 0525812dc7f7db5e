import { tracked } from '@trpc/server';
import type * as z from 'zod';
import type { Backend } from '../backend.ts';
import type { StateFeed } from '../ports/state-feed.ts';
import type { Watch } from '../watch.ts';
import { feed, trackedOutput, watchFeed } from './procedures.ts';

/** Declares a feed that sends each state with its revision as the id. */
export function backendStates<T extends z.ZodType>(
  schema: T,
  statesOf: (backend: Backend, signal: AbortSignal | undefined) => StateFeed<z.input<T>>,
) {
  return feed
    .output(trackedOutput(schema))
    .subscription(({ ctx, signal }) => trackedStates(statesOf(ctx.backend, signal)));
}

export function watchStates<T extends z.ZodType>(
  schema: T,
  statesOf: (watch: Watch, signal: AbortSignal | undefined) => StateFeed<z.input<T>>,
) {
  return watchFeed
    .output(trackedOutput(schema))
    .subscription(({ ctx, signal }) => trackedStates(statesOf(ctx.watch, signal)));
}

async function* trackedStates<State>(states: StateFeed<State>) {
  for await (const { revision, state } of states) yield tracked(String(revision), state);
}
