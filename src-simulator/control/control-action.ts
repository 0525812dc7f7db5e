/** The schemas check the bodies of an action and generate its contract. */
import * as z from 'zod';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

type Route = `${Method} ${string}`;

export interface ControlAction {
  readonly method: Method;
  /** Path below `/control/`. `:id` matches any text, which the body then holds under that name. */
  readonly name: string;
  readonly summary: string;
  /** For GET and DELETE, the parameters of path and query. */
  readonly body: z.ZodType;
  readonly response: z.ZodType;
  /** @param body the body as sent; it has passed the schema */
  readonly perform: (body: unknown) => Promise<unknown>;
}

const nothing = z.strictObject({});

/** `route`: method and name, such as `POST emit`. An answer that does not match its schema is a bug and gives a 500. */
export function controlAction<Answer extends z.ZodType, Body extends z.ZodType = typeof nothing>(
  route: Route,
  act: {
    readonly summary: string;
    readonly body?: Body;
    readonly response: Answer;
    readonly perform: (body: z.output<Body>) => z.input<Answer> | Promise<z.input<Answer>>;
  },
): ControlAction {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form of a route
  const [method, name] = route.split(' ', 2) as [Method, string];
  const { summary, response } = act;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the default of the type parameter
  const body = act.body ?? (nothing as unknown as Body);
  const perform = async (given: unknown) => response.parse(await act.perform(body.parse(given)));
  return { method, name, summary, body, response, perform };
}

export function controlCommand<Body extends z.ZodType = typeof nothing>(
  route: Route,
  act: { readonly summary: string; readonly body?: Body; readonly perform: (body: z.output<Body>) => void },
): ControlAction {
  return controlAction(route, {
    ...act,
    response: nothing,
    perform(body) {
      act.perform(body);
      return {};
    },
  });
}

export const domainId = z.string().optional();
