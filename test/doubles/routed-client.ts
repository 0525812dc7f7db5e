/**
 * The page's client over the real router, in memory. Queries and mutations run the router's procedures over the
 * application of a test. Feeds emit immediately what the test emits, and each item must match its feed's schema. The
 * client records all calls, and a test can answer, fail or hold the calls of a procedure.
 */
import { createTRPCUntypedClient, localLink } from '@trpc/client';
import { type inferRouterInputs, type inferRouterOutputs, tracked } from '@trpc/server';
import type * as z from 'zod';
import type { Backend } from '../../src-main/core/backend.ts';
import { appRouter, type AppRouter } from '../../src-main/core/api/router.ts';
import { type BackendClient, clientOver, converted, type FeedListener } from '../../src-renderer/backend/client.ts';

type Parts = Omit<BackendClient, 'wire'>;
type PathsOf<Kind> = {
  [Part in keyof Parts]: {
    [Name in keyof Parts[Part]]: Parts[Part][Name] extends Kind ? `${Part}.${Name & string}` : never;
  }[keyof Parts[Part]];
}[keyof Parts];
type At<All, Path> = Path extends `${infer Part extends keyof All & string}.${infer Name}`
  ? Name extends keyof All[Part]
    ? All[Part][Name]
    : never
  : never;

export type CallPath = PathsOf<{ query: unknown }> | PathsOf<{ mutate: unknown }>;
export type FeedPath = PathsOf<{ subscribe: unknown }>;
type InputOf<Path> = At<inferRouterInputs<AppRouter>, Path>;
type OutputOf<Path> = At<inferRouterOutputs<AppRouter>, Path>;
type Answer<Path> = (input: InputOf<Path>) => OutputOf<Path> | Promise<OutputOf<Path>>;

export const TALLIES = ['timeline.count', 'timeline.facets', 'timeline.histogram'] as const;

/** Names a procedure, or all procedures of a part. */
type Where = CallPath | keyof Parts;

/** The members of the core's object that the page calls. */
export type Served<Object> = {
  readonly [Name in keyof Object]?: Object[Name] extends (...args: never) => unknown
    ? Object[Name]
    : Object[Name] extends object | null
      ? Served<Object[Name]>
      : Object[Name];
};
/** Feeds of a test, which emit only what the test emits. */
export type Feeds = { readonly [Path in FeedPath]: At<Parts, Path> };

/** A call with the name of its procedure, such as `start` for `signIn.start`. */
export type MadeCall = readonly [name: string, input: unknown];

/** Records the calls of the page, and lets a test answer, fail or hold them. */
export class PageCalls {
  readonly #made: { readonly path: string; readonly input: unknown }[] = [];
  readonly #parts: { readonly names: readonly string[]; readonly calls: MadeCall[] }[] = [];
  readonly #answers = new Map<string, (input: never) => unknown>();
  readonly #failures = new Map<string, Error>();
  readonly #holding = new Set<string>();
  readonly #held: (() => void)[] = [];
  readonly #openFeeds = new Set<{ readonly path: string }>();

