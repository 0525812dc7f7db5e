/**
 * Defines an action of the control over HTTP, with the schemas that check its bodies and that its contract is generated
 * from.
 */
import * as z from 'zod';

export interface ControlAction {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below `/control/`. `:id` matches any text, which the body then holds under that name. */
  readonly name: string;
  readonly summary: string;
  /** For GET and DELETE, the parameters of path and query. */
  readonly body: z.ZodType;
  readonly response: z.ZodType;
  /** @param body the body as sent; it has passed the schema */
  readonly perform: (body: unknown) => Promise<unknown>;
}

/**
 * Gives `perform` the types of its body and its answer. An answer that does not match its schema is a bug and gives a
 * 500.
 */
export function controlAction<Body extends z.ZodType, Answer extends z.ZodType>(act: {
  readonly method: ControlAction['method'];
  readonly name: string;
  readonly summary: string;
  readonly body: Body;
  readonly response: Answer;
  readonly perform: (body: z.output<Body>) => z.input<Answer> | Promise<z.input<Answer>>;
}): ControlAction {
  return { ...act, perform: async (body) => act.response.parse(await act.perform(act.body.parse(body))) };
}

export const nothing = z.strictObject({});

/** Defines an action that changes something and answers with an empty object. */
export function controlCommand<Body extends z.ZodType>(act: {
  readonly method: ControlAction['method'];
  readonly name: string;
  readonly summary: string;
  readonly body: Body;
  readonly perform: (body: z.output<Body>) => void;
}): ControlAction {
  return controlAction({
    ...act,
    response: nothing,
    perform(body) {
      act.perform(body);
      return {};
    },
  });
}

export const domainId = z.string().optional();