  /** Inputs of all calls of these procedures, in their order. */
  inputsOf<Path extends CallPath | FeedPath>(...paths: readonly Path[]): InputOf<Path>[] {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the client's type says which inputs a path has
    return this.#made
      .filter(({ path }) => paths.some((each) => each === path))
      .map(({ input }) => input as InputOf<Path>);
  }
  /** All calls of these parts so far and from now on, without their feeds. */
  of(...names: readonly (keyof Parts)[]): readonly MadeCall[] {
    const part = { names, calls: [] };
    this.#parts.push(part);
    for (const { path, input } of this.#made) addTo(part, path, input);
    return part.calls;
  }
  /** Answers instead of the procedure. The answer must match the procedure's schema. */
  answer<Path extends CallPath>(path: Path, answer: Answer<Path>): void {
    this.#answers.set(path, answer);
  }
  /** Null lets the calls succeed again. */
  fail(error: Error | null, ...places: readonly Where[]): void {
    for (const where of places) {
      if (error === null) this.#failures.delete(where);
      else this.#failures.set(where, error);
    }
  }
  /** Later answers wait for `release`. They show the state at the time of the call. */
  hold(...places: readonly Where[]): void {
    for (const where of places) this.#holding.add(where);
  }
  /** Later answers do not wait. Answers that wait already still need `release`. */
  stopHolding(): void {
    this.#holding.clear();
  }
  release(count = Infinity): void {
    for (const respond of this.#held.splice(0, count)) respond();
  }

  /** Number of the open feeds with this path, or of all. */
  openFeeds(path?: FeedPath): number {
    return [...this.#openFeeds].filter((feed) => path === undefined || feed.path === path).length;
  }
  /** Returns how to count the feed as closed. */
  openFeed(path: string): () => void {
    const feed = { path };
    this.#openFeeds.add(feed);
    return () => void this.#openFeeds.delete(feed);
  }

  record(path: string, input: unknown): void {
    this.#made.push({ path, input });
    for (const part of this.#parts) addTo(part, path, input);
  }

  async run(path: string, input: unknown, respond: () => Promise<unknown>): Promise<unknown> {
    this.record(path, input);
    const [part = ''] = path.split('.');
    const failure = this.#failures.get(path) ?? this.#failures.get(part);
    if (failure !== undefined) throw failure;
    const answer = this.#answers.get(path);
    const responded = answer === undefined ? respond() : answered(path, input, answer);
    if (this.#holding.has(path) || this.#holding.has(part)) {
      responded.catch(() => undefined);
      await new Promise<void>((resolve) => this.#held.push(resolve));
    }
    return responded;
  }
}

function addTo(
  { names, calls }: { readonly names: readonly string[]; readonly calls: MadeCall[] },
  path: string,
  input: unknown,
): void {
  const [part = '', name = ''] = path.split('.');
  if (names.includes(part) && procedureAt(path).type !== 'subscription') calls.push([name, input]);
}

interface Parsers {
  readonly type: string;
  readonly inputs: readonly z.ZodType[];
  readonly output?: z.ZodType;
}

function procedureAt(path: string): Parsers {
  // oxlint-disable-next-line no-underscore-dangle, typescript/no-unsafe-type-assertion -- its parsers are zod schemas
  const procedures = appRouter._def.procedures as unknown as Readonly<Record<string, { readonly _def: Parsers }>>;
  const procedure = procedures[path];
  if (procedure === undefined) throw new Error(`The router has no procedure ${path}.`);
  // oxlint-disable-next-line no-underscore-dangle -- tRPC's name
  return procedure._def;
}

function checkInput(path: string, input: unknown): void {
  for (const schema of procedureAt(path).inputs) schema.parse(input);
}

/** Fails the test run, whatever the page does about the error. */
export function failRun(error: unknown): void {
  queueMicrotask(() => {
    throw error instanceof Error ? error : new Error(String(error));
  });
}

async function answered(path: string, input: unknown, answer: (input: never) => unknown): Promise<unknown> {
  checkInput(path, input);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `PageCalls.answer` paired path and answer
  const output = await answer(input as never);
  try {
    return await procedureAt(path).output?.parseAsync(output);
  } catch (error) {
    failRun(error);
    throw error;
  }
}

/** Rejects if the feed could not send the item. */
async function checkItem(path: string, item: unknown): Promise<void> {
  async function* items() {
    yield tracked('1', item);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all outputs of feeds are iterables of items
  const sent = (await procedureAt(path).output?.parseAsync(items())) as AsyncIterable<unknown>;
  for await (const _ of sent);
}

/** A part of the application, with the calls of the page to its procedures. */
export class PagePart {
  /** In their order. */
  readonly calls: readonly MadeCall[];
  readonly inputsOf: PageCalls['inputsOf'];
  readonly #calls: PageCalls;
  readonly #parts: readonly (keyof Parts)[];

  constructor(calls: PageCalls, ...parts: readonly (keyof Parts)[]) {
    this.calls = calls.of(...parts);
    this.inputsOf = calls.inputsOf.bind(calls);
    this.#calls = calls;
    this.#parts = parts;
  }
  /** While set, all calls fail with it. */
  set failure(error: Error | null) {
    this.#calls.fail(error, ...this.#parts);
  }
  hold(): void {
    this.#calls.hold(...this.#parts);
  }
  stopHolding(): void {
    this.#calls.stopHolding();
  }
  release(count?: number): void {
    this.#calls.release(count);
  }
}

export function routedClient(
  backend: () => Served<Backend>,
  calls: PageCalls,
  feeds: Feeds,
  wire: BackendClient['wire'],
): BackendClient {
  const connection = { feeds: 0 };
  const router = createTRPCUntypedClient<AppRouter>({
    links: [
      localLink({
        router: appRouter,
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page calls no other members
        createContext: async () => ({ backend: backend() as Backend, connection }),
      }),
    ],
  });
  return clientOver(
    {
      query: (path, input, options) => calls.run(path, input, () => converted(router.query(path, input, options))),
      mutate: (path, input, options) => calls.run(path, input, () => converted(router.mutation(path, input, options))),
      subscribe(path, input, listener) {
        calls.record(path, input);
        checkInput(path, input);
        const close = calls.openFeed(path);
        const checked: FeedListener<unknown> = {
          onData(item) {
            void checkItem(path, item);
            listener.onData(item);
          },
          onEnd(error) {
            close();
            listener.onEnd(error);
          },
        };
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the client's type pairs path and input
        const stop = feeds[path as FeedPath].subscribe(input as never, checked);
        return () => {
          close();
          stop();
        };
      },
    },
    wire,
  );
}
